// data-unread="address": updates the number of unread messages on the chat's tab.

const ASK_MS = 60_000;

async function refresh(badge) {
  if (!navigator.onLine || document.visibilityState !== "visible") return;
  try {
    const response = await fetch(badge.dataset.unread, { credentials: "same-origin", redirect: "error", headers: { Accept: "application/json" } });
    if (response.ok) show(badge, (await response.json()).unread);
  } catch {
    // Keep the number until the server responds again.
  }
}

function show(badge, count) {
  badge.hidden = count === 0;
  badge.querySelector("[data-unread-count]").textContent = count > 99 ? "99+" : String(count);
}

export function bindUnread(root) {
  const badge = root.querySelector("[data-unread]");
  if (!badge) return;
  setInterval(() => void refresh(badge), ASK_MS);
}
