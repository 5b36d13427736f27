import { isStretched, move, moveEdge, standOn, stretch, stretchTo, toEdge } from "../../static/js/annotating/caret.js";
import { Intervals, Letters } from "../../static/js/annotating/steps.js";

const tokens = new Intervals([0, 3, 10, 12], [2, 9, 11, 14]);
const covers = (caret) => [caret.start, caret.end];

export const cases = {
  "from nowhere the first step is on the first token, backwards on the last": (same) =>
    same([covers(move(null, tokens, 1)), covers(move(null, tokens, -1))], [[0, 2], [12, 14]]),
  "steps stop at the ends": (same) => {
    const last = standOn([12, 14]);
    same([covers(move(last, tokens, 1)), covers(move(last, tokens, -1))], [[12, 14], [10, 11]]);
  },
  "stretching and drawing in": (same) => {
    let caret = stretch(standOn([3, 9]), tokens, 1);
    same(covers(caret), [3, 11]);
    caret = stretch(caret, tokens, -1);
    same([covers(caret), isStretched(caret)], [[3, 9], false]);
    caret = stretch(caret, tokens, -1);
    same(covers(caret), [0, 9]);
    caret = stretch(caret, tokens, 1);
    same(covers(caret), [3, 9]);
  },
  "a stretched cursor falls back to its edge": (same) => {
    const caret = stretch(standOn([3, 9]), tokens, 1);
    same([covers(move(caret, tokens, 1)), covers(move(caret, tokens, -1))], [[10, 11], [3, 9]]);
  },
  "to the ends of the text": (same) => {
    const caret = standOn([3, 9]);
    same([covers(toEdge(caret, tokens, 1, true)), covers(toEdge(caret, tokens, -1, true)), covers(toEdge(caret, tokens, -1, false))], [[3, 14], [0, 9], [0, 2]]);
  },
  "stretching to another line keeps where it began": (same) => {
    const caret = standOn([3, 9]);
    same([covers(stretchTo(caret, [12, 14])), covers(stretchTo(caret, [0, 2]))], [[3, 14], [0, 9]]);
  },
  "letter by letter": (same) => {
    const letters = new Letters("IPP8003");
    let caret = standOn([3, 4]);
    for (let times = 0; times < 9; times += 1) caret = stretch(caret, letters, 1);
    same(covers(caret), [3, 7]);
  },
  "a span's edges move by tokens and never cross": (same) => {
    const span = { start: 3, end: 9 };
    same(
      [moveEdge(span, "end", tokens, 1), moveEdge(span, "end", tokens, -1), moveEdge(span, "start", tokens, -1), moveEdge(span, "start", tokens, 1)],
      [[3, 11], null, [0, 9], null],
    );
  },
  "a span cut inside a token grows to the token first": (same) =>
    same(
      [moveEdge({ start: 4, end: 7 }, "start", tokens, -1), moveEdge({ start: 4, end: 7 }, "end", tokens, 1)],
      [[3, 7], [4, 9]],
    ),
  "from within a word, stretching by words takes the rest of it first": (same) => {
    const on = stretch(standOn([4, 5]), tokens, 1);
    const back = stretch(standOn([5, 6]), tokens, -1);
    same([covers(on), covers(stretch(on, tokens, 1))], [[4, 9], [4, 11]]);
    same([covers(back), covers(stretch(back, tokens, -1))], [[3, 6], [0, 6]]);
  },
  "from within a word, a step back goes to its beginning, a step on to the next word": (same) =>
    same([covers(move(standOn([5, 6]), tokens, -1)), covers(move(standOn([5, 6]), tokens, 1))], [[3, 9], [10, 11]]),
};
