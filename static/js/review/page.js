// The review of one input: keys, one's own segment by selecting words, and the words it has.
import { Offsets } from "../annotating/offsets.js";
import { tokensOf } from "../annotating/steps.js";
import { moveEnd, readKey } from "./keys.js";

const form = document.querySelector("[data-decision]");
const text = document.querySelector("[data-review-text]");
const dialog = document.querySelector("[data-keys]");
const offsets = new Offsets(text.textContent);
const tokens = tokensOf(JSON.parse(text.dataset.tokens), offsets);

/** Return whether a press belongs to what has the focus: fields, and what Enter or Space would press. */
function isTaken(event) {
  if (document.querySelector("dialog[open]")) return true;
  const at = event.target;
  if (at.matches("textarea, select, input:not([type=radio], [type=checkbox])")) return true;
  // Arrows scroll the lanes while these have the focus.
  if (at.matches(".lanes") && event.key.startsWith("Arrow")) return true;
  return event.key === "Enter" && at.matches("a, button, summary");
}

function choose(input) {
  if (!input) return;
  input.checked = true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function chooseSegment(input) {
  if (!input) return;
  const label = input.dataset.label;
  const category = label && [...form.elements.namedItem("category")].find((each) => each.value === label);
  if (category) category.checked = true;
  choose(input);
}

/** Return the chosen segment in units of the browser, or null. */
function chosenSegment() {
  const chosen = form.querySelector("[name=segment]:checked");
  const own = chosen?.value === "own" ? [form.elements.start.value, form.elements.end.value] : chosen?.value.split("-");
  if (!own || own.length !== 2 || own.some((each) => !/^\d+$/.test(each))) return null;
  return own.map((each) => offsets.toUnits(Number(each)));
}

function setSelect(select, unit, shown) {
  const value = String(offsets.toPoints(unit));
  // Part of a word: not among the words that are offered.
  if (![...select.options].some((each) => each.value === value)) select.add(new Option(shown, value));
  select.value = value;
}

function setOwn([start, end]) {
  const words = text.textContent.slice(start, end);
  setSelect(form.elements.start, start, `${words}…`);
  setSelect(form.elements.end, end, `…${words}`);
  choose(form.querySelector("[data-own]"));
}

function showOwn() {
  const segment = chosenSegment();
  form.querySelector("[data-own-words]").textContent =
    segment && form.querySelector("[data-own]").checked ? text.textContent.slice(...segment) : "";
  mark(segment);
}

/** Mark the chosen segment in the text, where the browser can. */
function mark(segment) {
  if (!globalThis.Highlight) return;
  CSS.highlights.delete("own");
  if (segment) CSS.highlights.set("own", new Highlight(rangeOf(...segment)));
}

function rangeOf(start, end) {
  const range = document.createRange();
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const next = at + node.length;
    if (start >= at && start < next) range.setStart(node, start - at);
    if (end > at && end <= next) range.setEnd(node, end - at);
    at = next;
  }
  return range;
}

/** Return where a point of the document lies in the text. */
function placeOf(node, offset) {
  const before = document.createRange();
  before.selectNodeContents(text);
  before.setEnd(node, offset);
  return before.toString().length;
}

function takeSelection(exactly) {
  const selection = getSelection();
  if (selection.isCollapsed || !text.contains(selection.anchorNode) || !text.contains(selection.focusNode)) return;
  const range = selection.getRangeAt(0);
  const found = [placeOf(range.startContainer, range.startOffset), placeOf(range.endContainer, range.endOffset)];
  const wanted = exactly ? found : tokens.snap(...found);
  selection.removeAllRanges();
  if (wanted) setOwn(wanted);
}

function move(edge, direction) {
  const segment = chosenSegment();
  if (segment) setOwn(moveEnd(segment, edge, direction, tokens));
}

const actions = {
  segment: ({ key }) => chooseSegment(form.querySelector(`[name=segment][data-key="${key}"]`)),
  category: ({ key }) => choose(form.querySelector(`[name=category][data-key="${key}"]`)),
  start: ({ direction }) => move("start", direction),
  end: ({ direction }) => move("end", direction),
  save: () => form.requestSubmit(form.querySelector("[data-save]")),
  identical: () => form.querySelector("[data-identical]")?.click(),
  skip: () => form.querySelector("[data-skip]").click(),
  leave: () => document.querySelector("[data-leave] button")?.click(),
  undo: () => document.querySelector("[data-undo] button")?.click(),
  note: () => form.elements.note.focus(),
  others: () => {
    form.querySelector("[data-others]").open = true;
    form.querySelector("[data-others] input")?.focus();
  },
  guidelines: () => {
    const chosen = form.querySelector("[name=category]:checked")?.value;
    [...form.querySelectorAll("[data-guideline]")].find((each) => each.dataset.guideline === chosen)?.click();
  },
  keys: () => dialog.showModal(),
};

/** Say on the button that it refuses an objection, and let the browser ask for the reason. */
function showOutcome(refuses) {
  if (form.elements.answer) {
    form.elements.answer.required = refuses;
    form.querySelector("[data-answer-optional]").hidden = refuses;
  }
  const words = form.querySelector("[data-save-words]");
  words.textContent = refuses ? words.dataset.saveWords : words.dataset.otherWords;
}

function bind() {
  const words = form.querySelector("[data-save-words]");
  words.dataset.otherWords = words.textContent;
  showOutcome(Boolean(form.querySelector("[data-refuses]")));
  form.addEventListener("htmx:afterSettle", () => showOutcome(Boolean(form.querySelector("[data-refuses]"))));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.form === form) event.target.blur();
    if (isTaken(event)) return;
    const meant = readKey(event);
    if (!meant) return;
    event.preventDefault();
    // Held down, a key decides once.
    if (!event.repeat) actions[meant.name](meant);
  });
  text.addEventListener("pointerup", (event) => setTimeout(() => takeSelection(event.altKey)));
  form.addEventListener("change", (event) => {
    if (event.target.matches("select")) form.querySelector("[data-own]").checked = true;
    // Unknown until the platform has answered, which also judges by itself what comes too early.
    if (event.target.matches("[name=segment], [name=category], select")) showOutcome(false);
    showOwn();
  });
  const button = form.querySelector("[data-keys-button]");
  button.hidden = false;
  button.addEventListener("click", () => dialog.showModal());
  showOwn();
}

/** Bring the place in question into sight, in the middle of its neighbours; where all fit, nothing moves. */
function showPlace() {
  const place = document.querySelector(".lanes__place.is-focus");
  if (!place) return;
  const lanes = place.closest(".lanes");
  const first = place.offsetLeft - place.parentElement.firstElementChild.offsetWidth;
  const last = place.offsetLeft + place.offsetWidth - lanes.clientWidth;
  if (last > lanes.scrollLeft || first < lanes.scrollLeft) lanes.scrollLeft = last > 0 ? (first + last) / 2 : 0;
}

showPlace();
addEventListener("resize", showPlace);
// An archived contest shows, and decides nothing.
if (form) bind();
