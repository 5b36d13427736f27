// data-decide on a number: asks the server how many wait, and shows it where there are some.
// Beside the page, not in it: nobody waits for this number.

export async function bindWaiting(root) {
  const place = root.querySelector("[data-decide]");
  if (!place) return;
  try {
    const response = await fetch(place.dataset.decide, { headers: { Accept: "application/json" } });
    if (!response.ok) return;
    const { count } = await response.json();
    place.querySelector("[data-decide-count]").textContent = new Intl.NumberFormat(root.documentElement.lang).format(count);
    place.hidden = count === 0;
  } catch {
    // Left meanwhile, or no network: the tab works without its number.
  }
}
