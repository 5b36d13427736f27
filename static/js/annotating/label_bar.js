// The label bar: current label, keys and search.
import { shownRows } from "../web/row_filter.js";
import { cornerKey } from "./words.js";

/** The label bar; calls `on.choose(label)` after a click or a search. */
export class LabelBar {
  #root;
  #rows;
  #input;
  #search;
  #foundWords;
  #say;
  #on;
  #candidate = null;
  #chips;
  #shown = {};

  constructor(root, { keymap, say, on }) {
    this.#root = root;
    this.#say = say;
    this.#on = on;
    this.#rows = [...root.querySelectorAll("[data-row]")];
    this.#chips = new Map([...root.querySelectorAll("[data-label]")].map((chip) => [chip.dataset.label, chip]));
    this.#search = root.querySelector("[data-search]");
    this.#input = this.#search.querySelector("input");
    this.#foundWords = root.querySelector("[data-found]");
    this.#drawKeys(keymap);
    root.addEventListener("click", (event) => {
      const chip = event.target.closest("[data-label]");
      if (chip) this.#on.choose(chip.dataset.label, "mouse");
    });
    // A click on a label must not take the focus from the text.
    root.addEventListener("mousedown", (event) => {
      if (event.target.closest("[data-label]")) event.preventDefault();
    });
    this.#input.addEventListener("input", () => this.#filter());
    this.#input.addEventListener("keydown", (event) => this.#typed(event));
    this.#input.addEventListener("blur", () => { if (!this.#input.value) this.#close(); });
    this.#wasHidden = this.#search.hidden;
  }

  #wasHidden;

  #drawKeys(keymap) {
    for (const cap of this.#root.querySelectorAll("[data-shortcut]")) {
      const { shortcut } = cap.dataset;
      cap.textContent = cornerKey(shortcut);
      cap.hidden = !keymap.works(shortcut);
      if (!cap.hidden) cap.closest("[data-label]").setAttribute("aria-keyshortcuts", shortcut);
    }
  }

  /** Show the label of the selection and the current label, which Enter applies. */
  show(label, current = label) {
    const before = this.#shown;
    // Called at every step of the cursor, so change only what differs.
    if (label === before.label && current === before.current) return;
    this.#shown = { label, current };
    for (const each of new Set([before.label, before.current, label, current])) {
      const chip = this.#chips.get(each);
      chip?.setAttribute("aria-pressed", String(each === label));
      chip?.classList.toggle("is-current", each === current && current !== label);
    }
  }

  /** Open the search. */
  open() {
    this.#search.hidden = false;
    this.#input.focus();
    this.#input.select();
  }

  #close() {
    this.#input.value = "";
    this.#filter();
    this.#search.hidden = this.#wasHidden;
  }

  #filter() {
    const shown = shownRows(this.#input.value, this.#rows.map((row) => row.dataset.row));
    // Hide without changing the layout, so that the text below does not move.
    this.#rows.forEach((row, index) => row.classList.toggle("is-passed-over", !shown[index]));
    const found = this.#found;
    this.#pick(this.#input.value ? (found[0] ?? null) : null);
    this.#foundWords.textContent = this.#input.value ? this.#say("found", { count: found.length }) : "";
  }

  #pick(row) {
    this.#candidate?.classList.remove("is-candidate");
    this.#candidate = row;
    row?.classList.add("is-candidate");
    row?.scrollIntoView({ block: "nearest" });
  }

  get #found() {
    return this.#rows.filter((row) => !row.classList.contains("is-passed-over"));
  }

  #typed(event) {
    if (event.key === "Enter") {
      event.preventDefault();
      const label = this.#candidate?.querySelector("[data-label]").dataset.label;
      this.#leave();
      if (label) this.#on.choose(label, "keyboard");
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.#leave();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const found = this.#found;
      const index = found.indexOf(this.#candidate) + (event.key === "ArrowDown" ? 1 : -1);
      this.#pick(found[(index + found.length) % found.length] ?? null);
    }
  }

  #leave() {
    this.#close();
    this.#on.left();
  }
}
