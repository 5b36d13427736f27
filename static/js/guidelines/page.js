// Reading guidelines: the contents fold on small screens and say where one is.

const contents = document.querySelector("[data-contents]");
const links = new Map(
  [...document.querySelectorAll("[data-contents] a")].map((link) => [link.hash.slice(1), link]),
);
const headings = [...document.querySelectorAll(".guide__text :is(h2, h3)[id]")].filter((heading) => links.has(heading.id));

const isSmall = matchMedia("(max-width: 60rem)");
if (contents && isSmall.matches) contents.open = false;
contents?.addEventListener("click", (event) => {
  if (isSmall.matches && event.target.closest("a")) contents.open = false;
});

let current = null;
function follow() {
  // The last heading above the upper third of the window is where one reads.
  const limit = innerHeight / 3;
  const heading = headings.findLast((each) => each.getBoundingClientRect().top < limit) ?? headings[0];
  const link = heading && links.get(heading.id);
  if (link === current) return;
  current?.removeAttribute("aria-current");
  current = link;
  current?.setAttribute("aria-current", "true");
  if (!isSmall.matches) current?.scrollIntoView({ block: "nearest" });
}

let waiting = false;
addEventListener("scroll", () => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; follow(); });
}, { passive: true });
follow();
