// Where an explanation is put so that all of it is on the screen. Pure: numbers in, numbers out.

const MARGIN = 8;

/** Return left and top for a box of this size at a mark, in a window of that size. */
export function placeBeside(mark, box, view) {
  const rightmost = view.width - box.width - MARGIN;
  const left = Math.max(MARGIN, Math.min(mark.left, rightmost));
  const isRoomBelow = mark.bottom + box.height <= view.height - MARGIN;
  // Touching its mark, so that the pointer can move over to it.
  const top = isRoomBelow ? mark.bottom : Math.max(MARGIN, mark.top - box.height);
  return { left, top };
}
