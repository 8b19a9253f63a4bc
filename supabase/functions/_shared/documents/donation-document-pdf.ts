import { PDFDocument, type PDFPage, rgb } from "@cantoo/pdf-lib";
import type { DocumentText } from "../rules/donation-documents.ts";
import { type EmbeddedFont, embedFont } from "./embedded-font.ts";
import { NOTO_SANS, NOTO_SANS_SEMIBOLD } from "./noto-sans.ts";
import { type Tag, TagTree } from "./tag-tree.ts";

/** US Letter, in points. */
const [WIDTH, HEIGHT, MARGIN] = [612, 792, 60];
const RIGHT = WIDTH - MARGIN;
const FOOTER = 34;
const AMOUNT_WIDTH = 90;
const RULE = { thickness: 0.75, color: rgb(0.75, 0.72, 0.66) };

/** Writes top to bottom and starts a new page when one is full. */
class Sheets {
  page: PDFPage;
  y = HEIGHT - MARGIN;
  readonly document: PDFDocument;
  readonly tags: TagTree;
  /** Structure element that subsequent text belongs to; undefined for decoration. */
  tag: Tag | undefined;
  readonly plain: EmbeddedFont;
  readonly strong: EmbeddedFont;

  constructor(document: PDFDocument, plain: EmbeddedFont, strong: EmbeddedFont) {
    [this.document, this.plain, this.strong] = [document, plain, strong];
    this.tags = new TagTree(document);
    this.page = document.addPage([WIDTH, HEIGHT]);
  }

  /** Returns true if it started a new page. */
  makeRoom(height: number): boolean {
    if (this.y - height >= MARGIN + FOOTER) return false;
    this.page = this.document.addPage([WIDTH, HEIGHT]);
    this.y = HEIGHT - MARGIN;
    return true;
  }

  /** Wraps what `write` writes in a structure element. */
  within(parent: Tag, type: Tag["type"], write: () => void, scope?: Tag["scope"]): void {
    const before = this.tag;
    this.tag = this.tags.add(parent, type, scope);
    write();
    this.tag = before;
  }

  #write(font: EmbeddedFont, text: string, x: number, size: number): void {
    const { page, y } = this;
    this.tags.draw(page, this.tag, () => font.write(page, text, { x, y }, size));
  }

  line(text: string, { size = 10, font = this.plain, x = MARGIN } = {}): void {
    this.y -= size * 1.45;
    this.#write(font, text, x, size);
  }

  /** Writes right-aligned on the line written last. */
  beside(text: string, { size = 10, font = this.plain } = {}): void {
    this.#write(font, text, RIGHT - font.widthOf(text, size), size);
  }

  paragraph(text: string, { size = 10, font = this.plain, width = RIGHT - MARGIN } = {}): void {
    for (const line of wrapped(text, (part) => font.widthOf(part, size) <= width)) {
      this.makeRoom(size * 1.45);
      this.line(line, { size, font });
    }
  }

  rule(): void {
    this.y -= 6;
    const [start, end] = [MARGIN, RIGHT].map((x) => ({ x, y: this.y }));
    const { page } = this;
    if (start && end) {
      this.tags.draw(page, undefined, () => page.drawLine({ start, end, ...RULE }));
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
  const sheets = new Sheets(
    document,
    // Embedded subsets are named with a tag of six letters (PDF 1.7, 9.6.4).
    await embedFont(document, "PLAINA+NotoSans", NOTO_SANS),
    await embedFont(document, "STRONG+NotoSans-SemiBold", NOTO_SANS_SEMIBOLD),
  );
  const lines = [
    text.title,
    text.issued,
    text.total,
    ...text.organization,
    ...text.donor,
    ...text.rows.flatMap(({ date, note, amount }) => [date, note, amount]),
    ...text.sentences,
  ];
  const { plain: small, strong: large } = sheets;
  if (!lines.every((line) => small.canWrite(line) && large.canWrite(line))) return undefined;
  document.setTitle(text.title, { showInWindowTitleBar: true });
  document.setAuthor(text.organization[0] ?? "");
  document.setLanguage("en-US");

  writeHead(sheets, text);
  writeDonations(sheets, text);
  sheets.y -= 14;
  for (const sentence of text.sentences) {
    sheets.y -= 4;
    sheets.within(sheets.tags.root, "P", () => sheets.paragraph(sentence));
  }
  writeFooters(sheets, text);
  sheets.tags.finish();
  return Uint8Array.from(await document.save());
}

function writeHead(sheets: Sheets, { title, organization, donor, issued }: DocumentText): void {
  const tagged = (type: "H1" | "P", write: () => void) =>
    sheets.within(sheets.tags.root, type, write);
  const [name = "", ...details] = organization;
  tagged("P", () => sheets.line(name, { size: 15, font: sheets.strong }));
  tagged("P", () => sheets.beside(issued, { size: 9 }));
  for (const detail of details) tagged("P", () => sheets.line(detail, { size: 9 }));
  sheets.y -= 26;
  tagged("H1", () => sheets.paragraph(title, { size: 20, font: sheets.strong }));
  sheets.y -= 8;
  const [donorName = "", ...address] = donor;
  tagged("P", () => sheets.paragraph(donorName, { size: 11, font: sheets.strong }));
  for (const line of address) tagged("P", () => sheets.paragraph(line));
  sheets.y -= 14;
}

function writeDonations(sheets: Sheets, { rows, total }: DocumentText): void {
  const small = { size: 9, font: sheets.strong };
  const { tags } = sheets;
  const table = tags.add(tags.root, "Table");
  const head = tags.add(table, "TR");
  sheets.within(head, "TH", () => sheets.line("Date charged", small), "Column");
  sheets.within(head, "TH", () => sheets.beside("Amount", small), "Column");
  sheets.rule();
  for (const { date, note, amount } of rows) {
    if (sheets.makeRoom(48)) {
      // Screen readers already heard the headings; on later pages they are decoration.
      sheets.line("Date charged", small);
      sheets.beside("Amount", small);
      sheets.rule();
    }
    sheets.y -= 3;
    const row = tags.add(table, "TR");
    const cell = tags.add(row, "TD");
    sheets.tag = cell;
    sheets.line(date);
    sheets.within(row, "TD", () => sheets.beside(amount));
    sheets.tag = cell;
    sheets.paragraph(note, { size: 8.5, width: RIGHT - MARGIN - AMOUNT_WIDTH });
    sheets.tag = undefined;
    sheets.rule();
  }
  sheets.makeRoom(40);
  sheets.y -= 4;
  const large = { size: 12, font: sheets.strong };
  const last = tags.add(table, "TR");
  sheets.within(last, "TH", () => sheets.line("Total", large), "Row");
  sheets.within(last, "TD", () => sheets.beside(total, large));
}

function writeFooters({ document, plain, tags }: Sheets, { title, donor }: DocumentText): void {
  const pages = document.getPages();
  for (const [index, page] of pages.entries()) {
    const text = `${title} · ${donor[0]?.slice(0, 60) ?? ""}`;
    const number = `Page ${index + 1} of ${pages.length}`;
    const y = MARGIN - 16;
    tags.draw(page, undefined, () => {
      plain.write(page, text, { x: MARGIN, y }, 8);
      plain.write(page, number, { x: RIGHT - plain.widthOf(number, 8), y }, 8);
    });
  }
}

/** Wraps at spaces, and within a word only if it exceeds a line. */
function wrapped(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const letter of word) {
      if (!fits(line + letter)) {
        lines.push(line);
        line = "";
      }
      line += letter;
    }
  }
  return [...lines, line];
}
