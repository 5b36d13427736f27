// The editor of categories: search, colours shown while they are chosen.
import { fill, shownRows } from "../web/row_filter.js";

/** data-colour="#rrggbb": the policy forbids style attributes, so colours are set from here. */
function paint(root) {
  for (const element of root.querySelectorAll("[data-colour]")) {
    element.style.setProperty("--sup", element.dataset.colour);
  }
}

function bindFilter(root) {
  const box = root.querySelector("[data-filter]");
  if (!box) return;
  const input = box.querySelector("input");
  const count = root.querySelector("[data-filter-count]");
  const none = root.querySelector("[data-filter-none]");
  const everything = count.textContent;

  const apply = () => {
    const rows = [...root.querySelectorAll("[data-row]")];
    const shown = shownRows(input.value, rows.map((row) => row.dataset.row));
    rows.forEach((row, place) => { row.hidden = !shown[place]; });
    for (const part of root.querySelectorAll("[data-filtered]")) {
      part.hidden = input.value.trim() !== "" && !part.querySelector("[data-row]:not([hidden])");
    }
    const found = shown.filter(Boolean).length;
    const isSearching = input.value.trim() !== "";
    none.hidden = found > 0 || !isSearching;
    count.textContent = isSearching ? fill(count.dataset.found, { found, all: rows.length }) : everything;
  };
  const clear = () => {
    input.value = "";
    apply();
    input.focus();
  };

  box.hidden = false;
  input.addEventListener("input", apply);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && input.value) {
      event.preventDefault();
      clear();
    }
  });
  root.querySelector("[data-filter-clear]").addEventListener("click", clear);
  root.addEventListener("htmx:afterSwap", apply);
  // The browser may have kept what was searched before a reload.
  apply();
}

/** data-take="#rrggbb" on a button puts that colour into the field instead of sending the form. */
function bindPalette(root) {
  const input = root.querySelector("[data-colour-input]");
  if (!input) return;
  root.querySelector("[data-palette]").hidden = false;
  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-take]");
    if (!button) return;
    event.preventDefault();
    input.value = button.dataset.take;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    if (!button.closest("[data-palette]")) input.focus();
  });
}

paint(document);
bindFilter(document);
bindPalette(document);
document.addEventListener("htmx:afterSwap", () => paint(document));
