// Cases for Node and for the browser: each is given a function that compares two values.
import { relativeParts, relativeWords } from "../../static/js/web/relative_time.js";

const NOW = new Date("2026-11-16T12:00:00Z");
const before = (seconds) => new Date(NOW - seconds * 1000);

export const cases = {
  "less than a minute is said in seconds": (same) => same(relativeParts(-59.9), [-59, "second"]),
  "a minute begins at 60 seconds": (same) => same(relativeParts(-60), [-1, "minute"]),
  "an hour begins at 60 minutes": (same) => same(relativeParts(-3600), [-1, "hour"]),
  "a day begins at 24 hours": (same) => same(relativeParts(-86400), [-1, "day"]),
  "what is to come is positive": (same) => same(relativeParts(7200), [2, "hour"]),
  "beyond a week the date is clearer": (same) => same(relativeParts(-8 * 86400), null),
  "seven days are still days": (same) => same(relativeParts(-7 * 86400), [-7, "day"]),
  "English words": (same) => same(relativeWords(before(180), NOW, "en"), "3 minutes ago"),
  "French words": (same) => same(relativeWords(before(180), NOW, "fr"), "il y a 3 minutes"),
  "yesterday has its own word": (same) => same(relativeWords(before(86400), NOW, "en"), "yesterday"),
  "no words for an old date": (same) => same(relativeWords(before(90 * 86400), NOW, "fr"), null),
  "no words for what is no date": (same) => same(relativeWords(new Date("?"), NOW, "fr"), null),
};
