// Pure: what the editor's buttons write. A selection is {text, start, end}; an edit says which
// stretch is replaced by which words, and what is selected afterwards. Never touches the page.

const escaped = (words) => words.replace(/[[\]\\]/g, "\\$&");

/** Mark the selected words, or a word to be typed over, as an example of a category. */
export function mark({ text, start, end }, label, placeholder) {
  const words = text.slice(start, end);
  const inner = escaped(words) || placeholder;
  const replacement = `[${inner}](${label})`;
  const first = words ? start + replacement.length : start + 1;
  return { start, end, replacement, selectFrom: first, selectTo: words ? first : first + inner.length };
}

/** Write a category's name after the selection. */
export function name({ end }, label) {
  const replacement = `{${label}}`;
  const after = end + replacement.length;
  return { start: end, end, replacement, selectFrom: after, selectTo: after };
}

/** Put the selected lines, or a line to be typed over, into a box of its own. */
export function box({ text, start, end }, kind, placeholder) {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to);
  const isExample = kind === "correct" || kind === "incorrect";
  const body = lines.trim() ? lines : `${isExample ? "- " : ""}${placeholder}`;
  const before = from === 0 || text.slice(0, from).endsWith("\n\n") ? "" : "\n";
  const opening = `${before}::: ${kind}\n`;
  const replacement = `${opening}${body}\n:::\n`;
  const last = from + opening.length + body.length;
  return { start: from, end: to, replacement, selectFrom: lines.trim() ? last : last - placeholder.length, selectTo: last };
}

/** Return where a line begins and ends; lines are counted from 1. */
export function placeOfLine(text, line) {
  const lines = text.split("\n").slice(0, line);
  const to = lines.join("\n").length;
  return { from: to - (lines.at(-1)?.length ?? 0), to };
}
