// <time data-relative datetime="…">: shows how long ago it was, the exact time on hover.
import { relativeWords } from "./relative_time.js";

const REFRESH_MS = 30_000;

function refresh(root) {
  const language = document.documentElement.lang;
  for (const element of root.querySelectorAll("time[data-relative]")) {
    element.dataset.exact ??= element.textContent.trim();
    const words = relativeWords(new Date(element.dateTime), new Date(), language);
    element.textContent = words ?? element.dataset.exact;
    element.title = element.dataset.exact;
  }
}

export function bindTimes(root) {
  refresh(root);
  setInterval(() => refresh(root), REFRESH_MS);
}
