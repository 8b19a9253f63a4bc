import { PDFDocument, type PDFPage, rgb } from "@cantoo/pdf-lib";
import type { PaperText } from "../rules/gift-papers.ts";
import { type EmbeddedFont, embedFont } from "./embedded-font.ts";
import { NOTO_SANS, NOTO_SANS_SEMIBOLD } from "./noto-sans.ts";
import { readTrueType } from "./true-type.ts";

/** US Letter, in points. */
const [WIDTH, HEIGHT, MARGIN] = [612, 792, 60];
const RIGHT = WIDTH - MARGIN;
const FOOTER = 34;
const AMOUNT_WIDTH = 90;
const RULE = { thickness: 0.75, color: rgb(0.75, 0.72, 0.66) };

/** A sheet that is written from top to bottom, and goes on with another one where it is full. */
class Sheets {
  page: PDFPage;
  y = HEIGHT - MARGIN;
  readonly document: PDFDocument;
  readonly plain: EmbeddedFont;
  readonly strong: EmbeddedFont;

  constructor(document: PDFDocument, plain: EmbeddedFont, strong: EmbeddedFont) {
    [this.document, this.plain, this.strong] = [document, plain, strong];
    this.page = document.addPage([WIDTH, HEIGHT]);
  }

  /** Answers whether another sheet was begun. */
  makeRoom(height: number): boolean {
    if (this.y - height >= MARGIN + FOOTER) return false;
    this.page = this.document.addPage([WIDTH, HEIGHT]);
    this.y = HEIGHT - MARGIN;
    return true;
  }

  line(text: string, { size = 10, font = this.plain, x = MARGIN } = {}): void {
    this.y -= size * 1.45;
    font.write(this.page, text, { x, y: this.y }, size);
  }

  /** At the right edge, beside the line that was written last. */
  beside(text: string, { size = 10, font = this.plain } = {}): void {
    font.write(this.page, text, { x: RIGHT - font.widthOf(text, size), y: this.y }, size);
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
    if (start && end) this.page.drawLine({ start, end, ...RULE });
  }
}

/** The paper as a PDF, with fonts of its own. */
export async function giftPaperPdf(text: PaperText): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  const [plain, strong] = await Promise.all([NOTO_SANS, NOTO_SANS_SEMIBOLD].map(readTrueType));
  if (plain === undefined || strong === undefined) throw new Error("The fonts are not there");
  const sheets = new Sheets(
    document,
    embedFont(document, "NotoSans", plain),
    embedFont(document, "NotoSans-SemiBold", strong),
  );
  document.setTitle(text.title, { showInWindowTitleBar: true });
  document.setAuthor(text.organization[0] ?? "");
  document.setLanguage("en-US");

  writeHead(sheets, text);
  writeGifts(sheets, text);
  sheets.y -= 14;
  for (const sentence of text.sentences) {
    sheets.y -= 4;
    sheets.paragraph(sentence);
  }
  writeFooters(sheets, text);
  return Uint8Array.from(await document.save());
}

function writeHead(sheets: Sheets, { title, organization, donor, issued }: PaperText): void {
  const [name = "", ...details] = organization;
  sheets.line(name, { size: 15, font: sheets.strong });
  sheets.beside(issued, { size: 9 });
  for (const detail of details) sheets.line(detail, { size: 9 });
  sheets.y -= 26;
  sheets.paragraph(title, { size: 20, font: sheets.strong });
  sheets.y -= 8;
  const [donorName = "", ...address] = donor;
  sheets.paragraph(donorName, { size: 11, font: sheets.strong });
  for (const line of address) sheets.paragraph(line);
  sheets.y -= 14;
}

function writeGifts(sheets: Sheets, { rows, total }: PaperText): void {
  const small = { size: 9, font: sheets.strong };
  const writeColumns = () => {
    sheets.line("Date of the charge", small);
    sheets.beside("Amount", small);
    sheets.rule();
  };
  writeColumns();
  for (const { date, note, amount } of rows) {
    if (sheets.makeRoom(48)) writeColumns();
    sheets.y -= 3;
    sheets.line(date);
    sheets.beside(amount);
    sheets.paragraph(note, { size: 8.5, width: RIGHT - MARGIN - AMOUNT_WIDTH });
    sheets.rule();
  }
  sheets.makeRoom(40);
  sheets.y -= 4;
  sheets.line("Total", { size: 12, font: sheets.strong });
  sheets.beside(total, { size: 12, font: sheets.strong });
}

function writeFooters({ document, plain }: Sheets, { title, donor }: PaperText): void {
  const pages = document.getPages();
  for (const [index, page] of pages.entries()) {
    const text = `${title} · ${donor[0]?.slice(0, 60) ?? ""}`;
    const number = `Page ${index + 1} of ${pages.length}`;
    plain.write(page, text, { x: MARGIN, y: MARGIN - 16 }, 8);
    plain.write(page, number, { x: RIGHT - plain.widthOf(number, 8), y: MARGIN - 16 }, 8);
  }
}

/** Broken at spaces; what is too long for a line by itself is broken where it has to be. */
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
