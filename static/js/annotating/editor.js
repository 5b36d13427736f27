// The editor of one text: spans, cursor, undo history and display. Reports changes through callbacks and is
// independent of contests, servers and training.
import * as carets from "./caret.js";
import { isRightToLeft, withWholeRuns } from "./direction.js";
import { Edits } from "./edits.js";
import { furtherOccurrences } from "./occurrences.js";
import { Offsets } from "./offsets.js";
import { bindPointer } from "./pointer.js";
import * as spans from "./spans.js";
import { Letters, tokensOf, wordsOf } from "./steps.js";
import { TextView } from "./text_view.js";

/** A text that can be annotated by mouse and keyboard. */
export class Editor {
  #view;
  #root;
  #labels;
  #on;
  #edits = new Edits([]);
  #caret = null;
  #selected = null;
  // The latest span, whose other occurrences can be marked.
  #latest = null;

  /** `labels` maps a label to { sup, … }; `on` has edited(what, span, device), moved(), chose(label). */
  constructor(root, labels, on) {
    this.#root = root;
    this.#labels = labels;
    this.#on = on;
    this.#view = new TextView(root, labels);
    this.current = [...labels.keys()][0];
    this.isLocked = true;
    bindPointer(root, this.#view, {
      isLocked: () => this.isLocked,
      isByLetter: () => this.isByLetter,
      preview: (drag) => this.#preview(drag),
      finish: (drag) => this.#finish(drag),
      click: (target, place) => this.#click(target, place),
      doubleClick: (place) => this.#create(this.#tokens.at(place), this.current, "mouse", false),
    });
  }

  #isByLetter = false;

  get isByLetter() {
    return this.#isByLetter;
  }

  /** Switch between letters and tokens; the cursor moves to its first letter or back to its token. */
  set isByLetter(isOn) {
    this.#isByLetter = isOn;
    if (this.#caret && !carets.isStretched(this.#caret)) this.#stand(this.#standAt(this.#caret.start) ?? this.#caret, true);
  }

  #standAt(place) {
    return carets.standOn(this.#stepsFor({}).at(place));
  }

  #text = "";
  #offsets = new Offsets("");
  #tokens = tokensOf([], this.#offsets);
  #words = this.#tokens;
  #letters = new Letters("");

  /** Show a task: { text, tokens } and triples [start, end, label] in code points; or spans as they were drawn. */
  show(task, triples, { proposed = () => false, drawn = null } = {}) {
    this.#text = task.text;
    this.#offsets = new Offsets(task.text);
    this.#tokens = tokensOf(task.tokens, this.#offsets);
    this.#words = wordsOf(this.#tokens);
    this.#letters = new Letters(task.text);
    const known = triples.filter(([, , label]) => this.#labels.has(label));
    this.#edits = new Edits(drawn ?? spans.fromTriples(known, this.#offsets, proposed));
    this.#caret = null;
    this.#selected = null;
    this.#latest = null;
    this.isLocked = false;
    this.#root.classList.remove("is-result");
    this.#view.show(task.text, this.#edits.spans);
  }

  /**
   * Show in place what is said of an answer, until the next task: units { start, end, label, verdict } in code
   * points that do not overlap; a verdict is right, missed, extra, bounds or label.
   */
  showResult(units) {
    this.isLocked = true;
    this.#selected = null;
    this.#caret = null;
    const judged = units.map(({ start, end, label, verdict }) =>
      Object.freeze({ ...spans.makeSpan(this.#offsets.toUnits(start), this.#offsets.toUnits(end), label), verdict }));
    this.#root.classList.add("is-result");
    this.#view.draw(judged.sort((one, other) => one.start - other.start));
    this.#view.mark("cursor", null);
    this.#view.mark("selection", null);
  }

  /** Return the units in the server's format. */
  get units() {
    return spans.toUnits(this.#edits.spans, this.#offsets);
  }

  /** Return the units as [start, end, label, proposed], for a draft. */
  get triples() {
    const list = this.#edits.spans;
    return this.units.map(({ start, end, label }, index) => [start, end, label, list[index].proposed]);
  }

  get spans() {
    return this.#edits.spans;
  }

  get selected() {
    return this.#selected;
  }

  /** The part of the window where the text is visible. */
  get sight() {
    return this.#view.sight;
  }

  get canUndo() {
    return this.#edits.canUndo;
  }

  get canRedo() {
    return this.#edits.canRedo;
  }

  wordsOf(span) {
    return this.#text.slice(span.start, span.end);
  }

  /** The label of the selection or else the current label, for the label bar and the guidelines. */
  get topic() {
    return this.#target()?.span?.label ?? this.current;
  }

  // The target of a label key or Delete: the selected span, the selection, or the span or token
  // under the cursor; null if there is none.
  #target() {
    if (this.#selected) return { span: this.#selected };
    if (!this.#caret) return null;
    const range = [this.#caret.start, this.#caret.end];
    const under = spans.spanOver(this.#edits.spans, ...range);
    if (carets.isStretched(this.#caret)) return { range };
    return under ? { span: under } : { range };
  }

  /** Apply a label to the target; without a target, make it the current label. */
  label(label, device = "keyboard") {
    this.current = label;
    const target = this.#target();
    if (target?.span) this.#relabel(target.span, label, device);
    else if (target) this.#create(target.range, label, device, true);
    this.#on.chose(label, Boolean(target));
  }

  #change(list, what, span, device) {
    if (!this.#edits.change(list, what)) return false;
    this.#view.draw(this.#edits.spans);
    this.#latest = what === "create" || what === "relabel" ? span : null;
    this.#on.edited(what, span, device);
    return true;
  }

  #create(range, label, device, keepsCursor) {
    const trimmed = range && this.#letters.snap(...range);
    if (!trimmed) return;
    const span = spans.makeSpan(...trimmed, label);
    // Put the cursor on the last word, so that the next step continues from there.
    const last = keepsCursor ? carets.standOn(this.#stepsFor({}).before(trimmed[1]) ?? trimmed) : null;
    this.#change(spans.put(this.#edits.spans, span), "create", span, device);
    this.#stand(last, true);
  }

  #relabel(span, label, device) {
    const next = spans.makeSpan(span.start, span.end, label);
    const wasSelected = span === this.#selected;
    this.#change(spans.put(this.#edits.spans, next), "relabel", next, device);
    if (wasSelected) this.select(this.#same(next), true);
  }

  #same(span) {
    return this.#edits.spans.find((each) => each.start === span.start) ?? null;
  }

  #resize(span, range, device) {
    const free = range && spans.between(this.#edits.spans, span, ...range);
    const trimmed = free && this.#letters.snap(...free);
    if (!trimmed) return;
    const next = spans.makeSpan(...trimmed, span.label);
    this.#change(spans.put(spans.remove(this.#edits.spans, span), next), "resize", next, device);
    // Keep the span selected for further keyboard steps; after the mouse, the next label is for a new span.
    this.select(device === "keyboard" ? this.#same(next) : null, true);
  }

  /** Remove a span; return whether there was one. */
  remove(span = this.#target()?.span, device = "keyboard") {
    if (!span) return false;
    const next = this.#caret;
    this.#change(spans.remove(this.#edits.spans, span), "delete", span, device);
    if (span === this.#selected) this.select(null, true);
    // The cursor stays where the span was: one may want to mark it anew.
    this.#stand(next ?? (device === "keyboard" ? this.#standAt(span.start) : null), true);
    return true;
  }

  clear(device) {
    if (this.#change([], "clear", null, device)) this.select(null, true);
  }

  undo(device) {
    this.#travel(this.#edits.undo(), "undo", device);
  }

  redo(device) {
    this.#travel(this.#edits.redo(), "redo", device);
  }

  #travel(what, way, device) {
    if (!what) return;
    this.#selected = null;
    this.#latest = null;
    this.#view.draw(this.#edits.spans);
    this.#view.select(null);
    this.#on.edited(way, null, device, what);
  }

  /** Return { count, words }: the unmarked occurrences of the latest or selected span's words. */
  get further() {
    const from = this.#origin();
    if (!from) return { count: 0, words: "" };
    const { length } = furtherOccurrences(this.#text, from, this.#edits.spans);
    return { count: length, words: this.wordsOf(from) };
  }

  #origin() {
    if (this.#selected) return this.#selected;
    return this.#latest && this.#edits.spans.includes(this.#latest) ? this.#latest : this.#target()?.span;
  }

  /** Mark all other occurrences of the latest or selected span; a selection is labelled first. */
  labelAll(device = "keyboard") {
    if (!this.#selected && this.#target()?.range) this.label(this.current, device);
    const from = this.#origin();
    if (!from) return 0;
    const found = furtherOccurrences(this.#text, from, this.#edits.spans);
    const added = found.map(([start, end]) => spans.makeSpan(start, end, from.label));
    this.#change(spans.putAll(this.#edits.spans, added), "occurrences", from, device);
    return found.length;
  }

  /** Select a span or none; `isQuiet` after an edit that was already announced. */
  select(span, isQuiet = false) {
    this.#selected = span;
    if (span) this.#stand(null, true);
    this.#view.select(span);
    if (span) this.#view.reveal(span.start, span.end);
    this.#on.moved(isQuiet);
  }

  /** Go to the next span; return false at the end, so that the focus can leave the text. */
  walk(direction) {
    const list = this.#edits.spans;
    const next = this.#selected || !this.#caret
      ? spans.neighbour(list, this.#selected, direction)
      : spans.spanFrom(list, direction > 0 ? this.#caret.start : this.#caret.end, direction);
    this.select(next);
    return Boolean(next);
  }

  /** Clear selection and cursor; return whether there was one. */
  release() {
    const had = Boolean(this.#selected || this.#caret);
    this.select(null, true);
    this.#stand(null);
    return had;
  }

  #stepsFor({ byWord, byLetter }) {
    if (byLetter || this.isByLetter) return byWord ? this.#words : this.#letters;
    return byWord ? this.#words : this.#tokens;
  }

  /** Move the cursor. */
  move(step) {
    const from = this.#caret ?? (this.#selected && carets.standOn([this.#selected.start, this.#selected.end]));
    if (this.#selected) this.select(null);
    let next = this.#next(from, step, false);
    // Word steps stop at a word's first token.
    if (step.byWord && next && !step.edge) next = this.#standAt(next.start) ?? next;
    this.#stand(next);
  }

  /** Extend the selection, or move an edge of the selected span. */
  stretch(step) {
    if (this.#selected && !step.line) {
      this.#stretchSpan(step);
      return;
    }
    this.#stand(this.#next(this.#caret, step, true));
  }

  #stretchSpan(step) {
    const span = this.#selected;
    if (step.edge) {
      const range = step.direction > 0 ? [span.start, this.#text.length] : [0, span.end];
      this.#resize(span, range, "keyboard");
      return;
    }
    const steps = this.#stepsFor({ byLetter: step.byLetter });
    this.#resize(span, carets.moveEdge(span, step.byWord ? "start" : "end", steps, step.direction), "keyboard");
  }

  #next(caret, step, stretching) {
    const steps = this.#stepsFor(step.edge ? { byLetter: step.byLetter } : step);
    if (step.edge) return carets.toEdge(caret, steps, step.direction, stretching);
    if (step.line && caret) {
      const edge = stretching && caret.start < caret.anchorStart ? caret.start : caret.end - 1;
      const place = this.#view.placeOnLine(edge, edge + 1, step.direction);
      const interval = place === null ? null : (steps.at(place) ?? steps.before(place) ?? steps.after(place));
      return stretching ? carets.stretchTo(caret, interval) : (carets.standOn(interval) ?? caret);
    }
    return stretching ? carets.stretch(caret, steps, step.direction) : carets.move(caret, steps, step.direction);
  }

  #stand(caret, isQuiet = false) {
    this.#caret = caret;
    const range = caret && [caret.start, caret.end];
    this.#view.mark("selection", carets.isStretched(caret) ? range : null);
    this.#view.mark("cursor", caret && !carets.isStretched(caret) ? range : null);
    if (caret) this.#view.reveal(...(caret.start < caret.anchorStart ? [caret.start, caret.start + 1] : [caret.end - 1, caret.end]));
    this.#on.moved(isQuiet);
  }

  /** What a listener should hear of the present choice: { words, label, proposed }, or null. */
  get choice() {
    const target = this.#target();
    if (!target) return null;
    if (target.span && target.span === this.#selected) {
      return { words: this.wordsOf(target.span), label: target.span.label, proposed: target.span.proposed };
    }
    const { start, end } = this.#caret;
    return { words: this.#text.slice(start, end), label: target.span?.label ?? null, proposed: target.span?.proposed ?? false };
  }

  // --- Mouse -------------------------------------------------------------------------------------

  #rangeOf(drag) {
    const steps = drag.byLetter ? this.#letters : this.#tokens;
    if (drag.edge) {
      const { span, edge } = drag.edge;
      const range = edge === "start" ? [drag.place, span.end] : [span.start, drag.place];
      if (range[0] >= range[1]) return null;
      const snapped = steps.snap(...range);
      // The edge that is held stays where it is, even inside a glued word.
      const wanted = snapped && (edge === "start" ? [snapped[0], span.end] : [span.start, snapped[1]]);
      return wanted && spans.between(this.#edits.spans, span, ...wanted);
    }
    if (drag.from === null) return null;
    const range = [Math.min(drag.from, drag.place), Math.max(drag.from, drag.place)];
    return steps.snap(...(isRightToLeft(this.#text) ? withWholeRuns(this.#text, ...range) : range));
  }

  #preview(drag) {
    const range = drag && this.#rangeOf(drag);
    this.#view.mark("cursor", null);
    this.#view.mark("selection", range);
  }

  #finish(drag) {
    const range = this.#rangeOf(drag);
    this.#view.mark("selection", null);
    if (drag.edge) this.#resize(drag.edge.span, range, "mouse");
    else {
      this.select(null);
      this.#create(range, this.current, "mouse", false);
    }
  }

  #click(target, place) {
    const span = this.#view.spanOf(target);
    if (span && target.closest(".unit__cross")) this.remove(span, "mouse");
    else if (span) this.select(span);
    else {
      this.select(null);
      this.#stand(place === null ? null : this.#standAt(place));
    }
  }
}
