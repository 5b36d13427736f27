// data-confirm="Question?" on a submit button: asks in a dialog before the form is sent.
// Without JavaScript the form is sent at once; where that matters the server asks on a page of its own,
// unless the form says that the dialog has already asked.

function sayConfirmed(form) {
  if (form.elements.confirmed) return;
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "confirmed", value: "1" });
  form.append(field);
}

export function bindConfirmations(root) {
  const dialog = root.querySelector("[data-confirm-dialog]");
  if (!dialog) return;
  const question = dialog.querySelector("[data-confirm-question]");
  const yes = dialog.querySelector("[data-confirm-yes]");
  let waiting = null;

  // Capturing: the question comes before anything else that listens to the form.
  root.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button?.dataset.confirm || button === waiting) return;
    event.preventDefault();
    event.stopPropagation();
    waiting = button;
    question.textContent = button.dataset.confirm;
    yes.textContent = button.dataset.confirmYes ?? button.textContent.trim();
    dialog.returnValue = "";
    dialog.showModal();
  }, { capture: true });

  dialog.addEventListener("close", () => {
    const button = waiting;
    if (dialog.returnValue === "yes" && button) {
      sayConfirmed(button.form);
      button.form.requestSubmit(button);
    }
    waiting = null;
    button?.focus();
  });
}
