import { placeBeside } from "../../static/js/web/tooltip_place.js";

const view = { width: 360, height: 640 };
const box = { width: 200, height: 80 };

export const cases = {
  "below its mark": (same) =>
    same(placeBeside({ left: 40, top: 100, bottom: 120 }, box, view), { left: 40, top: 120 }),
  "not beyond the right edge": (same) =>
    same(placeBeside({ left: 300, top: 100, bottom: 120 }, box, view), { left: 152, top: 120 }),
  "not beyond the left edge, however wide": (same) =>
    same(placeBeside({ left: -5, top: 10, bottom: 30 }, { width: 400, height: 20 }, view), { left: 8, top: 30 }),
  "above where there is no room below": (same) =>
    same(placeBeside({ left: 40, top: 600, bottom: 620 }, box, view), { left: 40, top: 520 }),
  "never above the top": (same) =>
    same(placeBeside({ left: 40, top: 30, bottom: 620 }, { width: 200, height: 300 }, view), { left: 40, top: 8 }),
};
