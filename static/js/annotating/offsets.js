// Pure: the server counts code points, the browser UTF-16 units. The page uses units throughout and converts
// only incoming tasks and outgoing answers.

/** Return how many of the sorted numbers are below a limit. */
export function countBelow(sorted, limit) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Conversion between units and code points in one text. */
export class Offsets {
  #pairUnits = [];
  #pairPoints = [];

  constructor(text) {
    for (const match of text.matchAll(/[\u{10000}-\u{10ffff}]/gu)) {
      this.#pairPoints.push(match.index - this.#pairUnits.length);
      this.#pairUnits.push(match.index);
    }
  }

  toUnits(point) {
    return point + countBelow(this.#pairPoints, point);
  }

  toPoints(unit) {
    return unit - countBelow(this.#pairUnits, unit);
  }
}
