// Displays one block of a text, plain text and spans, redrawing only changes.
import { sameSpans } from "./edits.js";
import { common, cutPieces } from "./pieces.js";

const NO_BREAK = "\u00a0";

function samePiece(one, other) {
  if (one.start !== other.start || one.end !== other.end) return false;
  if (!one.span || !other.span) return one.span === other.span;
  return sameSpans([one.span], [other.span]);
}

/** A block of the text in an element. */
export class TextBlock {
  #text;
  #labels;
  #owners;

  /** `owners` maps each node to its piece. */
  constructor({ start, end }, { element, text, labels, owners }) {
    this.start = start;
    this.end = end;
    this.element = element;
    this.pieces = [];
    this.#text = text;
    this.#labels = labels;
    this.#owners = owners;
  }

  draw(spans) {
    const wanted = cutPieces(this.start, this.end, spans);
    const before = this.pieces;
    const { head, tail } = common(before, wanted, samePiece);
    const fresh = wanted.slice(head, wanted.length - tail).map((piece) => this.#make(piece));
    const old = before.slice(head, before.length - tail);
    const next = before[before.length - tail]?.element ?? null;
    for (const piece of fresh) this.element.insertBefore(piece.element, next);
    for (const piece of old) piece.element.remove();
    this.pieces = [...before.slice(0, head), ...fresh, ...before.slice(before.length - tail)];
    // An equal span may now be a different object.
    this.pieces.forEach((piece, index) => { piece.span = wanted[index].span; });
  }

  #make({ start, end, span }) {
    const node = document.createTextNode(this.#text.slice(start, end));
    const element = span ? this.#makeSpan(node, span) : node;
    const piece = { start, end, span, node, element };
    this.#owners.set(node, piece);
    this.#owners.set(element, piece);
    return piece;
  }

  #makeSpan(node, span) {
    const element = document.createElement("mark");
    const { sup, name = span.label } = this.#labels.get(span.label) ?? {};
    const state = span.verdict ?? (span.proposed ? "proposed" : "");
    element.className = `unit sup-${sup}${state ? ` unit--${state}` : ""}`;
    const label = document.createElement("small");
    label.className = "unit__label";
    label.title = span.label;
    label.textContent = name;
    const cross = document.createElement("span");
    cross.className = "unit__cross";
    cross.setAttribute("aria-hidden", "true");
    element.append(node, NO_BREAK, label, cross);
    return element;
  }
}
