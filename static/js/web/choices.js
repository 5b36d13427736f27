// data-choice on a form with a select: its button shows once another choice is made. Without scripts
// it is always there.

export function bindChoices(root) {
  for (const form of root.querySelectorAll("[data-choice]")) {
    const [select, button] = [form.querySelector("select"), form.querySelector("[type=submit]")];
    const before = select.value;
    button.hidden = true;
    select.addEventListener("change", () => { button.hidden = select.value === before; });
  }
}
