// Cases for Node and for the browser: each is given a function that compares two values.
import { fill, fits, plainWords, shownRows } from "../../static/js/web/row_filter.js";

const AGE = "DÉMOGRAPHIE:ÂGE 8 Un âge, aussi d’un enfant.";
const ORDER = "ID:NUMÉRO_BON Shift+9 Le numéro d’un bon.";

export const cases = {
  "accents, case and signs make no difference": (same) =>
    same(plainWords("  DÉMOGRAPHIE:ÂGE, œil "), "demographie age oeil"),
  "an empty search shows all": (same) => same(shownRows("", [AGE, ORDER]), [true, true]),
  "blanks are no search": (same) => same(shownRows("  ", [AGE]), [true]),
  "the beginning of any word is enough": (same) => same(fits("demo", AGE), true),
  "the middle of a word is not": (same) => same(fits("mographie", AGE), false),
  "a word after an underscore is a word": (same) => same(fits("bon", ORDER), true),
  "all words have to fit, in any order": (same) => {
    same(fits("âge démo", AGE), true);
    same(fits("âge bon", AGE), false);
  },
  "a key is found": (same) => same(shownRows("shift+9", [AGE, ORDER]), [false, true]),
  "the description is searched": (same) => same(fits("enfant", AGE), true),
  "decomposed letters are the same letters": (same) => same(fits("a\u0302ge", AGE), true),
  "places in a sentence are filled": (same) =>
    same(fill("{found} of {all}", { found: 2, all: 60 }), "2 of 60"),
  "an unknown place stays": (same) => same(fill("{x} of {all}", { all: 1 }), "{x} of 1"),
};
