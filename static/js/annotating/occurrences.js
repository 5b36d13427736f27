// Pure: other occurrences of a span's words.
import { touches } from "./spans.js";

const WORD = /[\p{L}\p{N}\p{M}]/u;

function isWord(text, place) {
  if (place < 0 || place >= text.length) return false;
  const low = text.charCodeAt(place);
  // The second half of a pair: look at the whole character.
  const from = low >= 0xdc00 && low <= 0xdfff ? place - 1 : place;
  return WORD.test(String.fromCodePoint(text.codePointAt(from)));
}

/** Return the unmarked ranges of the same words elsewhere.

 * A side at a word boundary must be at a boundary there too: "Rose" is not found in "Roseline", but the
 * number marked in "IPP123" is found in another "IPP123".
 */
export function furtherOccurrences(text, span, spans) {
  const words = text.slice(span.start, span.end);
  if (!words.trim()) return [];
  const freeBefore = !isWord(text, span.start - 1);
  const freeAfter = !isWord(text, span.end);
  const found = [];
  for (let start = text.indexOf(words); start !== -1; start = text.indexOf(words, start + 1)) {
    const end = start + words.length;
    const fits = (!freeBefore || !isWord(text, start - 1)) && (!freeAfter || !isWord(text, end));
    const isTaken = spans.some((each) => touches(each, start, end)) || touches(span, start, end);
    const overlaps = found.length > 0 && found.at(-1)[1] > start;
    if (fits && !isTaken && !overlaps) found.push([start, end]);
  }
  return found;
}
