// Translates pointer events on the text into calls of the editor.

// Smaller movements count as a click.
const SLACK = 4;
// A drag this near to the edge of the visible text scrolls by this step.
const SCROLL_ZONE = 16;
const SCROLL_STEP = 12;

/** Bind the pointer to a text; `on` has preview, finish, click and doubleClick. */
export function bindPointer(root, view, on) {
  let drag = null;
  let scrolling = 0;

  function update(event) {
    drag.x = event.clientX;
    drag.y = event.clientY;
    drag.byLetter = event.shiftKey || on.isByLetter();
    follow();
  }

  function follow() {
    const place = view.placeAt(drag.x, drag.y);
    if (place === null) return;
    drag.place = place;
    on.preview(drag);
  }

  function scroll() {
    if (!drag?.moved) return;
    const { top, bottom } = view.sight;
    const beyond = drag.y < top + SCROLL_ZONE ? -1 : drag.y > bottom - SCROLL_ZONE ? 1 : 0;
    if (beyond) {
      scrollBy(0, beyond * SCROLL_STEP);
      follow();
    }
    scrolling = requestAnimationFrame(scroll);
  }

  function stop() {
    cancelAnimationFrame(scrolling);
    drag = null;
  }

  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary || on.isLocked()) return;
    // Prevent the browser's selection, and set the focus instead of it.
    event.preventDefault();
    root.focus({ preventScroll: true });
    const edge = view.edgeAt(event.clientX, event.clientY);
    const from = view.placeAt(event.clientX, event.clientY);
    drag = { x0: event.clientX, y0: event.clientY, from, edge, target: event.target, moved: false };
    root.setPointerCapture(event.pointerId);
  });
  // Preventing pointerdown does not prevent the browser's selection; this does.
  root.addEventListener("mousedown", (event) => event.button === 0 && event.preventDefault());

  root.addEventListener("pointermove", (event) => {
    if (!drag) {
      const edge = event.pointerType === "mouse" && !on.isLocked() && view.edgeAt(event.clientX, event.clientY);
      root.classList.toggle("is-on-edge", Boolean(edge));
      return;
    }
    if (!drag.moved) {
      if (Math.hypot(event.clientX - drag.x0, event.clientY - drag.y0) < SLACK) return;
      drag.moved = true;
      scrolling = requestAnimationFrame(scroll);
    }
    update(event);
  });

  root.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const ended = drag;
    if (ended.moved) {
      update(event);
      stop();
      on.finish(ended);
      return;
    }
    stop();
    on.click(ended.target, view.characterAt(event.clientX, event.clientY), event);
  });

  root.addEventListener("pointercancel", () => {
    if (!drag) return;
    stop();
    on.preview(null);
  });

  root.addEventListener("dblclick", (event) => {
    if (on.isLocked()) return;
    const place = view.characterAt(event.clientX, event.clientY);
    if (place !== null) on.doubleClick(place);
  });

  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drag) return;
    stop();
    on.preview(null);
  }, { capture: true });
}
