import { openDialogs } from "../dialogs/open-dialogs.ts";

const CONTROL_SELECTOR =
  "a[href], button, input, select, textarea, summary, label, [contenteditable='true']";
const HEADING_SELECTOR = "h1, h2, h3, h4, time";
/** Toasts must not cover this content, because a dialog often shows the result of what the user has just sent. */
const DIALOG_CONTENT_SELECTOR = "dialog :is(p, li, img)";
/** The place that a layout keeps free for toasts. On phones, only the link to the overview is in it. */
const STRIP_SELECTOR = "[data-toast-strip]";
const GAP_PX = 8;
const EDGE_PX = 16;
const WIDE_MIN_PX = 768;
/** Wide enough for most texts on two lines, so that they fit into the dashboard's title bar. */
const STRIP_TOAST_PX = 560;
const TOAST_PX = 384;

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

const findBoxes = (toast: HTMLElement, strip: Element | undefined, selector: string) =>
  [...(openDialogs.top() ?? document).querySelectorAll(selector)]
    .filter((element) => !toast.contains(element) && !strip?.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, top, bottom }) => width > 1 && bottom > 0 && top < innerHeight);

const createBox = (left: number, top: number, { width, height }: DOMRect): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const isWide = (): boolean => innerWidth >= WIDE_MIN_PX;

/** The dashboard's title bar: on phones the one with the organization's name, otherwise the one with the section's. */
const findStrip = (): Element | undefined =>
  openDialogs.top() === null
    ? [...document.querySelectorAll(STRIP_SELECTOR)].find(
        (strip) => (strip.getAttribute("data-toast-strip") === "phone") !== isWide(),
      )
    : undefined;

/** Where toasts appear if nothing is in the way. */
const getPreferredBox = (size: DOMRect, strip: Element | undefined): Box => {
  const { clientWidth } = document.documentElement;
  if (strip) {
    const { left, right, top, height } = strip.getBoundingClientRect();
    if (!isWide()) return createBox(left - GAP_PX, GAP_PX / 2, size);
    const spaceAbove = Math.max(GAP_PX / 2, (height - size.height) / 2);
    return createBox(right - EDGE_PX - size.width, Math.max(0, top) + spaceAbove, size);
  }
  const dialog = openDialogs.top();
  if (dialog) {
    const { left, right, top } = dialog.getBoundingClientRect();
    const center = (left + right - size.width) / 2;
    return createBox(center, Math.max(GAP_PX, top - size.height - GAP_PX), size);
  }
  const headerBottom = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
  const left = isWide() ? clientWidth - size.width - EDGE_PX : (clientWidth - size.width) / 2;
  return createBox(left, Math.max(0, headerBottom) + GAP_PX, size);
};

/** Returns the position closest to the preferred one that doesn't cover any obstacle. */
const findFreeBox = (size: DOMRect, preferred: Box, obstacles: readonly Box[]): Box | undefined => {
  const isFree = (box: Box) => !obstacles.some((obstacle) => overlaps(box, obstacle));
  if (isFree(preferred)) return preferred;
  const right = document.documentElement.clientWidth - size.width - EDGE_PX;
  const bottom = innerHeight - size.height - EDGE_PX;
  const tops = [
    preferred.top,
    bottom,
    ...obstacles.flatMap((box) => [box.bottom + GAP_PX, box.top - GAP_PX - size.height]),
  ].filter((top) => top >= GAP_PX && top <= bottom);
  const distance = ({ left, top }: Box) =>
    Math.abs(left - preferred.left) + Math.abs(top - preferred.top);
  return [...new Set([preferred.left, right, right / 2, EDGE_PX])]
    .flatMap((left) => tops.map((top) => createBox(left, top, size)))
    .toSorted((first, second) => distance(first) - distance(second))
    .find(isFree);
};

/**
 * Keeps a toast where its layout has room for it: in the dashboard's title bar, under the header of a public page, or
 * above a dialog. If something is in the way, for example because the page scrolled, the toast moves, but never the page.
 */
export const placeToast = (toast: HTMLElement | null): (() => void) | undefined => {
  if (!toast) return undefined;
  let frameId = 0;
  const updatePosition = () => {
    const strip = findStrip();
    const stripWidth = strip?.getBoundingClientRect().width ?? TOAST_PX;
    const maxWidth = strip
      ? Math.min(isWide() ? STRIP_TOAST_PX : stripWidth + GAP_PX, stripWidth + GAP_PX)
      : Math.min(TOAST_PX, innerWidth - 2 * EDGE_PX);
    toast.style.maxWidth = `${maxWidth}px`;
    const isTight = strip !== undefined || (openDialogs.top() !== null && !isWide());
    toast.dataset["place"] = isTight ? "strip" : "page";
    const size = toast.getBoundingClientRect();
    if (size.height === 0) return;
    const controls = findBoxes(toast, strip, CONTROL_SELECTOR);
    const content = findBoxes(toast, strip, `${HEADING_SELECTOR}, ${DIALOG_CONTENT_SELECTOR}`);
    const preferred = getPreferredBox(size, strip);
    const { left, top } =
      findFreeBox(size, preferred, [...controls, ...content]) ??
      findFreeBox(size, preferred, controls) ??
      preferred;
    Object.assign(toast.style, { left: `${left}px`, top: `${top}px` });
  };
  const schedulePositionUpdate = () => {
    cancelAnimationFrame(frameId);
    frameId = requestAnimationFrame(updatePosition);
  };
  const resizeObserver = new ResizeObserver(updatePosition);
  resizeObserver.observe(toast);
  const changeObserver = new MutationObserver(schedulePositionUpdate);
  changeObserver.observe(document.body, { childList: true, subtree: true });
  const unsubscribe = openDialogs.subscribe(schedulePositionUpdate);
  addEventListener("scroll", schedulePositionUpdate, { capture: true, passive: true });
  addEventListener("resize", schedulePositionUpdate);
  return () => {
    unsubscribe();
    resizeObserver.disconnect();
    changeObserver.disconnect();
    cancelAnimationFrame(frameId);
    removeEventListener("scroll", schedulePositionUpdate, { capture: true });
    removeEventListener("resize", schedulePositionUpdate);
  };
};
