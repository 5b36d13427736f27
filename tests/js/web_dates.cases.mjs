// Cases for Node and for the browser: each is given a function that compares two values.
import { dateWriter } from "../../static/js/web/dates.js";

const FIRST = new Date(2026, 10, 1, 15, 4);
const ELEVENTH = new Date(2026, 10, 11, 9, 30);

export const cases = {
  "hours are counted to 24 in both languages": (same) =>
    same(["en", "fr"].map((language) => dateWriter(language, { hour: "2-digit", minute: "2-digit" })(FIRST)), ["15:04", "15:04"]),
  "in French the first of a month is 1er": (same) => {
    const day = dateWriter("fr", { weekday: "long", day: "numeric", month: "long" });
    same([day(FIRST), day(ELEVENTH)], ["dimanche 1er novembre", "mercredi 11 novembre"]);
  },
  "in English the day stands before the month": (same) =>
    same(dateWriter("en", { day: "numeric", month: "long", year: "numeric" })(FIRST), "1 November 2026"),
  "a long date has its first, and its time": (same) => {
    const words = dateWriter("fr", { dateStyle: "long", timeStyle: "short" })(FIRST);
    same([words.startsWith("1er novembre 2026"), words.endsWith("15:04")], [true, true]);
  },
};
