// The page around a session: label bar, keys, buttons, tools. Shared by contests and trainings.
import { Editor } from "./editor.js";
import { Keymap } from "./keymap.js";
import { LabelBar } from "./label_bar.js";
import { PastList } from "./past_list.js";
import { Session } from "./session.js";
import { speaker } from "./words.js";

// The minimum visible height of the text, in pixels.
const LEAST_TEXT = 200;

/**
 * Set up the page. `parts` gives what differs: `source`, `sink` and, where wanted, `afterAnswer` of the
 * session, and `on`: send(), guidelines(anchor), help(), keep(draft), changed(bench), withdraw(entry), and where
 * wanted chose(label).
 */
export class Workbench {
  #root;
  #on;
  #text;
  #announcer;
  #hint;

  constructor(root, parts) {
    this.#root = root;
    this.#on = parts.on;
    this.config = JSON.parse(root.dataset.config);
    this.say = speaker(JSON.parse(root.dataset.words), document.documentElement.lang);
    this.labels = new Map(this.config.labels.map((each) => [each.label, each]));
    this.keymap = new Keymap(this.config.labels, this.config.keys);
    this.#text = root.querySelector("[data-text]");
    this.#announcer = root.querySelector("[data-announce]");
    this.#hint = root.querySelector("[data-hint]");
    this.editor = new Editor(this.#text, this.labels, {
      edited: (...what) => this.#edited(...what),
      moved: (isQuiet) => this.#moved(isQuiet),
      chose: (label, isGiven) => this.#chose(label, isGiven),
    });
    this.session = new Session({ ...parts, editor: this.editor, changed: () => this.#changed() });
    this.bar = new LabelBar(root.querySelector("[data-labels]"), {
      keymap: this.keymap,
      say: this.say,
      on: { choose: (label, device) => this.#choose(label, device), left: () => this.#text.focus() },
    });
    this.past = new PastList(root, {
      labels: this.labels,
      say: this.say,
      on: { open: (entry) => this.session.revisit(entry), withdraw: (entry) => this.#on.withdraw(entry) },
    });
    this.#showLabel();
    this.#nameKeys();
    this.#bind();
  }

  #bind() {
    document.addEventListener("keydown", (event) => this.#pressed(event));
    document.addEventListener("visibilitychange", () => this.session.attend());
    this.#root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-do]");
      if (button) this.act({ name: button.dataset.do }, "mouse");
    });
    // Tools and answer buttons must not take the focus from the text.
    this.#root.addEventListener("mousedown", (event) => {
      if (event.target.closest("[data-do]") && document.activeElement === this.#text) event.preventDefault();
    });
    this.#text.addEventListener("blur", () => this.keymap.forget());
  }

  #nameKeys() {
    for (const cap of this.#root.querySelectorAll("[data-key]")) {
      const key = this.keymap.names[cap.dataset.key];
      cap.textContent = { Space: this.say("key_Space"), Backspace: "⌫" }[key] ?? key;
      cap.hidden = this.keymap.isOff;
    }
    for (const row of this.#root.querySelectorAll("[data-single]")) row.hidden = this.keymap.isOff;
    const off = this.#root.querySelector("[data-single-off]");
    if (off) off.hidden = !this.keymap.isOff;
  }

  /** Announce something to screen readers. */
  announce(words) {
    // Repeated words must differ, or screen readers ignore them.
    this.#announcer.textContent = this.#announcer.textContent === words ? `${words}\u00a0` : words;
  }

  /** Show a hint until the next key press. */
  hint(words) {
    this.#hint.textContent = words;
    this.#hint.hidden = !words;
  }

  #pressed(event) {
    if (document.querySelector("dialog:modal") || event.defaultPrevented) return;
    const target = event.target;
    const press = {
      key: event.key, code: event.code, ctrlKey: event.ctrlKey, metaKey: event.metaKey, altKey: event.altKey,
      shiftKey: event.shiftKey, isComposing: event.isComposing, altGraph: event.getModifierState("AltGraph"),
    };
    if (target.closest?.("input, textarea, select")) {
      if (!(press.ctrlKey || press.metaKey) || !["s", "k"].includes(press.key.toLowerCase())) return;
    }
    const inText = target === this.#text || target === document.body;
    // A focused button or link handles its own keys, and Tab.
    if (!inText && ["Enter", " ", "Tab"].includes(press.key)) return;
    if (!inText && target.closest?.('[data-dialog="guidelines"]') && /^(Arrow|Home|End|Page)/.test(press.key)) return;
    const action = this.keymap.read(press);
    this.hint("");
    if (!action || (event.repeat && ["accept", "reject", "ignore", "previous"].includes(action.name))) return;
    if (this.act(action, "keyboard") !== false) event.preventDefault();
  }

  /** Perform an action; return false to let the browser handle the key. */
  act(action, device) {
    const { editor, session } = this;
    if (session.isAsleep && action.name !== "take-over") return this.#on.act?.(action, device) ?? false;
    const isWorking = session.task && !session.isPaused && !session.isBusy;
    const edits = {
      move: () => editor.move(action),
      stretch: () => editor.stretch(action),
      label: () => this.#choose(action.label, device),
      "label-current": () => editor.label(editor.current, device),
      "label-all": () => this.#labelAll(device),
      clear: () => editor.clear(device),
      undo: () => editor.undo(device),
      redo: () => editor.redo(device),
      walk: () => document.activeElement === this.#text && editor.walk(action.direction),
      delete: () => { if (!editor.remove(undefined, device)) this.#previous(); },
      accept: () => this.#answer("accept"),
      reject: () => this.#answer("reject"),
      ignore: () => this.#answer("ignore"),
      flag: () => this.#flag(),
    };
    const others = {
      previous: () => this.#previous(),
      forward: () => session.forward(),
      escape: () => this.#escape(),
      pause: () => this.#pause(),
      letters: () => this.#letters(),
      pending: () => this.hint(this.say("pending", { key: action.key })),
      search: () => this.bar.open(),
      guidelines: () => {
        void this.#on.guidelines(this.labels.get(editor.topic)?.anchor);
        this.#bringTextIntoSight();
      },
      help: () => this.#on.help(),
      send: () => void this.#on.send(),
    };
    if (others[action.name]) return others[action.name]();
    if (edits[action.name]) return isWorking ? edits[action.name]() : false;
    return this.#on.act?.(action, device) ?? false;
  }

  /** Make a label the current one if it exists. */
  choose(label) {
    if (!this.labels.has(label)) return;
    this.editor.current = label;
    this.#showLabel();
  }

  #choose(label, device) {
    if (this.session.isPaused) return;
    this.editor.label(label, device);
  }

  #chose(label, isGiven) {
    this.#showLabel();
    this.#on.chose?.(label);
    if (!isGiven) this.announce(this.say("current", { label: this.#nameOf(label) }));
  }

  #labelAll(device) {
    const count = this.editor.labelAll(device);
    if (count) this.announce(this.say("occurrences", { count }));
  }

  #answer(verdict) {
    this.announce(this.say(verdict));
    void this.session.answer(verdict);
  }

  #previous() {
    if (!this.session.previous()) this.hint(this.say("no_earlier"));
  }

  #escape() {
    const drawer = this.#root.querySelector("dialog.drawer[open]");
    if (this.keymap.pending) this.keymap.forget();
    else if (drawer) drawer.close();
    else if (!this.editor.release()) return this.session.forward();
    return true;
  }

  #flag() {
    this.session.flag();
    this.announce(this.say(this.session.isFlagged ? "flag_on" : "flag_off"));
  }

  #pause() {
    this.session.pause(!this.session.isPaused);
    this.announce(this.say(this.session.isPaused ? "paused" : "resumed"));
    if (!this.session.isPaused) this.#text.focus();
  }

  #letters() {
    this.editor.isByLetter = !this.editor.isByLetter;
    this.#root.querySelector('[data-do="letters"]').setAttribute("aria-pressed", String(this.editor.isByLetter));
    this.announce(this.say(this.editor.isByLetter ? "letters_on" : "letters_off"));
  }

  #edited(what, span, device) {
    this.session.edited(device);
    this.#showLabel();
    this.#showTools();
    this.#showOffer();
    this.#on.keep(this.session.draft);
    if (what === "occurrences") return;
    const words = span ? this.editor.wordsOf(span) : "";
    const ends = words.split(/\s+/);
    this.announce(this.say(what, { words, label: this.#nameOf(span?.label), first: ends[0], last: ends.at(-1) }));
  }

  #moved(isQuiet) {
    this.#showLabel();
    this.#showOffer();
    const choice = isQuiet ? null : this.editor.choice;
    if (!choice) return;
    const kind = !choice.label ? "choice" : choice.proposed ? "choice_proposed" : "choice_labelled";
    this.announce(this.say(kind, { ...choice, label: this.#nameOf(choice.label) }));
  }

  #nameOf(label) {
    return this.labels.get(label)?.name ?? label ?? "";
  }

  /** Scroll the page header away if too little of the text is visible. */
  #bringTextIntoSight() {
    const { top, bottom } = this.editor.sight;
    const text = this.#text.getBoundingClientRect();
    const seen = Math.min(bottom, text.bottom) - Math.max(top, text.top);
    if (seen < Math.min(LEAST_TEXT, text.height)) scrollBy({ top: this.#root.getBoundingClientRect().top });
  }

  #showLabel() {
    this.bar.show(this.editor.topic, this.editor.current);
  }

  #showTools() {
    const { editor } = this;
    const set = (name, isOn) => { this.#root.querySelector(`[data-do="${name}"]`).disabled = !isOn; };
    set("undo", editor.canUndo);
    set("redo", editor.canRedo);
    set("clear", editor.spans.length > 0 && Boolean(this.session.task));
  }

  #showOffer() {
    const offer = this.#root.querySelector("[data-offer]");
    const { count, words } = this.editor.further;
    offer.hidden = !count || !this.session.task;
    if (count) offer.querySelector("[data-offer-words]").textContent = this.say("offer", { count, words });
  }

  #shownTask = null;

  #changed() {
    const { session } = this;
    if (session.task !== this.#shownTask) {
      this.#shownTask = session.task;
      if (session.task) {
        this.announce(this.say("task", { count: this.editor.spans.length }));
        if (!document.activeElement?.closest?.("input, dialog")) this.#text.focus({ preventScroll: true });
      }
      this.#text.hidden = !session.task || session.isAsleep;
      scrollTo({ top: 0 });
      if (session.task) this.#bringTextIntoSight();
    }
    this.#text.hidden = !session.task || session.isAsleep;
    this.#root.querySelector("[data-veil]").hidden = !session.isPaused;
    this.#text.classList.toggle("is-veiled", session.isPaused);
    this.#root.querySelector('[data-do="pause"].button--icon').setAttribute("aria-pressed", String(session.isPaused));
    this.#root.querySelector('[data-do="flag"]').setAttribute("aria-pressed", String(session.isFlagged));
    this.#root.querySelector('[data-notice="revisited"]').hidden = !session.revisited;
    for (const button of this.#root.querySelectorAll("[data-verdicts] button")) {
      button.disabled = button.dataset.do === "previous" ? !session.past.length : !session.task || session.isPaused || session.isBusy;
    }
    this.#showLabel();
    this.#showTools();
    this.#showOffer();
    this.#on.changed(this);
  }
}
