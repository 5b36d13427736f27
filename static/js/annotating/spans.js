// Pure: operations on the spans of an answer. Spans are frozen, in order, and never overlap;
// every operation returns a new list.

/** Return a span; `proposed` marks an unedited proposal. */
export function makeSpan(start, end, label, proposed = false) {
  return Object.freeze({ start, end, label, proposed });
}

const byPlace = (one, other) => one.start - other.start;

/** Return whether a span and a range have a character in common. */
export function touches(span, start, end) {
  return span.start < end && start < span.end;
}

/** Return the spans with one more, replacing those it overlaps. */
export function put(spans, span) {
  return [...spans.filter((each) => !touches(each, span.start, span.end)), span].sort(byPlace);
}

/** Return the spans with several more, each replacing those it overlaps. */
export function putAll(spans, added) {
  return added.reduce(put, spans);
}

export function remove(spans, span) {
  return spans.filter((each) => each !== span);
}

/** Return the span that holds the character at this place. */
export function spanAt(spans, place) {
  return spans.find((each) => each.start <= place && place < each.end) ?? null;
}

/** Return the first span that shares a character with the range. */
export function spanOver(spans, start, end) {
  return spans.find((each) => touches(each, start, end)) ?? null;
}

/** Return the span next to this one in reading order, or at either end of the text. */
export function neighbour(spans, span, direction) {
  if (!span) return (direction > 0 ? spans[0] : spans.at(-1)) ?? null;
  return spans[spans.indexOf(span) + direction] ?? null;
}

/** Return the first span at or after a place, or the last before it. */
export function spanFrom(spans, place, direction) {
  return direction > 0
    ? (spans.find((each) => each.end > place) ?? null)
    : (spans.findLast((each) => each.start < place) ?? null);
}

/** Return the range limited by the span's neighbours, or null if it is empty. */
export function between(spans, span, start, end) {
  const index = spans.indexOf(span);
  const from = Math.max(start, spans[index - 1]?.end ?? 0);
  const to = Math.min(end, spans[index + 1]?.start ?? Infinity);
  return from < to ? [from, to] : null;
}

/** Return units in the server's format, in code points. */
export function toUnits(spans, offsets) {
  return spans.map(({ start, end, label }) => ({
    start: offsets.toPoints(start),
    end: offsets.toPoints(end),
    label,
  }));
}

/** Return spans from [start, end, label, …] in code points; `proposed` judges each of them. */
export function fromTriples(triples, offsets, proposed = () => false) {
  return triples
    .map((triple) => {
      const [start, end, label] = triple;
      return makeSpan(offsets.toUnits(start), offsets.toUnits(end), label, Boolean(proposed(triple)));
    })
    .sort(byPlace);
}
