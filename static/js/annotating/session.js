// The sequence of tasks and answers. The source of tasks and the destination of answers are passed in, so that
// contests and trainings share this code.
import { Pace, Stopwatch } from "./timing.js";

const HISTORY = 50;

/** Return a random UUID, also in insecure contexts. */
function makeId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/**
 * One person's annotation session.
 *
 * `source.next()` returns the next task, null where there is none (yet), and calls `source.arrived` when
 * there is one again; `sink(answer, isNew)` takes an answer and never waits; `afterAnswer(task, answer)`,
 * where given, is awaited before the next task is shown; `changed()` is told of everything.
 */
export class Session {
  #editor;
  #source;
  #sink;
  #afterAnswer;
  #changed;
  #watch = null;
  // The open task while an earlier one is viewed.
  #present = null;
  #draft = null;

  constructor({ editor, source, sink, afterAnswer = null, changed }) {
    this.#editor = editor;
    this.#source = source;
    this.#sink = sink;
    this.#afterAnswer = afterAnswer;
    this.#changed = changed;
    this.pace = new Pace();
    // Latest last: { task, answer }.
    this.past = [];
    this.task = null;
    // The entry of `past` that is viewed again, or null.
    this.revisited = null;
    this.isFlagged = false;
    this.isPaused = false;
    this.isBusy = false;
    this.isAsleep = false;
    source.arrived = () => this.#arrived();
  }

  #now() {
    // Monotonic time, independent of changes to the computer's clock.
    return performance.timeOrigin + performance.now();
  }

  get #runs() {
    return !this.isPaused && !this.isAsleep && document.visibilityState === "visible";
  }

  /** Start or stop the stopwatch after the page was hidden, shown, paused or put to sleep. */
  attend() {
    if (this.#runs) this.#watch?.run(this.#now());
    else this.#watch?.halt(this.#now());
  }

  pause(isPaused) {
    this.isPaused = isPaused;
    this.#editor.isLocked = isPaused || !this.task;
    this.attend();
    this.#changed();
  }

  sleep(isAsleep) {
    this.isAsleep = isAsleep;
    this.attend();
  }

  edited(device) {
    this.#watch?.edit(this.#now(), device);
  }

  /** Keep a draft until its task is shown. */
  restore(draft) {
    this.#draft = draft;
  }

  #arrived() {
    if (!this.task && !this.isBusy && !this.isAsleep) this.#show(this.#source.next());
    this.#changed();
  }

  #show(task) {
    this.task = task;
    this.revisited = null;
    const draft = task && this.#draft?.task === task.id ? this.#draft : null;
    this.isFlagged = draft?.isFlagged ?? false;
    if (task) {
      this.#draft = null;
      if (draft) this.#editor.show(task, draft.units, { proposed: ([, , , proposed]) => proposed });
      else this.#editor.show(task, task.shown_units, { proposed: () => true });
      this.#watch = new Stopwatch(this.#now(), this.#runs);
      if (this.isPaused) this.#editor.isLocked = true;
    } else this.#watch = null;
    this.#changed();
  }

  /** Answer the open task and show the next one. */
  async answer(verdict) {
    if (!this.task || this.isPaused || this.isBusy || this.isAsleep) return;
    const { task, revisited } = this;
    const times = this.#watch.read(this.#now());
    const units = verdict === "accept" ? this.#editor.units : [];
    const answer = { id: makeId(), task: task.id, verdict, units, is_flagged: this.isFlagged, ...times };
    this.pace.add(times.duration_ms);
    this.#remember(task, answer, revisited);
    this.#sink(answer, !(revisited && revisited.answer.verdict === "accept"));
    await this.#pauseFor(task, answer);
    if (revisited) this.#return();
    else this.#show(this.#source.next());
  }

  async #pauseFor(task, answer) {
    if (!this.#afterAnswer) return;
    this.isBusy = true;
    this.#editor.isLocked = true;
    this.#watch = null;
    this.#changed();
    await this.#afterAnswer(task, answer);
    this.isBusy = false;
  }

  #remember(task, answer, revisited) {
    if (revisited) this.past = this.past.filter((entry) => entry !== revisited);
    this.past = [...this.past, { task, answer }].slice(-HISTORY);
  }

  /** Add answers from earlier sessions, oldest first. */
  recall(entries) {
    const known = new Set(this.past.map((entry) => entry.task.id));
    this.past = [...entries.filter((entry) => !known.has(entry.task.id)), ...this.past].slice(-HISTORY);
    this.#changed();
  }

  /** Go back to the previous answer; return whether there is one. */
  previous() {
    const index = this.revisited ? this.past.indexOf(this.revisited) - 1 : this.past.length - 1;
    if (index >= 0) this.revisit(this.past[index]);
    return index >= 0;
  }

  /** Show an earlier answer again; return whether this was possible. */
  revisit(entry) {
    if (this.isPaused || this.isBusy || this.isAsleep) return false;
    if (!this.revisited) this.#leavePresent();
    this.task = entry.task;
    this.revisited = entry;
    this.isFlagged = entry.answer.is_flagged;
    const triples = entry.answer.units.map(({ start, end, label }) => [start, end, label]);
    this.#editor.show(entry.task, triples);
    this.#watch = new Stopwatch(this.#now(), this.#runs);
    this.#changed();
    return true;
  }

  #leavePresent() {
    this.#watch?.halt(this.#now());
    this.#present = this.task && {
      task: this.task,
      spans: this.#editor.spans,
      watch: this.#watch,
      isFlagged: this.isFlagged,
    };
  }

  /** Leave the viewed answer unchanged and return to the open task. */
  forward() {
    if (!this.revisited) return false;
    this.#return();
    return true;
  }

  #return() {
    const present = this.#present;
    this.#present = null;
    if (!present) {
      this.#show(this.#source.next());
      return;
    }
    this.task = present.task;
    this.revisited = null;
    this.isFlagged = present.isFlagged;
    this.#editor.show(present.task, [], { drawn: present.spans });
    this.#watch = present.watch;
    this.attend();
    this.#changed();
  }

  /** Remove a withdrawn answer from the list; the source supplies its task again. */
  withdrawn(entry) {
    this.past = this.past.filter((each) => each !== entry);
    if (this.revisited === entry) this.#return();
    this.#changed();
  }

  flag() {
    if (!this.task) return;
    this.isFlagged = !this.isFlagged;
    this.#changed();
  }

  /** The draft of the open task, or null. */
  get draft() {
    if (!this.task || this.revisited) return null;
    return { task: this.task.id, units: this.#editor.triples, isFlagged: this.isFlagged };
  }
}
