// Pages about pre-annotation: why a mark is there, and walking through errors.
import { placeBeside } from "../web/tooltip_place.js";
import { bindWalks } from "../web/walk.js";

const opened = (mark) => mark.matches(":hover, :focus") && !mark.classList.contains("is-dismissed");

/** Put the explanation of a mark on the screen, and light up what set its rule off. */
function show(mark) {
  const box = mark.querySelector(".why");
  box.classList.add("is-placed");
  const { left, top } = placeBeside(
    mark.getClientRects()[0], box.getBoundingClientRect(),
    { width: document.documentElement.clientWidth, height: window.innerHeight },
  );
  // A style set by script is not an inline style of the page, which the policy forbids.
  box.style.setProperty("--why-x", `${left}px`);
  box.style.setProperty("--why-y", `${top}px`);
  light(mark, true);
}

function light(mark, isLit) {
  for (const word of mark.parentElement.querySelectorAll("[data-sets-off]")) {
    const sets = word.dataset.setsOff.split(" ").includes(mark.dataset.why);
    if (sets) word.classList.toggle("is-lit", isLit);
  }
}

const markOf = (event) => event.target instanceof Element ? event.target.closest("[data-why]") : null;

function enter(event) {
  const mark = markOf(event);
  if (!mark) return;
  if (opened(mark)) show(mark);
}

function leave(event) {
  const mark = markOf(event);
  if (!mark || mark.contains(event.relatedTarget)) return;
  mark.classList.remove("is-dismissed");
  if (!mark.matches(":focus")) light(mark, false);
}

for (const name of ["mouseover", "focusin"]) document.addEventListener(name, enter);
document.addEventListener("mouseout", leave);
document.addEventListener("focusout", (event) => {
  const mark = markOf(event);
  if (!mark) return;
  mark.classList.remove("is-dismissed");
  light(mark, false);
});
// Some browsers do not focus what is tapped.
document.addEventListener("click", (event) => markOf(event)?.focus());
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const mark of document.querySelectorAll("[data-why]:is(:hover, :focus)")) {
    mark.classList.add("is-dismissed");
    light(mark, false);
  }
});
addEventListener("scroll", () => {
  for (const mark of document.querySelectorAll("[data-why]:is(:hover, :focus)")) if (opened(mark)) show(mark);
}, { passive: true });

// The drawing is centred: where it is wider than the screen, it begins in its middle.
for (const graph of document.querySelectorAll(".graph")) {
  graph.scrollLeft = (graph.scrollWidth - graph.clientWidth) / 2;
}

bindWalks(document);
