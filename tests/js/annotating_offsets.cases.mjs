// Cases for Node and for the browser: each is given a function that compares two values.
import { countBelow, Offsets } from "../../static/js/annotating/offsets.js";

// Python counts these as 1, 1, 1, 2 and 4 code points.
const TEXTS = ["Vu à Nyon", "l’hôpital\u00a0: 3\t", "né 😀 le 𝒳 12", "e\u0301te\u0301", "👩‍⚕️👍🏽 Dr", "عربي 12 fr", ""];

const pointsOf = (text, unit) => [...text.slice(0, unit)].length;
const unitsOf = (text, point) => [...text].slice(0, point).join("").length;

export const cases = {
  "numbers below a limit are counted": (same) =>
    same([0, 2, 3, 9].map((limit) => countBelow([1, 2, 4], limit)), [0, 1, 2, 3]),
  "an emoji is one character to the server and two units here": (same) => {
    const offsets = new Offsets("a😀b");
    same([0, 1, 2, 3].map((point) => offsets.toUnits(point)), [0, 1, 3, 4]);
    same([0, 1, 3, 4].map((unit) => offsets.toPoints(unit)), [0, 1, 2, 3]);
  },
  "half an emoji counts as its beginning": (same) => same(new Offsets("a😀b").toPoints(2), 1),
  "both ways agree with counting by hand in every text": (same) => {
    for (const text of TEXTS) {
      const offsets = new Offsets(text);
      for (let point = 0; point <= [...text].length; point += 1) {
        same(offsets.toUnits(point), unitsOf(text, point));
        same(offsets.toPoints(offsets.toUnits(point)), point);
        same(pointsOf(text, offsets.toUnits(point)), point);
      }
    }
  },
};
