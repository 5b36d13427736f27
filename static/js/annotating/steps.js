// Pure: the steps of the cursor: tokens, words (adjacent tokens) and letters.
// An interval is [start, end]; `before` and `after` return the nearest one or null; `beginningBefore` and
// `endingAfter` also return one that contains the position.
import { countBelow } from "./offsets.js";

/** Sorted intervals that do not overlap. */
export class Intervals {
  constructor(starts, ends) {
    this.starts = starts;
    this.ends = ends;
  }

  get length() {
    return this.starts.length;
  }

  #get(index) {
    return index >= 0 && index < this.length ? [this.starts[index], this.ends[index]] : null;
  }

  first() {
    return this.#get(0);
  }

  last() {
    return this.#get(this.length - 1);
  }

  /** Return the interval that holds the character at this place. */
  at(place) {
    const interval = this.#get(countBelow(this.ends, place + 1));
    return interval && interval[0] <= place ? interval : null;
  }

  after(place) {
    return this.#get(countBelow(this.starts, place));
  }

  before(place) {
    return this.#get(countBelow(this.ends, place + 1) - 1);
  }

  beginningBefore(place) {
    return this.#get(countBelow(this.starts, place) - 1);
  }

  endingAfter(place) {
    return this.#get(countBelow(this.ends, place + 1));
  }

  /** Return the range widened to whole intervals, or null where it touches none. */
  snap(start, end) {
    const first = countBelow(this.ends, start + 1);
    const last = countBelow(this.starts, end) - 1;
    return first <= last ? [this.starts[first], this.ends[last]] : null;
  }
}

/** Return the tokens of a task: flat offsets in code points. */
export function tokensOf(flat, offsets) {
  const starts = [];
  const ends = [];
  for (let index = 0; index < flat.length; index += 2) {
    starts.push(offsets.toUnits(flat[index]));
    ends.push(offsets.toUnits(flat[index + 1]));
  }
  return new Intervals(starts, ends);
}

/** Return the words: tokens with nothing between them are one. */
export function wordsOf(tokens) {
  const starts = [];
  const ends = [];
  for (let index = 0; index < tokens.length; index += 1) {
    if (ends.at(-1) === tokens.starts[index]) ends[ends.length - 1] = tokens.ends[index];
    else {
      starts.push(tokens.starts[index]);
      ends.push(tokens.ends[index]);
    }
  }
  return new Intervals(starts, ends);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
// Letters are segmented near a position only; no letter is longer than this.
const REACH = 64;

/** Visible letters (grapheme clusters), such as a letter with its accents. */
export class Letters {
  constructor(text) {
    this.text = text;
  }

  #segmentAt(place) {
    // Start at a space, which always separates letters, or else far enough away.
    let from = Math.max(0, place - REACH);
    const blank = this.text.lastIndexOf(" ", place - 1);
    if (blank >= from) from = blank;
    else if (from > 0 && isLow(this.text, from)) from -= 1;
    const segment = segmenter.segment(this.text.slice(from, place + REACH)).containing(place - from);
    return segment ? [from + segment.index, from + segment.index + segment.segment.length] : null;
  }

  first() {
    return this.at(0);
  }

  last() {
    return this.at(this.text.length - 1);
  }

  at(place) {
    return place >= 0 && place < this.text.length ? this.#segmentAt(place) : null;
  }

  after(place) {
    const here = this.at(place);
    return here && here[0] < place ? this.at(here[1]) : here;
  }

  before(place) {
    return this.at(place - 1);
  }

  beginningBefore(place) {
    return this.at(place - 1);
  }

  endingAfter(place) {
    return this.at(place);
  }

  /** Return the range widened to whole letters, without blanks at its edges; null if nothing is left. */
  snap(start, end) {
    if (start >= end) return null;
    const [first] = this.at(start) ?? [start];
    const [, last] = this.at(end - 1) ?? [0, end];
    const words = this.text.slice(first, last);
    const trimmed = words.trim();
    if (!trimmed) return null;
    const from = first + words.indexOf(trimmed);
    return [from, from + trimmed.length];
  }
}

function isLow(text, place) {
  const unit = text.charCodeAt(place);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
