import { openDialogs } from "../dialogs/open-dialogs.ts";

const CONTROL_SELECTOR =
  "a[href], button, input, select, textarea, summary, label, [contenteditable='true']";
/** Toasts must not cover this content, because a dialog often shows the result of what the user has just sent. */
const DIALOG_CONTENT_SELECTOR = "dialog :is(h2, h3, h4, p, li, img)";
const GAP_PX = 8;
const EDGE_PX = 16;
const WIDE_MIN_PX = 640;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const overlaps = (first: Box, second: Box): boolean =>
  first.left < second.right + GAP_PX &&
  second.left < first.right + GAP_PX &&
  first.top < second.bottom + GAP_PX &&
  second.top < first.bottom + GAP_PX;

/**
 * Returns the boxes that a toast must not cover: controls, and the text and pictures of an open dialog. If a dialog is
 * open, everything outside it is inert and doesn't count.
 */
const findObstacles = (toast: HTMLElement): readonly Box[] =>
  [
    ...(openDialogs.top() ?? document).querySelectorAll(
      `${CONTROL_SELECTOR}, ${DIALOG_CONTENT_SELECTOR}`,
    ),
  ]
    .filter((control) => !toast.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, top, bottom }) => width > 1 && bottom > 0 && top < innerHeight);

const createBox = (left: number, top: number, { width, height }: DOMRect): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/**
 * Returns a free position: on phones, the one closest to the top; on larger screens, the one closest to the lower right
 * corner.
 */
const findFreePosition = (size: DOMRect, obstacles: readonly Box[]): Box | undefined => {
  const right = document.documentElement.clientWidth - size.width - EDGE_PX;
  const bottom = innerHeight - size.height - EDGE_PX;
  const preferredPosition =
    innerWidth < WIDE_MIN_PX ? { left: EDGE_PX, top: EDGE_PX } : { left: right, top: bottom };
  const tops = [
    preferredPosition.top,
    ...obstacles.flatMap((box) => [box.bottom + GAP_PX, box.top - GAP_PX - size.height]),
  ].filter((top) => top >= GAP_PX && top <= bottom);
  const distance = ({ left, top }: Box) =>
    Math.abs(left - preferredPosition.left) + Math.abs(top - preferredPosition.top);
  return [...new Set([preferredPosition.left, right, right / 2, EDGE_PX])]
    .flatMap((left) => tops.map((top) => createBox(left, top, size)))
    .toSorted((first, second) => distance(first) - distance(second))
    .find((box) => !obstacles.some((obstacle) => overlaps(box, obstacle)));
};

/** If there is no free position, moves the page or the dialog down to make room at the top. */
const makeRoom = (height: number): (() => void) => {
  const dialog = openDialogs.top();
  const movedElement = dialog ?? document.getElementById("root");
  if (dialog)
    Object.assign(dialog.style, {
      top: `${height}px`,
      maxHeight: `min(94dvh, calc(100dvh - ${height}px))`,
    });
  else if (movedElement) movedElement.style.translate = `0 ${height}px`;
  return () => {
    if (movedElement) Object.assign(movedElement.style, { top: "", maxHeight: "", translate: "" });
  };
};

/** Keeps a toast from covering controls, even when the page scrolls or changes. */
export const placeToast = (toast: HTMLElement | null): (() => void) | undefined => {
  if (!toast) return undefined;
  let undoMove: (() => void) | undefined;
  let frameId = 0;
  const reset = () => {
    undoMove?.();
    undoMove = undefined;
  };
  const updatePosition = () => {
    const size = toast.getBoundingClientRect();
    if (size.height === 0) return reset();
    if (undoMove) return undefined;
    const obstacles = findObstacles(toast);
    if (toast.style.top && !obstacles.some((obstacle) => overlaps(size, obstacle)))
      return undefined;
    const freeBox = findFreePosition(size, obstacles);
    if (!freeBox) undoMove = makeRoom(size.height + EDGE_PX);
    const { left, top } = freeBox ?? { left: (innerWidth - size.width) / 2, top: GAP_PX };
    Object.assign(toast.style, { left: `${left}px`, top: `${top}px` });
    return undefined;
  };
  const schedulePositionUpdate = () => {
    cancelAnimationFrame(frameId);
    frameId = requestAnimationFrame(updatePosition);
  };
  const resizeObserver = new ResizeObserver(() => {
    reset();
    toast.style.top = "";
    updatePosition();
  });
  resizeObserver.observe(toast);
  const changeObserver = new MutationObserver(schedulePositionUpdate);
  changeObserver.observe(document.body, { childList: true, subtree: true });
  const unsubscribe = openDialogs.subscribe(() => {
    reset();
    schedulePositionUpdate();
  });
  addEventListener("scroll", schedulePositionUpdate, { capture: true, passive: true });
  addEventListener("resize", schedulePositionUpdate);
  return () => {
    reset();
    unsubscribe();
    resizeObserver.disconnect();
    changeObserver.disconnect();
    cancelAnimationFrame(frameId);
    removeEventListener("scroll", schedulePositionUpdate, { capture: true });
    removeEventListener("resize", schedulePositionUpdate);
  };
};
