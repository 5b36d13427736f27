// Pure: the action of a key press. Digits are read by physical key, letters by the character they type.

const MOVES = {
  ArrowLeft: { direction: -1 },
  ArrowRight: { direction: 1 },
  ArrowUp: { direction: -1, line: true },
  ArrowDown: { direction: 1, line: true },
  Home: { direction: -1, edge: true },
  End: { direction: 1, edge: true },
};
const CONTROL = { s: "send", k: "search", z: "undo", y: "redo" };
const DIGIT = /^(?:Digit|Numpad)([0-9])$/;

/** The default keys of the page. */
export const DEFAULT_KEYS = Object.freeze({
  accept: "A",
  reject: "X",
  ignore: "Space",
  previous: "Backspace",
  flag: "F",
  guidelines: "G",
});
// A second key for the guidelines, unless it is assigned otherwise.
const ALSO = { H: "guidelines" };
// These punctuation keys can be switched off together with the single keys.
const SIGNS = { "?": "help", "/": "search" };

/** Return the letter or digit of this press, or null. */
function plainKey(press) {
  const digit = DIGIT.exec(press.code);
  if (digit) return digit[1];
  return /^[a-z]$/i.test(press.key) ? press.key.toUpperCase() : null;
}

/** Return the press in the notation of the categories' shortcuts, or null. */
function chord(press) {
  const key = plainKey(press);
  if (key === null) return null;
  const isDigit = key >= "0" && key <= "9";
  if (press.shiftKey && press.altKey) return isDigit ? `Shift+Alt+${key}` : null;
  if (press.altKey) return null;
  if (press.shiftKey) return isDigit ? `Shift+${key}` : null;
  return key;
}

/** The keys of one person in one contest. */
export class Keymap {
  #pending = "";
  #labels = new Map();
  #firsts = new Set();
  #own = new Map();

  /** `labels` have { label, shortcut }; `keys` is what the person changed, with `off` for single keys. */
  constructor(labels, keys = {}) {
    this.isOff = Boolean(keys.off);
    this.names = Object.fromEntries(
      Object.entries(DEFAULT_KEYS).map(([action, key]) => [action, keys[action] || key]),
    );
    for (const [action, key] of Object.entries(this.names)) this.#own.set(key, action);
    for (const [key, action] of Object.entries(ALSO)) if (!this.#own.has(key)) this.#own.set(key, action);
    for (const { label, shortcut } of labels) {
      // The person's own page keys take precedence.
      const [first, second] = shortcut.split(" ");
      if (!shortcut || this.#own.has(first)) continue;
      this.#labels.set(shortcut, label);
      if (second) this.#firsts.add(first);
    }
  }

  /** The first of two keys while waiting for the second, or an empty string. */
  get pending() {
    return this.#pending;
  }

  /** Return whether a category's shortcut works here. */
  works(shortcut) {
    return !this.isOff && this.#labels.has(shortcut);
  }

  forget() {
    this.#pending = "";
  }

  /** Return the action { name, … } of the press, or null; remember the first key of two. */
  read(press) {
    if (press.isComposing || press.key === "Dead" || press.key === "Process" || press.altGraph) return null;
    if (press.ctrlKey || press.metaKey) return this.#withControl(press);
    return this.#second(press) ?? this.#named(press) ?? (this.isOff ? null : this.#single(press));
  }

  #withControl(press) {
    const letter = press.altKey ? null : CONTROL[press.key.toLowerCase()];
    if (letter === "undo" && press.shiftKey) return { name: "redo" };
    if (letter && !(press.shiftKey && letter !== "undo")) return { name: letter };
    if (press.key === "Enter") return { name: "label-all" };
    if (press.key === "Delete") return { name: "clear" };
    return this.#move(press, true);
  }

  #move(press, byWord) {
    const step = MOVES[press.key];
    if (!step) return null;
    const byLetter = press.altKey;
    if (byLetter && !press.shiftKey) return null;
    return { name: press.shiftKey ? "stretch" : "move", ...step, byWord, byLetter };
  }

  #named(press) {
    const move = this.#move(press, false);
    if (move) return move;
    if (press.altKey) return null;
    if (press.key === "Enter") return { name: "label-current" };
    if (press.key === "Tab") return { name: "walk", direction: press.shiftKey ? -1 : 1 };
    if (press.key === "Delete") return { name: "delete" };
    if (press.key === "Escape") return { name: "escape" };
    if (press.key === "F2") return { name: "letters" };
    return null;
  }

  #second(press) {
    if (!this.#pending) return null;
    const shortcut = `${this.#pending} ${plainKey(press) ?? ""}`;
    this.#pending = "";
    return this.#labels.has(shortcut) && !press.shiftKey && !press.altKey
      ? { name: "label", label: this.#labels.get(shortcut) }
      : null;
  }

  #single(press) {
    const shortcut = chord(press);
    if (shortcut && this.#labels.has(shortcut)) return { name: "label", label: this.#labels.get(shortcut) };
    if (shortcut && this.#firsts.has(shortcut)) {
      this.#pending = shortcut;
      return { name: "pending", key: shortcut };
    }
    const key = press.key === " " ? "Space" : press.key;
    const action = press.altKey ? null : (this.#own.get(shortcut) ?? (press.shiftKey ? null : this.#own.get(key)));
    if (action) return { name: action };
    return !press.altKey && SIGNS[press.key] ? { name: SIGNS[press.key] } : null;
  }
}
