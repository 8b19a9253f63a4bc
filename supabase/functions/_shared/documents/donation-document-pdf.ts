import type { DocumentText } from "../rules/donation-documents.ts";
import { type FontFiles, MARGIN, PageWriter, RIGHT_EDGE } from "./page-writer.ts";
import type { Tag } from "./tag-tree.ts";

const AMOUNT_WIDTH = 90;

/**
 * Returns the document as a tagged PDF with embedded fonts, or undefined if they lack a character, such as in a Chinese
 * name.
 */
export async function createDonationDocumentPdf(
  text: DocumentText,
  fontFiles: FontFiles,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const writer = await PageWriter.start(fontFiles);
  const lines = [
    text.title,
    text.issuedLine,
    ...(text.total === null ? [] : [text.total]),
    ...text.organization,
    ...text.donor,
    ...text.rows.flatMap(({ date, note, amount }) => [date, note, amount]),
    ...text.sentences,
  ];
  if (!writer.canWrite(lines)) return undefined;
  writer.setMetadata({ title: text.title, author: text.organization[0] ?? "" });

  writeHeader(writer, text);
  writeDonations(writer, text);
  writer.y -= 14;
  for (const sentence of text.sentences) {
    writer.y -= 4;
    writer.writeWithTag(writer.tags.root, "P", () => writer.writeParagraph(sentence));
  }
  writeFooters(writer, text);
  return writer.save();
}

function writeHeader(
  writer: PageWriter,
  { title, organization, donor, issuedLine }: DocumentText,
): void {
  const writeTagged = (type: "H1" | "P", write: () => void) =>
    writer.writeWithTag(writer.tags.root, type, write);
  const [name = "", ...details] = organization;
  writeTagged("P", () => writer.writeLine(name, { size: 15, font: writer.bold }));
  writeTagged("P", () => writer.writeRightAligned(issuedLine, { size: 9 }));
  for (const detail of details) writeTagged("P", () => writer.writeLine(detail, { size: 9 }));
  writer.y -= 26;
  writeTagged("H1", () => writer.writeParagraph(title, { size: 20, font: writer.bold }));
  writer.y -= 8;
  const [donorName = "", ...contactLines] = donor;
  writeTagged("P", () => writer.writeParagraph(donorName, { size: 11, font: writer.bold }));
  for (const line of contactLines) writeTagged("P", () => writer.writeParagraph(line));
  writer.y -= 14;
}

const SMALL_FONT_SIZE = 9;

function writeDonations(writer: PageWriter, { rows, total }: DocumentText): void {
  const { tags, bold } = writer;
  const table = tags.add(tags.root, "Table");
  const writeDateHeading = () => writer.writeLine("Date", { size: SMALL_FONT_SIZE, font: bold });
  const writeAmountHeading = () => {
    if (total !== null) writer.writeRightAligned("Amount", { size: SMALL_FONT_SIZE, font: bold });
  };
  const headRow = tags.add(table, "TR");
  writer.writeWithTag(headRow, "TH", writeDateHeading, "Column");
  writer.writeWithTag(headRow, "TH", writeAmountHeading, "Column");
  writer.drawRule();
  for (const { date, note, amount } of rows) {
    if (writer.ensureRoom(48)) {
      // Repeated headings aren't tagged, so that screen readers read each heading only once.
      writeDateHeading();
      writeAmountHeading();
      writer.drawRule();
    }
    writer.y -= 3;
    const row = tags.add(table, "TR");
    const cell = tags.add(row, "TD");
    writer.tag = cell;
    writer.writeLine(date);
    writer.writeWithTag(row, "TD", () => writer.writeRightAligned(amount));
    writer.tag = cell;
    writer.writeParagraph(note, { size: 8.5, width: RIGHT_EDGE - MARGIN - AMOUNT_WIDTH });
    writer.tag = undefined;
    writer.drawRule();
  }
  if (total !== null) writeTotal(writer, table, total);
}

function writeTotal(writer: PageWriter, table: Tag, total: string): void {
  writer.ensureRoom(40);
  writer.y -= 4;
  const largeBoldStyle = { size: 12, font: writer.bold };
  const totalRow = writer.tags.add(table, "TR");
  writer.writeWithTag(totalRow, "TH", () => writer.writeLine("Total", largeBoldStyle), "Row");
  writer.writeWithTag(totalRow, "TD", () => writer.writeRightAligned(total, largeBoldStyle));
}

function writeFooters(
  { document, regular, tags }: PageWriter,
  { title, donor }: DocumentText,
): void {
  const pages = document.getPages();
  for (const [index, page] of pages.entries()) {
    const text = `${title} · ${donor[0]?.slice(0, 60) ?? ""}`;
    const pageNumber = `Page ${index + 1} of ${pages.length}`;
    const y = MARGIN - 16;
    tags.draw(page, undefined, () => {
      regular.write(page, text, { x: MARGIN, y }, 8);
      regular.write(
        page,
        pageNumber,
        { x: RIGHT_EDGE - regular.measureWidth(pageNumber, 8), y },
        8,
      );
    });
  }
}
