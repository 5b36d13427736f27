// Cases for Node and for the browser: each is given a function that compares two values.
import { formatOf, hasValues, layoutIn } from "../../static/js/web/charts_look.js";

export const cases = {
  "French months": (same) => same(formatOf("fr").months.slice(0, 2), ["janvier", "février"]),
  "the week begins with Sunday, as plotly.js counts": (same) => same(formatOf("fr").days[0], "dimanche"),
  "French numbers have a comma": (same) => same(formatOf("fr").decimal, ","),
  "English numbers have a point": (same) => same(formatOf("en").decimal, "."),
  "the day stands first in French": (same) => same(formatOf("fr").dayMonth, "%-d %b"),
  "the month stands first in English": (same) => same(formatOf("en").dayMonth, "%b %-d"),
  "a line of unknown values has nothing to draw": (same) => same(hasValues([{ type: "scatter", x: ["a"], y: [null] }]), false),
  "one known value is enough": (same) => same(hasValues([{ type: "scatter", x: ["a", "b"], y: [null, 0] }]), true),
  "the line of zero is stronger than the grid": (same) => same(layoutIn({ line: "pale", strong: "dark" }).xaxis.zerolinecolor, "dark"),
  "numbers are written out": (same) => same(layoutIn({}).yaxis.exponentformat, "none"),
  "no series, nothing to draw": (same) => same(hasValues([]), false),
};
