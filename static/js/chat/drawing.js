// Displays messages. Their texts are inserted as plain text, never as markup.
import { dateWriter } from "../web/dates.js";

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function button(words, data, className = "button button--quiet button--small") {
  const made = element("button", className, words);
  made.type = "button";
  Object.assign(made.dataset, data);
  return made;
}

/** Displays the room in the reader's language. */
export class Drawing {
  #say;
  #moderates;
  #days;
  #times;
  #exact;

  constructor({ say, language, moderates }) {
    this.#say = say;
    this.#moderates = moderates;
    this.#days = dateWriter(language, { weekday: "long", day: "numeric", month: "long" });
    this.#times = dateWriter(language, { hour: "2-digit", minute: "2-digit" });
    this.#exact = dateWriter(language, { dateStyle: "long", timeStyle: "short" });
  }

  day(moment) {
    const line = element("li", "chat__day");
    line.append(element("span", "", this.#dayWords(new Date(moment))));
    return line;
  }

  news() {
    const line = element("li", "chat__day chat__day--new");
    line.append(element("span", "", this.#say("new")));
    return line;
  }

  message(message, goesOn) {
    const line = element("li", "chat__message");
    line.classList.toggle("is-mine", message.is_own);
    line.classList.toggle("goes-on", goesOn);
    line.classList.toggle("is-announcement", message.is_announcement && !message.is_removed);
    line.dataset.message = message.id;
    line.append(this.#head(message, goesOn), this.#body(message));
    const tools = this.#tools(message);
    if (tools.childElementCount) line.append(tools);
    return line;
  }

  /** Display an unsent message with its state. */
  waiting(entry, { isSending, reason }) {
    const line = element("li", "chat__message is-mine is-waiting");
    const { text, shown } = entry.answer;
    const state = entry.refusal ? "refused" : isSending ? "sending" : "waiting";
    line.dataset.waiting = entry.id;
    const head = element("p", "chat__head small");
    head.append(element("span", `badge badge--${entry.refusal ? "failed" : "queued"}`, this.#say(state)));
    line.append(head, this.#sheet(text, Object.values(shown ?? {}).map((link) => this.#chip(link))));
    const words = entry.refusal?.reason ?? reason;
    if (words) line.append(element("p", "chat__reason small", words));
    if (entry.refusal) {
      const tools = element("p", "chat__tools");
      tools.append(button(this.#say("edit"), { edit: entry.id }), button(this.#say("discard"), { discard: entry.id }));
      line.append(tools);
    }
    return line;
  }

  pinned(message) {
    const line = element("li", "chat__pin");
    const foot = element("p", "chat__head small muted");
    foot.append(element("span", "", message.author), this.#time(message.sent_at, this.#exact));
    line.append(this.#body(message), foot);
    if (this.#moderates) foot.append(this.#pinButton(message));
    return line;
  }

  /** Display a link of a message. */
  chip(link) {
    return this.#chip({ ...link, url: null });
  }

  #head(message, goesOn) {
    const head = element("p", goesOn ? "chat__head visually-hidden" : "chat__head small");
    const name = element("strong", "chat__author", message.author);
    head.append(name);
    if (message.is_own) head.append(element("span", "muted", `(${this.#say("own")})`));
    if (message.by_manager) head.append(element("span", "badge badge--manager", this.#say("manager")));
    if (message.is_announcement && !message.is_removed) head.append(element("span", "badge badge--training", this.#say("announcement")));
    head.append(this.#time(message.sent_at, this.#times));
    return head;
  }

  #body(message) {
    if (message.is_removed) return element("p", "chat__removed muted", this.#say("removed"));
    const links = [message.category, message.section].filter(Boolean).map((link) => this.#chip(link));
    if (message.input) links.push(this.#input(message.input));
    return this.#sheet(message.text, links);
  }

  #sheet(text, links) {
    const sheet = element("div", "chat__sheet");
    sheet.append(element("p", "chat__text", text));
    if (links.length) {
      const list = element("p", "chat__links");
      list.append(...links);
      sheet.append(list);
    }
    return sheet;
  }

  #chip({ title, name = title, url, family }) {
    const looks = family ? `category-name sup-${family}` : "chat__section";
    const chip = element(url ? "a" : "span", looks, name);
    if (url) chip.href = url;
    return chip;
  }

  #input({ url }) {
    const chip = element(url ? "a" : "span", "chat__section", this.#say(url ? "input" : "input_hidden"));
    if (url) chip.href = url;
    else chip.classList.add("muted");
    return chip;
  }

  #tools(message) {
    const tools = element("div", "chat__tools");
    if (!this.#moderates || message.is_removed) return tools;
    if (message.is_announcement) tools.append(this.#pinButton(message));
    tools.append(this.#removal(message));
    return tools;
  }

  #pinButton(message) {
    return button(this.#say(message.is_pinned ? "unpin" : "pin"), { pin: message.id, pinned: message.is_pinned ? "" : "1" });
  }

  /** Return the button with its confirmation dialog; the script sends the request instead of the form. */
  #removal(message) {
    const form = element("form");
    const remove = button(this.#say("remove"), { confirm: this.#say("remove_question"), confirmYes: this.#say("remove") });
    remove.type = "submit";
    remove.setAttribute("aria-label", this.#say("remove_of", { author: message.author }));
    form.dataset.remove = message.id;
    form.append(remove);
    return form;
  }

  #time(moment, format) {
    const time = element("time", "chat__time muted", format(new Date(moment)));
    time.dateTime = moment;
    time.title = this.#exact(new Date(moment));
    return time;
  }

  #dayWords(day) {
    const today = new Date();
    const yesterday = new Date(today);
    yesterday.setDate(today.getDate() - 1);
    if (day.toDateString() === today.toDateString()) return this.#say("today");
    return day.toDateString() === yesterday.toDateString() ? this.#say("yesterday") : this.#days(day);
  }
}
