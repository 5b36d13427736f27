// The list of the latest answers, to view again or take back.

/** The list of past answers; `on` has open(entry) and withdraw(entry). */
export class PastList {
  #list;
  #none;
  #labels;
  #say;
  #on;
  #drawn = null;

  constructor(root, { labels, say, on }) {
    this.#list = root.querySelector("[data-past-list]");
    this.#none = root.querySelector("[data-past-none]");
    this.#labels = labels;
    this.#say = say;
    this.#on = on;
  }

  /** Show these entries, latest first; `waiting` has the ids of unsent answers. */
  show(past, revisited, waiting) {
    const state = JSON.stringify([past.map((entry) => entry.answer.id), revisited?.answer.id, [...waiting]]);
    if (state === this.#drawn) return;
    this.#drawn = state;
    this.#none.hidden = past.length > 0;
    const rows = past.toReversed().map((entry) => this.#row(entry, entry === revisited, waiting.has(entry.answer.id)));
    this.#list.replaceChildren(...rows);
  }

  #row(entry, isOpen, isWaiting) {
    const item = document.createElement("li");
    item.className = "past__row";
    const open = button("past__open", this.#shortText(entry.task.text), () => this.#on.open(entry));
    if (isOpen) open.setAttribute("aria-current", "true");
    open.title = this.#say("open_again");
    const foot = document.createElement("span");
    foot.className = "past__foot";
    const badge = document.createElement("span");
    badge.className = `badge badge--${entry.answer.verdict}`;
    badge.textContent = this.#say(`verdict_${entry.answer.verdict}`);
    foot.append(badge, ...this.#swatches(entry.answer.units));
    if (isWaiting) foot.append(Object.assign(document.createElement("span"), { className: "muted", textContent: this.#say("not_sent") }));
    else foot.append(button("button button--quiet button--small past__withdraw", this.#say("withdraw"), () => this.#on.withdraw(entry)));
    item.append(open, foot);
    return item;
  }

  #swatches(units) {
    return units.slice(0, 12).map(({ label }) => {
      const swatch = document.createElement("span");
      swatch.className = `swatch sup-${this.#labels.get(label)?.sup}`;
      swatch.title = this.#labels.get(label)?.name ?? label;
      return swatch;
    });
  }

  #shortText(text) {
    const letters = [...text];
    return letters.length > 80 ? `${letters.slice(0, 78).join("")}…` : text;
  }
}

function button(className, words, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", className, textContent: words });
  made.addEventListener("click", act);
  return made;
}
