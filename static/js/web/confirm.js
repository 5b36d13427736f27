// data-confirm="Question?" on a submit button: asks in a dialog before the form is sent.
// Without JavaScript the form is sent at once; where that matters the server asks on a page of its own,
// unless the form says that the dialog has already asked.
//
// Not a module: those run when the whole page is there, and on a slow line a button can be pressed
// before. This one listens before there is any button.
{
  let waiting = null;

  const ask = (button) => {
    const dialog = document.querySelector("[data-confirm-dialog]");
    waiting = button;
    dialog.querySelector("[data-confirm-question]").textContent = button.dataset.confirm;
    dialog.querySelector("[data-confirm-yes]").textContent = button.dataset.confirmYes ?? button.textContent.trim();
    dialog.returnValue = "";
    dialog.addEventListener("close", () => answer(dialog), { once: true });
    dialog.showModal();
  };

  const answer = (dialog) => {
    const button = waiting;
    if (dialog.returnValue === "yes" && button.form) {
      sayConfirmed(button.form);
      button.form.requestSubmit(button);
    }
    waiting = null;
    button.focus();
  };

  const sayConfirmed = (form) => {
    if (form.elements.confirmed) return;
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "confirmed", value: "1" });
    form.append(field);
  };

  // Capturing: the question comes before anything else that listens to the form.
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button?.dataset.confirm || button === waiting) return;
    event.preventDefault();
    event.stopPropagation();
    // The dialog is the last thing of the page: who is quicker is asked when it is there.
    if (document.querySelector("[data-confirm-dialog]")) ask(button);
    else document.addEventListener("DOMContentLoaded", () => ask(button), { once: true });
  }, { capture: true });
}
