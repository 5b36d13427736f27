// A big screen is left with Esc.
const leave = document.querySelector("[data-leave-screen]");
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented) leave.click();
});

// A big screen shows one table after the other, calmly; who asked for less motion sees both at once.
const PAUSE_MS = 12_000;
let shown = 0;

function turn() {
  const views = [...document.querySelectorAll("[data-view]")];
  if (!views.length) return;
  shown %= views.length;
  views.forEach((view, index) => { view.hidden = index !== shown; });
  shown += 1;
}

if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
  turn();
  setInterval(turn, PAUSE_MS);
  // What came anew shows all of it: back to one.
  document.body.addEventListener("palio:run", turn);
}
