import { type FontFiles, PAGE_HEIGHT, PageWriter } from "./page-writer.ts";
import { fitAddress } from "./window-address.ts";
import { wrapAddressLine } from "./wrap-text.ts";

/** A sheet of Avery 5160: 3 by 10 labels of 2 5/8 by 1 inch, in points. */
const COLUMNS = 3;
const ROWS = 10;
export const LABELS_PER_SHEET = COLUMNS * ROWS;
const FIRST_LABEL = { left: 13.5, top: 36 };
const LABEL = { width: 189, height: 72 };
const COLUMN_DISTANCE = 198;
/** Printers shift sheets by up to a sixteenth of an inch. */
const PADDING = { x: 12, y: 8 };

export interface Label {
  readonly id: string;
  /** The name and the postal address. */
  readonly lines: readonly string[];
}

interface WrittenLabels {
  /** Undefined if there is nothing to write. */
  readonly pdf: Uint8Array<ArrayBuffer> | undefined;
  readonly written: readonly Label[];
  /** Labels that wouldn't have filled a sheet. */
  readonly waiting: readonly Label[];
  /** Labels with a character that the fonts lack. */
  readonly unwritable: readonly Label[];
}

interface LabelOptions {
  readonly fontFiles: FontFiles;
  readonly author: string;
  /** Without it, labels that don't fill a sheet wait for the ones that follow. */
  readonly isLast: boolean;
}

/** Writes addresses on sheets of labels, row by row. */
export async function createLabelsPdf(
  labels: readonly Label[],
  { fontFiles, author, isLast }: LabelOptions,
): Promise<WrittenLabels> {
  const writer = await PageWriter.start(fontFiles);
  const writable = labels.filter(({ lines }) => writer.canWrite(lines));
  const unwritable = labels.filter((label) => !writable.includes(label));
  const count = isLast ? writable.length : writable.length - (writable.length % LABELS_PER_SHEET);
  const [written, waiting] = [writable.slice(0, count), writable.slice(count)];
  if (count === 0) return { pdf: undefined, written, waiting, unwritable };
  writer.setMetadata({ title: "Address labels", author });
  for (const [index, label] of written.entries()) {
    const position = index % LABELS_PER_SHEET;
    if (index > 0 && position === 0) writer.startPage();
    writeLabel(writer, label, position);
  }
  return { pdf: await writer.save(), written, waiting, unwritable };
}

function writeLabel(writer: PageWriter, { lines }: Label, position: number): void {
  const width = LABEL.width - 2 * PADDING.x;
  const height = LABEL.height - 2 * PADDING.y;
  const fitted = fitAddress(lines, { width, height, largestSize: 10.5 }, (line, size, lineWidth) =>
    wrapAddressLine(writer.regular, line, size, lineWidth),
  );
  const { size, lineHeight } = fitted;
  const top = FIRST_LABEL.top + Math.floor(position / COLUMNS) * LABEL.height;
  const x = FIRST_LABEL.left + (position % COLUMNS) * COLUMN_DISTANCE + PADDING.x;
  const textHeight = fitted.lines.length * lineHeight;
  writer.y = PAGE_HEIGHT - top - (LABEL.height - textHeight) / 2 + size * 0.25;
  writer.writeWithTag(writer.part, "P", () => {
    for (const line of fitted.lines) writer.writeLine(line, { size, x }, lineHeight / size);
  });
}
