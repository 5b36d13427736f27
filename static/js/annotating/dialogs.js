// The page's dialogs: keys, signing in again, refused answers, guidelines beside the text.
import { dateWriter } from "../web/dates.js";

/** Bind the dialog for signing in again; return a function that opens it. */
export function bindSignIn(root, { email, signIn, done }) {
  const dialog = root.querySelector('[data-dialog="sign-in"]');
  const form = dialog.querySelector("[data-sign-in]");
  const error = dialog.querySelector("[data-sign-in-error]");
  const why = dialog.querySelector("[data-sign-in-why]");
  const ended = why.textContent;
  form.elements.username.value = email;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    error.textContent = "";
    const reason = await signIn(form.elements.password.value);
    form.elements.password.value = "";
    if (reason) {
      error.textContent = reason;
      form.elements.password.focus();
      return;
    }
    dialog.close();
    done();
  });
  dialog.querySelector("[data-sign-in-later]").addEventListener("click", () => dialog.close());
  return (reason) => {
    if (dialog.open) return;
    why.textContent = reason || ended;
    error.textContent = "";
    dialog.showModal();
    form.elements.password.focus();
  };
}

/** Bind the drawer with the guidelines; return a function that opens it at a category. */
export function bindGuidelines(root, { url, words }) {
  const dialog = root.querySelector('[data-dialog="guidelines"]');
  const body = dialog.querySelector("[data-drawer-body]");
  let loaded = false;

  async function load() {
    try {
      const response = await fetch(url, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const text = page.querySelector(".guide__text");
      if (!text) throw new Error("no text");
      body.replaceChildren(document.adoptNode(text));
      loaded = true;
    } catch {
      body.textContent = words;
    }
  }

  dialog.querySelector("[data-drawer-close]").addEventListener("click", () => dialog.close());
  return async (anchor) => {
    if (dialog.open) {
      dialog.close();
      return;
    }
    // Not modal: people continue marking while reading.
    dialog.show();
    if (!loaded) await load();
    const target = anchor && body.querySelector(`#${CSS.escape(anchor)}`);
    if (target) target.scrollIntoView({ block: "start" });
    else body.scrollTop = 0;
    root.querySelector("[data-text]").focus({ preventScroll: true });
  };
}

/** Bind the list of refused answers; return a function that opens it. */
export function bindRefused(root, { entries, again, drop, say }) {
  const dialog = root.querySelector('[data-dialog="refused"]');
  const list = dialog.querySelector("[data-refused-list]");
  const row = dialog.querySelector("[data-refused-row]");

  const write = dateWriter(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  const timeOf = (entry) => write(new Date(entry.answer.answered_at));

  function draw() {
    list.replaceChildren();
    for (const entry of entries()) {
      const item = row.content.cloneNode(true);
      const words = `${say(`verdict_${entry.answer.verdict}`)}, ${timeOf(entry)} – ${entry.refusal.reason}`;
      item.querySelector("[data-refused-words]").textContent = words;
      item.querySelector("[data-refused-again]").addEventListener("click", async () => {
        dialog.close();
        await again(entry);
      });
      item.querySelector("[data-refused-drop]").addEventListener("click", async () => {
        await drop(entry);
        draw();
        if (!list.children.length) dialog.close();
      });
      list.append(item);
    }
  }

  return () => {
    draw();
    dialog.showModal();
  };
}
