import { rgb } from "@cantoo/pdf-lib";
import { INK } from "./embedded-font.ts";
import { MARGIN, PAGE_HEIGHT, type PageWriter, RIGHT_EDGE } from "./page-writer.ts";
import {
  ADDRESS_AREA_MM,
  CLEAR_AREA_MM,
  fitAddress,
  FOLDS_MM,
  toPoints,
} from "./window-address.ts";
import { wrapAddressLine, wrapText } from "./wrap-text.ts";

/** The brand mark, as in the site's icon, whose view box is 48 by 48. */
const MARK_PARTS = [
  [rgb(0.078, 0.129, 0.227), "M10 0H38Q48 0 48 10V38Q48 48 38 48H10Q0 48 0 38V10Q0 0 10 0Z"],
  [rgb(0.969, 0.945, 0.898), "M24 8 40 24 24 40 8 24Z"],
  [rgb(0.659, 0.255, 0.184), "M24 8v16H8ZM24 40V24h16Z"],
  [rgb(0.835, 0.647, 0.282), "M24 17 31 24 24 31 17 24Z"],
] as const;
const MARK_SIZE = 38;
export const GOLD = rgb(0.78, 0.588, 0.224);
const QUIET = rgb(0.33, 0.38, 0.46);

const TOP = PAGE_HEIGHT - 40;
const DETAILS_WIDTH = 180;
const NAME_X = MARGIN + MARK_SIZE + 12;
/** The largest size at which the name fits on at most two lines, or the smallest size. */
const NAME_SIZES = [19, 17, 15, 13, 11] as const;
const DETAILS_SIZE = 8.5;
const DETAILS_LINE_HEIGHT = 1.3;
/** The letterhead must end above the part of the page that an envelope's window can show. */
const LETTERHEAD_END = PAGE_HEIGHT - toPoints(CLEAR_AREA_MM.top);
const BODY_START = PAGE_HEIGHT - toPoints(CLEAR_AREA_MM.bottom) - 8;

export interface Letterhead {
  /** The sender's name, followed by its details. */
  readonly organization: readonly string[];
  /** The recipient's name and postal address. */
  readonly recipient: readonly string[];
  readonly issuedLine: string;
}

/** Writes the top of a letter, which fits into an envelope with a window. The text below it starts at `writer.y`. */
export function writeLetterhead(writer: PageWriter, letterhead: Letterhead): void {
  drawMark(writer, { x: MARGIN, y: TOP, size: MARK_SIZE });
  writeSender(writer, letterhead.organization);
  drawFoldMarks(writer);
  writeAddress(writer, letterhead.recipient);
  writeIssuedLine(writer, letterhead.issuedLine);
  writer.y = BODY_START;
}

/** Writes the date beside the address, where the window never shows it. */
function writeIssuedLine(writer: PageWriter, issuedLine: string): void {
  const width = RIGHT_EDGE - toPoints(CLEAR_AREA_MM.right);
  writer.y = PAGE_HEIGHT - toPoints(ADDRESS_AREA_MM.top) + 4;
  for (const part of issuedLine.split(" · ")) {
    writer.writeWithTag(writer.part, "P", () => {
      for (const line of wrapText(writer.regular, part, 9.5, width)) {
        writer.y -= 13;
        writer.writeRightAligned(line, { size: 9.5 });
      }
    });
  }
}

/** Draws the brand mark. Its position is its upper left corner. */
export function drawMark(
  { page, tags }: PageWriter,
  { x, y, size }: Readonly<Record<"x" | "y" | "size", number>>,
): void {
  tags.draw(page, undefined, () => {
    for (const [color, path] of MARK_PARTS) {
      page.drawSvgPath(path, { x, y, scale: size / 48, color });
    }
  });
}

function writeSender(writer: PageWriter, [name = "", ...details]: readonly string[]): void {
  const font = writer.chooseHeadingFont(name);
  const nameWidth = RIGHT_EDGE - NAME_X - DETAILS_WIDTH - 12;
  const wrapName = (size: number) => wrapText(font, name, size, nameWidth);
  const size = NAME_SIZES.find((candidate) => wrapName(candidate).length <= 2) ?? 11;
  const lines = wrapName(size);
  const lineHeight = size * 1.2;
  writer.y = TOP - MARK_SIZE / 2 + (lines.length * lineHeight) / 2 + size * 0.08;
  writer.writeWithTag(writer.part, "P", () => {
    for (const line of lines) writer.writeLine(line, { size, font, x: NAME_X }, 1.2);
  });
  const nameEnd = writer.y;
  writer.y = TOP - 1;
  for (const detail of details) {
    writer.writeWithTag(writer.part, "P", () => {
      for (const line of wrapText(writer.regular, detail, DETAILS_SIZE, DETAILS_WIDTH)) {
        writer.y -= DETAILS_SIZE * DETAILS_LINE_HEIGHT;
        // More lines than there is room for would show in the window.
        if (writer.y < LETTERHEAD_END + 12) continue;
        writer.writeRightAligned(line, { size: DETAILS_SIZE, color: QUIET });
      }
    });
  }
  writer.y = Math.max(LETTERHEAD_END + 10, Math.min(writer.y, nameEnd, TOP - MARK_SIZE));
  writer.drawRule({ gap: 9, color: GOLD, thickness: 1.25 });
}

function writeAddress(writer: PageWriter, recipient: readonly string[]): void {
  const [left, right, top, bottom] = [
    toPoints(ADDRESS_AREA_MM.left),
    toPoints(ADDRESS_AREA_MM.right),
    toPoints(ADDRESS_AREA_MM.top),
    toPoints(ADDRESS_AREA_MM.bottom),
  ];
  const box = { width: right - left, height: bottom - top, largestSize: 10.5 };
  const { size, lineHeight, lines } = fitAddress(recipient, box, (line, lineSize, width) =>
    wrapAddressLine(writer.regular, line, lineSize, width),
  );
  writer.y = PAGE_HEIGHT - top - size * 0.95 + lineHeight;
  writer.writeWithTag(writer.part, "P", () => {
    for (const line of lines) {
      writer.writeLine(line, { size, x: left }, lineHeight / size);
    }
  });
}

const FOLD_MARK_LENGTH = 14;

/** Without these marks, people fold a letter in thirds, and a long address could slide out of the window. */
function drawFoldMarks({ page, tags }: PageWriter): void {
  tags.draw(page, undefined, () => {
    for (const fold of FOLDS_MM) {
      const y = PAGE_HEIGHT - toPoints(fold);
      page.drawLine({
        start: { x: 12, y },
        end: { x: 12 + FOLD_MARK_LENGTH, y },
        thickness: 0.4,
        color: INK,
        opacity: 0.4,
      });
    }
  });
}
