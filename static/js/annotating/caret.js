// Pure: the keyboard cursor, on a token or letter, which can be extended to a selection.
// { start, end } is its range, { anchorStart, anchorEnd } the range where the selection began.

/** Return a cursor on an interval, or null for none. */
export function standOn(interval) {
  if (!interval) return null;
  const [start, end] = interval;
  return { start, end, anchorStart: start, anchorEnd: end };
}

export function isStretched(caret) {
  return caret !== null && (caret.start !== caret.anchorStart || caret.end !== caret.anchorEnd);
}

/** Return the cursor moved by one step; without a cursor, start at the first or last step. */
export function move(caret, steps, direction) {
  if (!caret) return standOn(direction > 0 ? steps.first() : steps.last());
  // A selection collapses to its edge first, as in any editor.
  if (isStretched(caret)) {
    return standOn(direction > 0 ? steps.before(caret.end) : steps.after(caret.start)) ?? caret;
  }
  return standOn(direction > 0 ? steps.after(caret.end) : steps.beginningBefore(caret.start)) ?? caret;
}

/** Return the cursor with its selection extended or reduced by one step. */
export function stretch(caret, steps, direction) {
  if (!caret) return move(caret, steps, direction);
  const { start, end, anchorStart, anchorEnd } = caret;
  if (direction > 0) {
    if (start < anchorStart) return { ...caret, start: Math.min(steps.after(start + 1)?.[0] ?? anchorStart, anchorStart) };
    return { ...caret, end: steps.endingAfter(end)?.[1] ?? end };
  }
  if (end > anchorEnd) return { ...caret, end: Math.max(steps.before(end - 1)?.[1] ?? anchorEnd, anchorEnd) };
  return { ...caret, start: steps.beginningBefore(start)?.[0] ?? start };
}

/** Return the cursor moved, or its selection extended, to the beginning or end of the text. */
export function toEdge(caret, steps, direction, stretching) {
  const edge = direction > 0 ? steps.last() : steps.first();
  if (!edge) return caret;
  if (!stretching || !caret) return standOn(edge);
  return direction > 0
    ? { ...caret, start: caret.anchorStart, end: edge[1] }
    : { ...caret, start: edge[0], end: caret.anchorEnd };
}

/** Return the cursor with its selection extended from its anchor to another interval. */
export function stretchTo(caret, interval) {
  if (!caret || !interval) return caret;
  const [start, end] = interval;
  return {
    ...caret,
    start: Math.min(caret.anchorStart, start),
    end: Math.max(caret.anchorEnd, end),
  };
}

/** Return the span's range with one edge moved by one step, or null if that is impossible. */
export function moveEdge(span, edge, steps, direction) {
  if (edge === "end") {
    const next = direction > 0 ? steps.endingAfter(span.end)?.[1] : steps.before(span.end - 1)?.[1];
    return next !== undefined && next > span.start ? [span.start, next] : null;
  }
  const next = direction > 0 ? steps.after(span.start + 1)?.[0] : steps.beginningBefore(span.start)?.[0];
  return next !== undefined && next < span.end ? [next, span.end] : null;
}
