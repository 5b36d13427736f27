// Cases for Node and for the browser: each is given a function that compares two values.
import { isRightToLeft, withWholeRuns } from "../../static/js/annotating/direction.js";

// Two words from 3 to 12, one from 20 to 24.
const TEXT = "Dr أحمد محمد et dit שלום.";

export const cases = {
  "Arabic and Hebrew are written from right to left": (same) =>
    same(["Dr Rey", "12.03.2020", "שלום", "أ"].map(isRightToLeft), [false, false, true, true]),
  "within a run a range stays as it is": (same) => same(withWholeRuns(TEXT, 4, 9), [4, 9]),
  "a range that leaves a run takes it whole": (same) =>
    same([withWholeRuns(TEXT, 1, 4), withWholeRuns(TEXT, 9, 15)], [[1, 12], [3, 15]]),
  "a range from one run into another takes both": (same) => same(withWholeRuns(TEXT, 9, 22), [3, 24]),
  "a range without such letters stays as it is": (same) => same(withWholeRuns(TEXT, 0, 2), [0, 2]),
};
