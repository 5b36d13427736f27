// data-copy="#field": puts the field's text on the clipboard and says so in the button.

const SHOWN_MS = 2500;

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // The clipboard API is only there on HTTPS and localhost; selecting works everywhere.
    field.select();
    document.execCommand("copy");
  }
}

export function bindCopyButtons(root) {
  for (const button of root.querySelectorAll("[data-copy]")) {
    const words = button.querySelector("[data-copy-words]");
    const before = words.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await copy(root.querySelector(button.dataset.copy));
      words.textContent = button.dataset.copied;
      setTimeout(() => { words.textContent = before; }, SHOWN_MS);
    });
  }
}
