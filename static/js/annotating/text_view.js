// Displays a text with its spans and maps screen points to text positions.
// Only changes are redrawn; cursor and selection are CSS highlights and change no elements.
import { isRightToLeft } from "./direction.js";
import { breakPlaces, common, cutBlocks } from "./pieces.js";
import { TextBlock } from "./text_block.js";

// The mouse can grab a span's edge within this distance, in pixels.
const GRIP = 6;
const BIDI_REACH = 40;
// The distance from the edge after scrolling a range into view, in pixels.
const MARGIN = 16;
const supportsHighlights = typeof Highlight === "function" && "highlights" in CSS;

/** The text of one task in an element of the page. */
export class TextView {
  #root;
  #labels;
  #text = "";
  #hasRightToLeft = false;
  #breaks = [];
  #blocks = [];
  // The piece { start, end, span, node (its words), element } that a node of the page belongs to.
  #owners = new WeakMap();
  #selected = null;
  #highlights = {};
  // The fixed elements above and below the text.
  #above;
  #below;
  // Cached until the next scrolling, because every cursor step needs it.
  #sight = null;

  constructor(root, labels) {
    this.#root = root;
    this.#labels = labels;
    const page = root.closest("[data-annotator]");
    this.#above = page?.querySelector("[data-labels]");
    this.#below = page?.querySelector("[data-verdicts]");
    for (const name of ["scroll", "resize"]) addEventListener(name, () => { this.#sight = null; }, { passive: true });
    for (const name of ["cursor", "selection"]) {
      if (!supportsHighlights) continue;
      this.#highlights[name] = new Highlight();
      CSS.highlights.set(`annotator-${name}`, this.#highlights[name]);
    }
  }

  show(text, spans) {
    this.#text = text;
    this.#hasRightToLeft = isRightToLeft(text);
    this.#breaks = breakPlaces(text);
    this.#selected = null;
    this.#blocks = [];
    this.#owners = new WeakMap();
    this.#root.replaceChildren();
    this.mark("cursor", null);
    this.mark("selection", null);
    this.draw(spans);
  }

  /** Display these spans, changing only what differs. */
  draw(spans) {
    const wanted = cutBlocks(this.#text.length, this.#breaks, spans);
    const before = this.#blocks;
    const isSame = (one, other) => one.start === other.start && one.end === other.end;
    const { head, tail } = common(before, wanted, isSame);
    const fresh = wanted.slice(head, wanted.length - tail).map((block) => this.#makeBlock(block));
    const next = before[before.length - tail]?.element ?? null;
    if (this.#breaks.length) for (const block of fresh) this.#root.insertBefore(block.element, next);
    for (const block of before.slice(head, before.length - tail)) block.element.remove();
    this.#blocks = [...before.slice(0, head), ...fresh, ...before.slice(before.length - tail)];
    this.#blocks.forEach((block, index) => block.draw(wanted[index].spans));
  }

  #makeBlock(block) {
    // A text of one block needs no element of its own.
    const element = this.#breaks.length ? document.createElement("div") : this.#root;
    if (element !== this.#root) element.className = "text-block";
    return new TextBlock(block, { element, text: this.#text, labels: this.#labels, owners: this.#owners });
  }

  /** Show which span is selected. */
  select(span) {
    this.#selected?.classList.remove("is-selected");
    this.#selected = span && this.elementOf(span);
    this.#selected?.classList.add("is-selected");
  }

  elementOf(span) {
    return this.#pieceAt(span.start)?.element ?? null;
  }

  /** Show a range as "cursor" or "selection"; null shows none. */
  mark(name, range) {
    if (!supportsHighlights) {
      if (range) getSelection()?.setBaseAndExtent(...this.#pointOf(range[0]), ...this.#pointOf(range[1], true));
      else if (name === "selection") getSelection()?.removeAllRanges();
      return;
    }
    const highlight = this.#highlights[name];
    highlight.clear();
    if (!range) return;
    // Piece by piece: the labels in between are not part of the text.
    for (const piece of this.#piecesIn(...range)) {
      const part = new StaticRange({
        startContainer: piece.node,
        startOffset: Math.max(range[0], piece.start) - piece.start,
        endContainer: piece.node,
        endOffset: Math.min(range[1], piece.end) - piece.start,
      });
      highlight.add(part);
    }
  }

  /** Scroll a range into view. */
  reveal(start, end) {
    const box = this.rectOf(start, end);
    if (!box) return;
    const known = this.#sight;
    if (known && box.top >= known.top + MARGIN && box.bottom <= known.bottom - MARGIN) return;
    const { top, bottom } = this.sight;
    if (box.top < top + MARGIN) scrollBy({ top: box.top - top - MARGIN });
    else if (box.bottom > bottom - MARGIN) scrollBy({ top: box.bottom - bottom + MARGIN });
  }

  /** The visible part { top, bottom } of the text's window, between label bar and answer buttons. */
  get sight() {
    this.#sight = {
      top: Math.max(0, this.#above?.getBoundingClientRect().bottom ?? 0),
      bottom: Math.min(innerHeight, this.#below?.getBoundingClientRect().top ?? innerHeight),
    };
    return this.#sight;
  }

  /** Return the rectangle of a range on the screen. */
  rectOf(start, end) {
    const range = document.createRange();
    range.setStart(...this.#pointOf(start));
    range.setEnd(...this.#pointOf(end, true));
    return range.getBoundingClientRect();
  }

  #piecesIn(start, end) {
    return this.#blocks
      .filter((block) => block.start < end && start < block.end)
      .flatMap((block) => block.pieces.filter((piece) => piece.start < end && start < piece.end));
  }

  #pieceAt(place) {
    const block = lastFrom(this.#blocks, place);
    return lastFrom(block.pieces, place);
  }

  #pointOf(place, isEnd = false) {
    const piece = this.#pieceAt(isEnd ? Math.max(0, place - 1) : place);
    return [piece.node, Math.min(place, piece.end) - piece.start];
  }

  /** Return the text position nearest to a screen point. */
  placeAt(x, y) {
    const place = this.#nearestPlace(x, y);
    return this.#hasRightToLeft && place !== null ? this.#placeByCharacter(place, x, y) : place;
  }

  /** Correct a place by the character under the point: at the edge of a run the browser takes the other end of it. */
  #placeByCharacter(place, x, y) {
    const character = this.#characterNear(place, x, y);
    if (character === null) return place;
    if (isRightToLeft(this.#text[character])) {
      const { left, right } = this.rectOf(character, character + 1);
      return x < (left + right) / 2 ? character + 1 : character;
    }
    // Beside a run, on the far side of the character: its near side would be the run's other end.
    if (place > character) return isRightToLeft(this.#text[place] ?? "") ? character : place;
    return isRightToLeft(this.#text[character - 1] ?? "") ? character + 1 : place;
  }

  #nearestPlace(x, y) {
    const point = caretAt(x, y);
    if (!point || !this.#root.contains(point.node)) return this.#placeBeside(x, y);
    const piece = this.#owners.get(point.node);
    if (piece?.node === point.node) return piece.start + Math.min(point.offset, piece.end - piece.start);
    // Between two elements: the place of the one that follows.
    const next = point.node.childNodes?.[point.offset];
    const following = next && this.#owners.get(next);
    if (following && following.element === next) return following.start;
    // Within a label: the words before it have ended there.
    for (let node = point.node; node !== this.#root; node = node.parentNode) {
      const around = this.#owners.get(node);
      if (around) return around.end;
    }
    return this.#endOf(point.node);
  }

  #endOf(node) {
    return this.#blocks.find((block) => block.element === node)?.end ?? this.#text.length;
  }

  #placeBeside(x, y) {
    const box = this.#root.getBoundingClientRect();
    if (y < box.top) return 0;
    if (y > box.bottom) return this.#text.length;
    const inside = Math.min(Math.max(x, box.left + 1), box.right - 1);
    return inside === x ? null : this.#nearestPlace(inside, y);
  }

  /** Return the position of the character under a point, or null. */
  characterAt(x, y) {
    const place = this.#nearestPlace(x, y);
    return place === null ? null : this.#characterNear(place, x, y);
  }

  #characterNear(place, x, y) {
    // Where the writing direction changes, the nearest position may be some letters away.
    for (let far = 0; far <= BIDI_REACH; far += 1) {
      for (const each of [place - 1 - far, place + far]) {
        if (each >= 0 && each < this.#text.length && this.#covers(each, x, y)) return each;
      }
    }
    return null;
  }

  #covers(place, x, y) {
    const range = document.createRange();
    range.setStart(...this.#pointOf(place));
    range.setEnd(...this.#pointOf(place + 1, true));
    return [...range.getClientRects()].some((box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
  }

  /** Return { span, edge } if the point is on a span's "start" or "end", else null. */
  edgeAt(x, y) {
    const target = document.elementFromPoint(x, y);
    // Points slightly outside the span count as well.
    const marks = [target, document.elementFromPoint(x + GRIP, y), document.elementFromPoint(x - GRIP, y)];
    for (const element of new Set(marks.map((each) => each?.closest?.(".unit")))) {
      if (!element || !this.#root.contains(element)) continue;
      const piece = this.#owners.get(element);
      if (!piece) continue;
      const edge = edgeOf(element, piece.node, x, y);
      if (edge) return { span: piece.span, edge };
    }
    return null;
  }

  /** Return the span of an element, label or cross. */
  spanOf(target) {
    const element = target.closest?.(".unit");
    return (element && this.#owners.get(element)?.span) ?? null;
  }

  /** Return the position one line above or below a range, at the same horizontal position. */
  placeOnLine(start, end, direction) {
    const box = this.rectOf(start, end);
    const height = parseFloat(getComputedStyle(this.#root).lineHeight) || box.height;
    this.reveal(start, end);
    const here = this.rectOf(start, end);
    return this.placeAt(here.left + 2, (direction > 0 ? here.bottom : here.top) + direction * height * 0.6);
  }
}

/** Return the last range that begins at or before a position. */
function lastFrom(stretches, place) {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stretches[middle].start <= place) low = middle;
    else high = middle - 1;
  }
  return stretches[low];
}

function caretAt(x, y) {
  if (document.caretPositionFromPoint) {
    const found = document.caretPositionFromPoint(x, y);
    return found && { node: found.offsetNode, offset: found.offset };
  }
  const range = document.caretRangeFromPoint?.(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}

function edgeOf(element, node, x, y) {
  const range = document.createRange();
  range.selectNodeContents(node);
  const words = [...range.getClientRects()].filter((box) => box.width > 0);
  const onLine = (box) => box && box.top - 4 <= y && y <= box.bottom + 4;
  const [first, last] = [words[0], words.at(-1)];
  // Between the frame and the first letter, and between the last letter and the label.
  const frame = element.getClientRects()[0];
  if (onLine(first) && x >= frame.left - GRIP && x <= first.left) return "start";
  if (onLine(last) && x >= last.right && x <= last.right + GRIP) return "end";
  return null;
}
