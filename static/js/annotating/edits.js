// Pure: the spans of one task with everything that can be undone and redone.

/** A list of spans with its past and its future. */
export class Edits {
  #past = [];
  #future = [];

  constructor(spans) {
    this.spans = spans;
  }

  /** Take a new list of spans; return whether it differs from the present one. */
  change(spans, what) {
    if (sameSpans(spans, this.spans)) return false;
    this.#past.push({ spans: this.spans, what });
    this.#future = [];
    this.spans = spans;
    return true;
  }

  /** Go back by one edit; return what was undone, or null. */
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
