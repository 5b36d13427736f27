// Pure: the spans of one task with undo and redo.

/** A list of spans with its undo history. */
export class Edits {
  #past = [];
  #future = [];

  constructor(spans) {
    this.spans = spans;
  }

  /** Replace the spans; return whether they differ from the current ones. */
  change(spans, what) {
    if (sameSpans(spans, this.spans)) return false;
    this.#past.push({ spans: this.spans, what });
    this.#future = [];
    this.spans = spans;
    return true;
  }

  /** Undo one edit; return its kind, or null. */
  undo() {
    return this.#go(this.#past, this.#future);
  }

  redo() {
    return this.#go(this.#future, this.#past);
  }

  #go(from, to) {
    const step = from.pop();
    if (!step) return null;
    to.push({ spans: this.spans, what: step.what });
    this.spans = step.spans;
    return step.what;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }
}

/** Return whether two lists hold the same spans. */
export function sameSpans(one, other) {
  return (
    one.length === other.length
    && one.every((span, index) => span === other[index] || sameSpan(span, other[index]))
  );
}

function sameSpan(one, other) {
  return (
    one.start === other.start
    && one.end === other.end
    && one.label === other.label
    && one.proposed === other.proposed
    && one.verdict === other.verdict
  );
}
