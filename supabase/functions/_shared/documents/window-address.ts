/**
 * Where a letter's address must be, so that the window of a No. 10 envelope shows all of it, and nothing else, however
 * the letter slides. All sizes are in millimeters, from the top left corner of the page.
 */

const ENVELOPE = { width: 241.3, height: 104.8 };
/** The window is 1 1/8 by 4 1/2 inches, 7/8 inch from the left and 1/2 inch from the bottom. */
const WINDOW = { left: 22.2, bottom: 12.7, width: 114.3, height: 28.6 };
const PAGE_WIDTH_MM = 215.9;
/** The Postal Service asks for 1/8 inch of free space beside an address. */
const SIDE_CLEARANCE = 3.2;

/**
 * Where to fold the letter. This fold leaves 1/4 inch of the envelope's height free. Equal thirds would leave almost
 * half an inch, and an address of five lines could slide out of the window.
 */
export const FOLDS_MM = [98.4, 196.8] as const;
/** The height of a letter folded in equal thirds, which is what people do if they don't see the marks. */
const THIRD_MM = 93.1;

/** Returns the first and last millimeter of the page that the window can show, with the letter all the way down or up. */
const findWindowRows = (foldedHeight: number) => {
  const slack = ENVELOPE.height - foldedHeight;
  const bottom = foldedHeight - WINDOW.bottom;
  const top = bottom - WINDOW.height;
  return { top, bottom, slack };
};

const atMarks = findWindowRows(FOLDS_MM[0]);
const atThirds = findWindowRows(THIRD_MM);
const sideSlack = ENVELOPE.width - PAGE_WIDTH_MM;

/** What the window shows in every position. */
export const ADDRESS_AREA_MM = {
  left: WINDOW.left + SIDE_CLEARANCE,
  right: WINDOW.left + WINDOW.width - sideSlack - SIDE_CLEARANCE,
  top: atMarks.top + atMarks.slack,
  bottom: atMarks.bottom,
} as const;

/** What the window shows in some position. It must have nothing in it but the address. */
export const CLEAR_AREA_MM = {
  right: WINDOW.left + WINDOW.width,
  top: atThirds.top,
  bottom: Math.max(atMarks.bottom + atMarks.slack, atThirds.bottom + atThirds.slack),
} as const;

export const toPoints = (millimeters: number): number => (millimeters * 72) / 25.4;

interface FittedAddress {
  readonly size: number;
  readonly lineHeight: number;
  readonly lines: readonly string[];
}

interface AddressBox {
  /** In points. */
  readonly width: number;
  readonly height: number;
  readonly largestSize: number;
}

/** Lines of smaller letters are closer, because the Postal Service asks for letters of at least 8 points. */
const LINE_HEIGHTS = { comfortable: 1.25, close: 1.12 };
const COMFORTABLE_SIZE = 10;
const SMALLEST_SIZE = 5;
const LINES_MAX = 7;

/** Returns the largest size at which the lines fit into the box, and the lines as wrapped at that size. */
export function fitAddress(
  lines: readonly string[],
  { width, height, largestSize }: AddressBox,
  wrap: (line: string, size: number, width: number) => readonly string[],
): FittedAddress {
  const shownLines =
    lines.length > LINES_MAX
      ? [...lines.slice(0, LINES_MAX - 1), lines.slice(LINES_MAX - 1).join(", ")]
      : lines;
  for (let size = largestSize; ; size -= 0.5) {
    const wrappedLines = shownLines.flatMap((line) => wrap(line, size, width));
    const { comfortable, close } = LINE_HEIGHTS;
    const lineHeight = size * (size < COMFORTABLE_SIZE ? close : comfortable);
    if (wrappedLines.length * lineHeight <= height || size <= SMALLEST_SIZE) {
      return { size, lineHeight, lines: wrappedLines };
    }
  }
}
