import { cornerKey, speaker } from "../../static/js/annotating/words.js";

const words = { plain: "Done: {what}", counted: { one: "{count} answer", other: "{count} answers" } };

export const cases = {
  "sentences are filled in": (same) => same(speaker(words, "en")("plain", { what: "x" }), "Done: x"),
  "one and many": (same) => {
    const say = speaker(words, "en");
    same([say("counted", { count: 0 }), say("counted", { count: 1 }), say("counted", { count: 1200 })], ["0 answers", "1 answer", "1,200 answers"]);
  },
  "in French nothing is one": (same) => same(speaker(words, "fr")("counted", { count: 0 }), "0 answer"),
  "keys in the corner are short": (same) => same(cornerKey("Shift+Alt+3"), "⇧\u2009Alt\u20093"),
};
