// Cases for Node and for the browser: each is given a function that compares two values.
import { Intervals } from "../../static/js/annotating/steps.js";
import { moveEnd, readKey } from "../../static/js/review/keys.js";

const press = (key, code = "", more = {}) => ({ key, code, ...more });

// "le 3 mai": three words, at 0–2, 3–4 and 5–8.
const tokens = new Intervals([0, 3, 5], [2, 4, 8]);

export const cases = {
  "a digit chooses a segment": (same) => same(readKey(press("2", "Digit2")), { name: "segment", key: "2" }),
  "a digit is read by its key, whatever it types": (same) =>
    same(readKey(press("é", "Digit2")), { name: "segment", key: "2" }),
  "a digit with Shift is none": (same) => same(readKey(press("2", "Digit2", { shiftKey: true })), null),
  "the pad of numbers has digits too": (same) =>
    same(readKey(press("0", "Numpad0")), { name: "segment", key: "0" }),
  "a letter chooses a category, small or large": (same) => {
    same(readKey(press("b", "KeyB")), { name: "category", key: "B" });
    same(readKey(press("A", "KeyQ")), { name: "category", key: "A" });
  },
  "a letter is read by what it types": (same) =>
    same(readKey(press("a", "KeyQ")), { name: "category", key: "A" }),
  "other letters act": (same) =>
    same(["i", "s", "l", "u", "n", "g", "o"].map((key) => readKey(press(key)).name),
      ["identical", "skip", "leave", "undo", "note", "guidelines", "others"]),
  "a letter without a meaning has none": (same) => same(readKey(press("z", "KeyZ")), null),
  "names every object has are no keys": (same) => same(readKey(press("toString")), null),
  "Enter saves, but not with Shift": (same) => {
    same(readKey(press("Enter", "Enter")), { name: "save" });
    same(readKey(press("Enter", "Enter", { shiftKey: true })), null);
  },
  "a question mark shows the keys, wherever it lies": (same) => {
    same(readKey(press("?", "Slash", { shiftKey: true })), { name: "keys" });
    same(readKey(press("?", "KeyM", { shiftKey: true })), { name: "keys" });
  },
  "arrows move the end, with Shift the beginning": (same) => {
    same(readKey(press("ArrowLeft")), { name: "end", direction: -1 });
    same(readKey(press("ArrowRight", "", { shiftKey: true })), { name: "start", direction: 1 });
  },
  "what the browser has keys for stays the browser's": (same) => {
    for (const held of ["ctrlKey", "metaKey", "altKey", "isComposing"]) {
      same(readKey(press("s", "KeyS", { [held]: true })), null);
      same(readKey(press("1", "Digit1", { [held]: true })), null);
    }
  },
  "the end moves by a word, forth and back": (same) => {
    same(moveEnd([3, 4], "end", 1, tokens), [3, 8]);
    same(moveEnd([3, 8], "end", -1, tokens), [3, 4]);
  },
  "the beginning moves by a word, back and forth": (same) => {
    same(moveEnd([3, 4], "start", -1, tokens), [0, 4]);
    same(moveEnd([0, 4], "start", 1, tokens), [3, 4]);
  },
  "a segment keeps a word": (same) => {
    same(moveEnd([3, 4], "end", -1, tokens), [3, 4]);
    same(moveEnd([3, 4], "start", 1, tokens), [3, 4]);
  },
  "a segment stays within the text": (same) => {
    same(moveEnd([3, 8], "end", 1, tokens), [3, 8]);
    same(moveEnd([0, 4], "start", -1, tokens), [0, 4]);
  },
};
