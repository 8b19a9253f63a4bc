import { PDFDocument, type PDFPage, rgb } from "@cantoo/pdf-lib";
import type { DocumentText } from "../rules/donation-documents.ts";
import { type EmbeddedFont, embedFont } from "./embedded-font.ts";
import { NOTO_SANS, NOTO_SANS_SEMIBOLD } from "./noto-sans.ts";
import { type Tag, TagTree } from "./tag-tree.ts";

/** US Letter, in points. */
const [WIDTH, HEIGHT, MARGIN] = [612, 792, 60];
const RIGHT_EDGE = WIDTH - MARGIN;
const FOOTER_HEIGHT = 34;
const AMOUNT_WIDTH = 90;
const RULE_STYLE = { thickness: 0.75, color: rgb(0.75, 0.72, 0.66) };

/** Writes top to bottom and starts a new page when one is full. */
class PageWriter {
  page: PDFPage;
  y = HEIGHT - MARGIN;
  readonly document: PDFDocument;
  readonly tags: TagTree;
  /** Structure element that subsequent text belongs to; undefined for decoration. */
  tag: Tag | undefined;
  readonly regular: EmbeddedFont;
  readonly bold: EmbeddedFont;

  constructor(document: PDFDocument, regular: EmbeddedFont, bold: EmbeddedFont) {
    [this.document, this.regular, this.bold] = [document, regular, bold];
    this.tags = new TagTree(document);
    this.page = document.addPage([WIDTH, HEIGHT]);
  }

  /** Starts a new page if the current one lacks room, and returns whether it did. */
  ensureRoom(height: number): boolean {
    if (this.y - height >= MARGIN + FOOTER_HEIGHT) return false;
    this.page = this.document.addPage([WIDTH, HEIGHT]);
    this.y = HEIGHT - MARGIN;
    return true;
  }

  /** Runs `write` and puts its output into a new structure element. */
  writeWithTag(parent: Tag, type: Tag["type"], write: () => void, scope?: Tag["scope"]): void {
    const previousTag = this.tag;
    this.tag = this.tags.add(parent, type, scope);
    write();
    this.tag = previousTag;
  }

  #write(font: EmbeddedFont, text: string, x: number, size: number): void {
    const { page, y } = this;
    this.tags.draw(page, this.tag, () => font.write(page, text, { x, y }, size));
  }

  writeLine(text: string, { size = 10, font = this.regular, x = MARGIN } = {}): void {
    this.y -= size * 1.45;
    this.#write(font, text, x, size);
  }

  /** Writes right-aligned text on the current line. */
  writeRightAligned(text: string, { size = 10, font = this.regular } = {}): void {
    this.#write(font, text, RIGHT_EDGE - font.widthOf(text, size), size);
  }

  writeParagraph(
    text: string,
    { size = 10, font = this.regular, width = RIGHT_EDGE - MARGIN } = {},
  ): void {
    for (const line of wrapLines(text, (line) => font.widthOf(line, size) <= width)) {
      this.ensureRoom(size * 1.45);
      this.writeLine(line, { size, font });
    }
  }

  drawRule(): void {
    this.y -= 6;
    const [start, end] = [MARGIN, RIGHT_EDGE].map((x) => ({ x, y: this.y }));
    const { page } = this;
    if (start && end) {
      this.tags.draw(page, undefined, () => page.drawLine({ start, end, ...RULE_STYLE }));
    }
  }
}

/**
 * Returns the document as a tagged PDF with embedded fonts, or undefined if they lack a character, such as in a Chinese
 * name.
 */
export async function donationDocumentPdf(
  text: DocumentText,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const document = await PDFDocument.create();
  const writer = new PageWriter(
    document,
    // Embedded subsets are named with a tag of six letters (PDF 1.7, 9.6.4).
    await embedFont(document, "PLAINA+NotoSans", NOTO_SANS),
    await embedFont(document, "STRONG+NotoSans-SemiBold", NOTO_SANS_SEMIBOLD),
  );
  const lines = [
    text.title,
    text.issued,
    ...(text.total === null ? [] : [text.total]),
    ...text.organization,
    ...text.donor,
    ...text.rows.flatMap(({ date, note, amount }) => [date, note, amount]),
    ...text.sentences,
  ];
  const { regular, bold } = writer;
  if (!lines.every((line) => regular.canWrite(line) && bold.canWrite(line))) return undefined;
  document.setTitle(text.title, { showInWindowTitleBar: true });
  document.setAuthor(text.organization[0] ?? "");
  document.setLanguage("en-US");

  writeHead(writer, text);
  writeDonations(writer, text);
  writer.y -= 14;
  for (const sentence of text.sentences) {
    writer.y -= 4;
    writer.writeWithTag(writer.tags.root, "P", () => writer.writeParagraph(sentence));
  }
  writeFooters(writer, text);
  writer.tags.finish();
  return Uint8Array.from(await document.save());
}

function writeHead(writer: PageWriter, { title, organization, donor, issued }: DocumentText): void {
  const writeTagged = (type: "H1" | "P", write: () => void) =>
    writer.writeWithTag(writer.tags.root, type, write);
  const [name = "", ...details] = organization;
  writeTagged("P", () => writer.writeLine(name, { size: 15, font: writer.bold }));
  writeTagged("P", () => writer.writeRightAligned(issued, { size: 9 }));
  for (const detail of details) writeTagged("P", () => writer.writeLine(detail, { size: 9 }));
  writer.y -= 26;
  writeTagged("H1", () => writer.writeParagraph(title, { size: 20, font: writer.bold }));
  writer.y -= 8;
  const [donorName = "", ...contactLines] = donor;
  writeTagged("P", () => writer.writeParagraph(donorName, { size: 11, font: writer.bold }));
  for (const line of contactLines) writeTagged("P", () => writer.writeParagraph(line));
  writer.y -= 14;
}

const SMALL = 9;

function writeDonations(writer: PageWriter, { rows, total }: DocumentText): void {
  const { tags, bold } = writer;
  const table = tags.add(tags.root, "Table");
  const writeDateHeading = () => writer.writeLine("Date", { size: SMALL, font: bold });
  const writeAmountHeading = () => {
    if (total !== null) writer.writeRightAligned("Amount", { size: SMALL, font: bold });
  };
  const headRow = tags.add(table, "TR");
  writer.writeWithTag(headRow, "TH", writeDateHeading, "Column");
  writer.writeWithTag(headRow, "TH", writeAmountHeading, "Column");
  writer.drawRule();
  for (const { date, note, amount } of rows) {
    if (writer.ensureRoom(48)) {
      // Repeated headings are untagged, so screen readers read them only once.
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
      regular.write(page, pageNumber, { x: RIGHT_EDGE - regular.widthOf(pageNumber, 8), y }, 8);
    });
  }
}

/** Wraps at spaces. Breaks a word only if it is longer than a line. */
function wrapLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longerLine = line === "" ? word : `${line} ${word}`;
    if (fits(longerLine)) {
      line = longerLine;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const character of word) {
      if (!fits(line + character)) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  return [...lines, line];
}
