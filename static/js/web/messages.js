// data-dismiss: removes the message around the button; the focus goes on to the page's content.

export function bindDismissals(root) {
  for (const button of root.querySelectorAll("[data-dismiss]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const message = button.closest(".message");
      const list = message.parentElement;
      message.remove();
      if (!list.children.length) list.remove();
      root.querySelector("main")?.focus();
    });
  }
}
