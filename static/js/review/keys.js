// Pure: what a key press means in the review. Digits are read by physical key, letters by what they type.

const DIGIT = /^(?:Digit|Numpad)([0-9])$/;
const LETTERS = {
  i: "identical", s: "skip", l: "leave", u: "undo", n: "note", g: "guidelines", o: "others",
};
const SHIFTS = { ArrowLeft: -1, ArrowRight: 1 };

/** Return { name, … } of what the press means, or null. */
export function readKey(press) {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return null;
  if (Object.hasOwn(SHIFTS, press.key)) return { name: press.shiftKey ? "start" : "end", direction: SHIFTS[press.key] };
  if (press.key === "?") return { name: "keys" };
  const digit = DIGIT.exec(press.code ?? "");
  if (digit && !press.shiftKey) return { name: "segment", key: digit[1] };
  if (press.shiftKey) return null;
  if (press.key === "Enter") return { name: "save" };
  const letter = press.key.toLowerCase();
  if (/^[a-f]$/.test(letter)) return { name: "category", key: letter.toUpperCase() };
  return Object.hasOwn(LETTERS, letter) ? { name: LETTERS[letter] } : null;
}

/** Return a segment with one of its ends moved by a token, or as it is where it cannot move. */
export function moveEnd([start, end], edge, direction, tokens) {
  if (edge === "end") {
    const next = direction > 0 ? tokens.after(end)?.[1] : tokens.before(end - 1)?.[1];
    return next !== undefined && next > start ? [start, next] : [start, end];
  }
  const next = direction > 0 ? tokens.after(start + 1)?.[0] : tokens.before(start)?.[0];
  return next !== undefined && next < end ? [next, end] : [start, end];
}
