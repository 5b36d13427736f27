// A form that is sent stays sent for a moment: who clicks twice asks once.
// Only a moment, since some forms answer with a file and their page stays.
const MOMENT_MS = 4000;

export function bindOnce(root) {
  const sent = new WeakMap();
  root.addEventListener("submit", (event) => {
    const form = event.target;
    // Forms that a script sends look after themselves.
    if (event.defaultPrevented || form.method !== "post") return;
    const before = sent.get(form);
    if (before !== undefined && event.timeStamp - before < MOMENT_MS) event.preventDefault();
    else sent.set(form, event.timeStamp);
  });
  // Back in the browser, the page is as it was left: it can be sent anew at once.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) for (const form of root.forms) sent.delete(form);
  });
}
