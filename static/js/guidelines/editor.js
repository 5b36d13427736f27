// The editor of guidelines: buttons that write, a warning before unsaved text is lost, Ctrl+S,
// and on phones one of text and preview at a time. Saving and the preview are htmx's.
import { box, mark, name, placeOfLine } from "./text.js";

const editor = document.querySelector("[data-editor]");
const field = editor.querySelector("[data-text]");
const unsaved = editor.querySelector("[data-unsaved]");
let stored = field.defaultValue;
let sent = stored;

function selection() {
  return { text: field.value, start: field.selectionStart, end: field.selectionEnd };
}

function write({ start, end, replacement, selectFrom, selectTo }) {
  field.focus();
  field.setSelectionRange(start, end);
  // Old, but the only way that keeps the browser's own undo.
  if (!document.execCommand("insertText", false, replacement)) {
    field.setRangeText(replacement, start, end);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.setSelectionRange(selectFrom, selectTo);
}

const tools = editor.querySelector("[data-tools]");
const label = tools.querySelector("[data-label]");
tools.hidden = false;
tools.addEventListener("click", (event) => {
  const kind = event.target.closest("[data-insert]")?.dataset.insert;
  if (kind === "mark") write(mark(selection(), label.value, "…"));
  else if (kind === "name") write(name(selection(), label.value));
  else if (kind) write(box(selection(), kind, "…"));
});

function show(view) {
  editor.dataset.view = view;
  for (const button of editor.querySelectorAll("[data-show]")) {
    button.setAttribute("aria-pressed", String(button.dataset.show === view));
  }
}
for (const button of editor.querySelectorAll("[data-show]")) {
  button.addEventListener("click", () => show(button.dataset.show));
}

editor.addEventListener("click", (event) => {
  const line = event.target.closest("[data-line]")?.dataset.line;
  if (!line) return;
  const { from, to } = placeOfLine(field.value, Number(line));
  show("write");
  field.focus();
  // Browsers scroll to the caret, not to a selection: first the one, then the other.
  field.setSelectionRange(from, from);
  field.blur();
  field.focus();
  field.setSelectionRange(from, to);
});

function tell() {
  unsaved.hidden = field.value === stored;
}
field.addEventListener("input", tell);
// What someone wrote while the page was loading is neither saved nor in the preview.
addEventListener("load", () => {
  if (field.value === stored) return;
  tell();
  field.dispatchEvent(new Event("refresh"));
});
addEventListener("beforeunload", (event) => {
  if (field.value !== stored) event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s") {
    event.preventDefault();
    editor.requestSubmit();
  }
});
// Someone who was signed out gets the sign-in page for an answer: it belongs nowhere here.
const trouble = editor.querySelector("[data-trouble]");
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig } = event.detail;
  const isOurs = xhr.status === 200 && new URL(xhr.responseURL).pathname === requestConfig.path;
  event.detail.shouldSwap = isOurs;
  trouble.hidden = isOurs;
});
// Signing in again in another tab changes the token that a form must carry.
document.addEventListener("htmx:configRequest", (event) => {
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
  if (token) event.detail.parameters.csrfmiddlewaretoken = token;
});
document.addEventListener("htmx:sendError", () => { trouble.hidden = false; });
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt === editor) sent = field.value;
});
document.addEventListener("htmx:afterSettle", (event) => {
  // What someone else wrote stands below the editor: it must not be missed.
  if (event.target.querySelector(".conflict")) event.target.scrollIntoView({ block: "nearest" });
  // The preview settles as well, perhaps while the text is still on its way.
  if (event.detail.requestConfig?.elt !== editor) return;
  if (editor.querySelector("#save_result[data-saved]")) {
    stored = sent;
    tell();
  }
});
