// data-walk on a list: the arrow keys go from one item to the next, and on to the next page.

export function bindWalks(root) {
  for (const list of root.querySelectorAll("[data-walk]")) bindWalk(list, root);
}

function bindWalk(list, root) {
  const items = [...list.children];
  const go = (item) => {
    for (const each of items) each.tabIndex = each === item ? 0 : -1;
    item.focus();
    item.scrollIntoView({ block: "nearest" });
  };
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = items.indexOf(event.target.closest("[data-walk] > *"));
    event.preventDefault();
    const next = items[at + step];
    if (next) go(next);
    else root.querySelector(step > 0 ? 'a[rel="next"]' : 'a[rel="prev"]')?.click();
  });
  list.addEventListener("focusin", (event) => {
    const item = event.target.closest("[data-walk] > *");
    for (const each of items) each.tabIndex = each === item ? 0 : -1;
  });
}
