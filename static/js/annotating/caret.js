// Pure: the keyboard's cursor. It stands on a token (or letter) and can be stretched into a selection.
// { start, end } is what it covers, { anchorStart, anchorEnd } where the stretching began.

/** Return a cursor on an interval, or null for none. */
export function standOn(interval) {
  if (!interval) return null;
  const [start, end] = interval;
  return { start, end, anchorStart: start, anchorEnd: end };
}

export function isStretched(caret) {
  return caret !== null && (caret.start !== caret.anchorStart || caret.end !== caret.anchorEnd);
}

/** Return the cursor one step further; from nowhere, at the end of the text it comes from. */
export function move(caret, steps, direction) {
  if (!caret) return standOn(direction > 0 ? steps.first() : steps.last());
  // What was stretched falls back to its edge first, as in any text.
  if (isStretched(caret)) {
    return standOn(direction > 0 ? steps.before(caret.end) : steps.after(caret.start)) ?? caret;
  }
  return standOn(direction > 0 ? steps.after(caret.end) : steps.beginningBefore(caret.start)) ?? caret;
}

/** Return the cursor stretched by one step in a direction, or drawn in again. */
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

/** Return the cursor at the beginning or end of the text, or stretched to there. */
export function toEdge(caret, steps, direction, stretching) {
  const edge = direction > 0 ? steps.last() : steps.first();
  if (!edge) return caret;
  if (!stretching || !caret) return standOn(edge);
  return direction > 0
    ? { ...caret, start: caret.anchorStart, end: edge[1] }
    : { ...caret, start: edge[0], end: caret.anchorEnd };
}

/** Return the cursor stretched from where it began to another interval. */
export function stretchTo(caret, interval) {
  if (!caret || !interval) return caret;
  const [start, end] = interval;
  return {
    ...caret,
    start: Math.min(caret.anchorStart, start),
    end: Math.max(caret.anchorEnd, end),
  };
}

/** Return where one edge of a span goes with one step, or null where it cannot. */
export function moveEdge(span, edge, steps, direction) {
  if (edge === "end") {
    const next = direction > 0 ? steps.endingAfter(span.end)?.[1] : steps.before(span.end - 1)?.[1];
    return next !== undefined && next > span.start ? [span.start, next] : null;
  }
  const next = direction > 0 ? steps.after(span.start + 1)?.[0] : steps.beginningBefore(span.start)?.[0];
  return next !== undefined && next < span.end ? [next, span.end] : null;
}
