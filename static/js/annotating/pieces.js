// Pure: splitting a text for display. Pieces are plain text or spans; long texts are divided into blocks, so that
// a change affects the layout of one block only.

// Shorter texts are one block. A block has about this many characters.
const LONG = 3000;
const BLOCK = 1200;
// If a sentence is longer than this, its block ends at a space instead.
const SENTENCE = 500;

/** Return the pieces { start, end, span } of a range of the text. */
export function cutPieces(start, end, spans) {
  const pieces = [];
  let place = start;
  for (const span of spans) {
    if (span.start > place) pieces.push({ start: place, end: span.start, span: null });
    pieces.push({ start: span.start, end: span.end, span });
    place = span.end;
  }
  if (place < end || !pieces.length) pieces.push({ start: place, end, span: null });
  return pieces;
}

/** Return the possible block boundaries of a long text: after a sentence, else after a space. */
export function breakPlaces(text) {
  const places = [];
  if (text.length <= LONG) return places;
  let from = BLOCK;
  while (from < text.length - BLOCK / 2) {
    const place = sentenceEnd(text, from) ?? blankEnd(text, from);
    if (place === null) break;
    places.push(place);
    from = place + BLOCK;
  }
  return places;
}

function sentenceEnd(text, from) {
  const found = /[.!?:;] /g;
  found.lastIndex = from;
  const match = found.exec(text);
  return match && match.index < from + SENTENCE ? match.index + 2 : null;
}

function blankEnd(text, from) {
  const blank = text.indexOf(" ", from);
  return blank === -1 ? null : blank + 1;
}

/** Return the blocks { start, end, spans }, without boundaries inside spans. */
export function cutBlocks(length, places, spans) {
  const blocks = [];
  let start = 0;
  let next = 0;
  const close = (end) => {
    const own = [];
    while (next < spans.length && spans[next].start < end) own.push(spans[next++]);
    blocks.push({ start, end, spans: own });
    start = end;
  };
  let seen = 0;
  for (const place of places) {
    while (seen < spans.length && spans[seen].end <= place) seen += 1;
    if (seen < spans.length && spans[seen].start < place) continue;
    close(place);
  }
  close(length);
  return blocks;
}

/** Return the number of equal items at the start and end of two lists. */
export function common(before, after, isSame) {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && isSame(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < most - head && isSame(before[before.length - 1 - tail], after[after.length - 1 - tail])) tail += 1;
  return { head, tail };
}
