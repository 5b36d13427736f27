import { Intervals, Letters, tokensOf, wordsOf } from "../../static/js/annotating/steps.js";
import { Offsets } from "../../static/js/annotating/offsets.js";

// "Dr Durand, à 14h30."
const tokens = new Intervals([0, 3, 9, 11, 13, 18], [2, 9, 10, 12, 18, 19]);

export const cases = {
  "a token holds its letters and not the blank after it": (same) =>
    same([0, 1, 2, 3, 9, 99].map((place) => tokens.at(place)), [[0, 2], [0, 2], null, [3, 9], [9, 10], null]),
  "the next token begins at or after a place": (same) =>
    same([tokens.after(0), tokens.after(1), tokens.after(19)], [[0, 2], [3, 9], null]),
  "the token before ends at or before a place": (same) =>
    same([tokens.before(19), tokens.before(3), tokens.before(1)], [[18, 19], [0, 2], null]),
  "from within a token its own beginning and end come first": (same) =>
    same(
      [tokens.beginningBefore(5), tokens.beginningBefore(3), tokens.endingAfter(5), tokens.endingAfter(9), tokens.endingAfter(19)],
      [[3, 9], [0, 2], [3, 9], [9, 10], null],
    ),
  "a range snaps outwards to whole tokens": (same) => same(tokens.snap(4, 14), [3, 18]),
  "a range that ends where a token begins does not take it": (same) => same(tokens.snap(3, 9), [3, 9]),
  "a range on a blank takes nothing": (same) => same(tokens.snap(2, 3), null),
  "an empty range takes nothing": (same) => same(tokens.snap(3, 3), null),
  "a text without tokens has no steps": (same) => {
    const none = new Intervals([], []);
    same([none.first(), none.last(), none.at(0), none.after(0), none.before(5), none.snap(0, 5)], [null, null, null, null, null, null]);
  },
  "tokens come in code points": (same) =>
    same(tokensOf([0, 1, 2, 4], new Offsets("😀 né")).at(3), [3, 5]),
  "tokens that touch are one word": (same) => {
    const words = wordsOf(tokens);
    same([words.at(4), words.at(14), words.length], [[3, 10], [13, 19], 4]);
  },
  "a letter has its accents": (same) => same(new Letters("e\u0301te").at(0), [0, 2]),
  "an emoji with its parts is one letter": (same) => same(new Letters("a👩‍⚕️b").at(3), [1, 6]),
  "letters step forwards and backwards": (same) => {
    const letters = new Letters("ae\u0301😀b");
    same([letters.after(1), letters.after(3), letters.after(2), letters.before(5), letters.before(3)], [[1, 3], [3, 5], [3, 5], [3, 5], [1, 3]]);
    same([letters.after(6), letters.before(0)], [null, null]);
  },
  "letters are found far into a text without a blank": (same) => {
    const text = `${"x".repeat(500)}é😀é`;
    same(new Letters(text).at(502), [501, 503]);
  },
  "letters never cut a pair": (same) => same(new Letters("a😀b").snap(2, 3), [1, 3]),
  "blanks at the edges are trimmed": (same) => same(new Letters("a\u00a0\tb ").snap(1, 5), [3, 4]),
  "nothing but blanks is nothing": (same) => same(new Letters("a  b").snap(1, 3), null),
};
