// The form for writing messages: Enter sends, Shift+Enter starts a new line; links are chosen from a list.
import { plainWords, shownRows } from "../web/row_filter.js";

const SHOW_LEFT = 200;

/** The form below the messages; calls `send(draft)`. */
export class Composer {
  #form;
  #field;
  #drawing;
  #say;
  #most;
  #send;
  #links = {};

  constructor({ form, drawing, say, most, send }) {
    this.#form = form;
    this.#field = form.elements.text;
    this.#drawing = drawing;
    this.#say = say;
    this.#most = most;
    this.#send = send;
    this.#field.addEventListener("keydown", (event) => this.#key(event));
    this.#field.addEventListener("input", () => this.#fit());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    form.addEventListener("click", (event) => this.#unlink(event.target.closest("[data-unlink]")?.dataset.unlink));
    this.#bindLinks();
  }

  /** Put a message that could not be sent before the current text. */
  restore({ text, shown, is_announcement }) {
    this.#field.value = [text, this.#field.value].filter(Boolean).join("\n");
    this.#links = { ...this.#links, ...shown };
    if (this.#form.elements.announcement) this.#form.elements.announcement.checked = is_announcement;
    this.#fit();
    this.#drawLinks();
    this.#field.focus();
  }

  #key(event) {
    // With an input method, Enter also confirms a character.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.#form.requestSubmit();
  }

  #submit() {
    const text = this.#field.value;
    if (!text.trim() || text.length > this.#most) return this.#field.focus();
    const { category, section, input } = this.#links;
    this.#send({
      id: crypto.randomUUID(),
      text,
      is_announcement: this.#form.elements.announcement?.checked ?? false,
      category: category?.label ?? null,
      section: section ? { anchor: section.anchor, language: section.language } : null,
      input: input ? Number(input.id) : null,
      // The appearance of the links until the server returns the message.
      shown: this.#links,
    });
    this.#field.value = "";
    this.#links = {};
    if (this.#form.elements.announcement) this.#form.elements.announcement.checked = false;
    this.#fit();
    this.#drawLinks();
    this.#field.focus();
  }

  #fit() {
    const left = this.#most - this.#field.value.length;
    const words = this.#form.querySelector("[data-left]");
    const isOver = left < 0;
    words.textContent = left < SHOW_LEFT ? this.#say(isOver ? "over" : "left", { count: Math.abs(left) }) : "";
    words.classList.toggle("is-over", isOver);
    const lines = this.#field.value.split("\n").length;
    this.#field.rows = Math.min(6, Math.max(2, lines));
  }

  #drawLinks() {
    const place = this.#form.querySelector("[data-links]");
    place.replaceChildren(
      ...Object.entries(this.#links).map(([kind, link]) => {
        const remove = document.createElement("button");
        remove.type = "button";
        remove.className = "chat__unlink";
        remove.dataset.unlink = kind;
        remove.setAttribute("aria-label", this.#say("unlink", { title: link.title }));
        const cross = document.createElement("span");
        cross.setAttribute("aria-hidden", "true");
        cross.textContent = "×";
        remove.append(this.#drawing.chip(link), cross);
        return remove;
      }),
    );
  }

  #unlink(kind) {
    if (!kind) return;
    delete this.#links[kind];
    this.#drawLinks();
    this.#field.focus();
  }

  #bindLinks() {
    const dialog = document.querySelector("[data-links-dialog]");
    const body = dialog.querySelector("[data-links-body]");
    this.#form.querySelector("[data-open-links]").addEventListener("click", async () => {
      dialog.showModal();
      await fill(dialog, body);
    });
    dialog.querySelector("[data-links-close]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => this.#field.focus());
    dialog.querySelector("[data-links-search]").addEventListener("input", (event) => narrow(body, event.target.value));
    body.addEventListener("click", (event) => {
      const chosen = event.target.closest("[data-link]");
      if (chosen) this.#choose({ ...chosen.dataset }, dialog);
    });
    body.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = event.target.elements.number;
      this.#choose({ link: "input", id: field.value, title: `${field.dataset.title} ${field.value}` }, dialog);
    });
  }

  #choose({ link, ...about }, dialog) {
    this.#links[link] = about;
    this.#drawLinks();
    dialog.close();
  }
}

/** Load the choice of links each time, because the list of annotated texts changes. */
async function fill(dialog, body) {
  try {
    const response = await fetch(dialog.dataset.links, { credentials: "same-origin", redirect: "error" });
    if (!response.ok) throw new Error(String(response.status));
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    body.replaceChildren(...[...page.body.childNodes].map((node) => document.adoptNode(node)));
    narrow(body, dialog.querySelector("[data-links-search]").value);
  } catch {
    body.textContent = dialog.dataset.failed;
  }
}

function narrow(body, query) {
  const items = [...body.querySelectorAll("[data-link]")];
  const shown = shownRows(plainWords(query) ? query : "", items.map((item) => item.textContent));
  items.forEach((item, index) => { item.hidden = !shown[index]; });
  for (const part of body.querySelectorAll("[data-part]")) {
    const inside = [...part.querySelectorAll("[data-link]")];
    part.hidden = inside.length > 0 && inside.every((item) => item.hidden);
  }
}
