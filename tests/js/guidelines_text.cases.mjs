// Cases for Node and for the browser: each is given a function that compares two values.
import { box, mark, name, placeOfLine } from "../../static/js/guidelines/text.js";

// "|" stands for the caret, "«…»" for a selection.
function selected(shown) {
  const [before, inside, after] = shown.includes("|")
    ? [shown.slice(0, shown.indexOf("|")), "", shown.slice(shown.indexOf("|") + 1)]
    : shown.split(/[«»]/);
  return { text: before + inside + after, start: before.length, end: before.length + inside.length };
}

function apply(shown, edit) {
  const { text } = selected(shown);
  const { start, end, replacement, selectFrom, selectTo } = edit;
  const result = text.slice(0, start) + replacement + text.slice(end);
  if (selectFrom === selectTo) return `${result.slice(0, selectFrom)}|${result.slice(selectFrom)}`;
  return `${result.slice(0, selectFrom)}«${result.slice(selectFrom, selectTo)}»${result.slice(selectTo)}`;
}

const marked = (shown) => apply(shown, mark(selected(shown), "NOM:X", "…"));
const boxed = (shown, kind) => apply(shown, box(selected(shown), kind, "…"));

export const cases = {
  "selected words become an example": (same) => same(marked("Mme «Durand»."), "Mme [Durand](NOM:X)|."),
  "brackets inside are escaped": (same) => same(marked("«a[1]\\b»"), "[a\\[1\\]\\\\b](NOM:X)|"),
  "without a selection the example is to be typed": (same) => same(marked("Mme |."), "Mme [«…»](NOM:X)."),
  "a name follows the selection": (same) =>
    same(apply("see «that» here", name(selected("see «that» here"), "NOM:X")), "see that{NOM:X}| here"),
  "a box takes whole lines": (same) =>
    same(boxed("one\n\n- t«w»o\nthree", "correct"), "one\n\n::: correct\n- two|\n:::\n\nthree"),
  "an empty box of examples begins a list": (same) => same(boxed("|", "incorrect"), "::: incorrect\n- «…»\n:::\n"),
  "an empty warning begins with words": (same) => same(boxed("one\n|", "warning"), "one\n\n::: warning\n«…»\n:::\n"),
  "lines are counted from 1": (same) => same(placeOfLine("ab\ncde\nf", 2), { from: 3, to: 6 }),
  "the first line begins at 0": (same) => same(placeOfLine("ab\ncde", 1), { from: 0, to: 2 }),
  "a line beyond the last is the last": (same) => same(placeOfLine("ab\ncde", 9), { from: 3, to: 6 }),
};
