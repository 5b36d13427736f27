// Pure: runs of right-to-left text, which the mouse crosses in the opposite direction.

const LETTER = "\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}";
const IS = new RegExp(`[${LETTER}]`, "u");
// Spaces, digits and punctuation between such letters belong to the run.
const RUN = new RegExp(`[${LETTER}](?:[^\\p{L}]*[${LETTER}])*`, "gu");

/** Return whether a text contains right-to-left letters. */
export function isRightToLeft(text) {
  return IS.test(text);
}

/**
 * Return a range that was dragged over: where it begins or ends within a run and reaches out of it, the run is taken
 * whole. To leave it on the left, the mouse went over its last words, though what stands there comes before its first.
 */
export function withWholeRuns(text, start, end) {
  let [first, last] = [start, end];
  for (const { index, 0: run } of text.matchAll(RUN)) {
    const stop = index + run.length;
    if (index < start && start < stop && stop < end) first = index;
    if (index < end && end < stop && start < index) last = stop;
  }
  return [first, last];
}
