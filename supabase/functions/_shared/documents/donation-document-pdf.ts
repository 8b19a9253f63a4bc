import type { PDFImage } from "@cantoo/pdf-lib";
import type { Closing, DocumentText } from "../rules/donation-documents.ts";
import { GOLD, writeLetterhead } from "./letterhead.ts";
import { type FontFiles, MARGIN, PageWriter, RIGHT_EDGE } from "./page-writer.ts";
import type { Tag } from "./tag-tree.ts";

/** What the papers of one organization have in common. */
export interface Stationery {
  readonly fontFiles: FontFiles;
  readonly closing: Closing;
  /** A JPEG file, which PDFs contain as it is. */
  readonly signature: Uint8Array | undefined;
}

interface WrittenPapers {
  /** Undefined if none of the papers could be written. */
  readonly pdf: Uint8Array<ArrayBuffer> | undefined;
  /** The papers with a character that the fonts lack, such as in a Chinese name. */
  readonly unwritable: readonly DocumentText[];
}

/** Writes papers into one tagged PDF with embedded fonts. Each paper starts a new page. */
export async function createPapersPdf(
  papers: readonly DocumentText[],
  { fontFiles, closing, signature }: Stationery,
): Promise<WrittenPapers> {
  const writer = await PageWriter.start(fontFiles);
  const picture = signature && (await writer.document.embedJpg(signature));
  const writable = papers.filter((paper) => writer.canWrite(listTexts(paper)));
  const unwritable = papers.filter((paper) => !writable.includes(paper));
  const [first] = writable;
  if (first === undefined) return { pdf: undefined, unwritable };
  const title = writable.length === 1 ? first.title : `${first.title}: ${writable.length} papers`;
  writer.setMetadata({ title, author: first.organization[0] ?? "" });
  for (const [index, paper] of writable.entries()) {
    if (index > 0) writer.startPage();
    // Screen readers read one paper of several as a part of the document.
    writer.part =
      writable.length === 1 ? writer.tags.root : writer.tags.add(writer.tags.root, "Part");
    writePaper(writer, paper, { closing, picture });
  }
  return { pdf: await writer.save(), unwritable };
}

/** Returns one paper as a PDF, or undefined if the fonts lack a character. */
export const createDonationDocumentPdf = async (text: DocumentText, stationery: Stationery) =>
  (await createPapersPdf([text], stationery)).pdf;

const listTexts = (text: DocumentText): readonly string[] => [
  text.title,
  text.heading ?? "",
  text.issuedLine,
  text.salutation ?? "",
  ...(text.total === null ? [] : [text.total]),
  ...text.organization,
  ...text.donor,
  ...text.paragraphs,
  ...text.rows.flatMap(({ date, note, amount }) => [date, note, amount]),
  ...text.sentences,
];

interface Signer {
  readonly closing: Closing;
  readonly picture: PDFImage | undefined;
}

function writePaper(writer: PageWriter, text: DocumentText, signer: Signer): void {
  const firstPage = writer.document.getPageCount() - 1;
  writeLetterhead(writer, { ...text, recipient: text.donor });
  const { heading } = text;
  if (heading !== null) {
    const font = writer.chooseHeadingFont(heading);
    writer.writeWithTag(writer.part, "H1", () =>
      writer.writeParagraph(heading, { size: 17, font, lineHeight: 1.2 }),
    );
    writer.y -= 6;
  }
  writer.y -= 2;
  // Receipts and statements are narrower, so that a year of monthly gifts fits on one page.
  const gap = text.rows.length > 0 ? 4 : 9;
  const salutation = text.salutation === null ? [] : [text.salutation];
  const paragraphs = [...salutation, ...text.paragraphs];
  const closing = layOutClosing(writer, text, signer);
  const closingHeight = closing?.height ?? 0;
  for (const [index, paragraph] of paragraphs.entries()) {
    writer.y -= gap;
    const isLast = index === paragraphs.length - 1 && text.rows.length === 0;
    const style = { lineHeight: 1.4, followedBy: isLast ? PARAGRAPHS_GAP + closingHeight : 0 };
    writer.writeWithTag(writer.part, "P", () => writer.writeParagraph(paragraph, style));
  }
  writer.y -= PARAGRAPHS_GAP;
  if (text.rows.length > 0) writeDonations(writer, text, closingHeight);
  for (const sentence of text.sentences) {
    writer.y -= SENTENCE_GAP;
    writer.writeWithTag(writer.part, "P", () => writer.writeParagraph(sentence, SENTENCE_STYLE));
  }
  if (closing) writeClosing(writer, closing);
  writeFooters(writer, text, firstPage);
}

const PARAGRAPHS_GAP = 8;
const SENTENCE_GAP = 2;
const SENTENCE_STYLE = { size: 9, lineHeight: 1.35 };

const HEADING_SIZE = 8.5;
const ROW_SIZE = 9.5;
const ROW_LINE_HEIGHT = 1.2;
const [NOTE_X, AMOUNT_WIDTH] = [MARGIN + 104, 76];
const NOTE_STYLE = {
  size: ROW_SIZE,
  x: NOTE_X,
  width: RIGHT_EDGE - AMOUNT_WIDTH - NOTE_X,
  lineHeight: ROW_LINE_HEIGHT,
};
const ROW_STYLE = { gap: 4.5, thickness: 0.5 };
const TOTAL_SIZE = 11.5;
const [TOTAL_GAP, TABLE_GAP] = [3, 8];

/** Writes the list of donations. Its last two rows stay with the total, the sentences and the signature. */
function writeDonations(writer: PageWriter, text: DocumentText, closingHeight: number): void {
  const { rows, total, columns: [date, note, amount] = ["Date", "Gift", "Amount"] } = text;
  const { tags, bold } = writer;
  const table = tags.add(writer.part, "Table");
  const writeHeadings = [
    () => writer.writeLine(date, { size: HEADING_SIZE, font: bold }),
    () => writer.writeOnLine(note, { size: HEADING_SIZE, font: bold, x: NOTE_X }),
    () => writer.writeRightAligned(amount, { size: HEADING_SIZE, font: bold }),
  ];
  const headRow = tags.add(table, "TR");
  for (const write of writeHeadings) writer.writeWithTag(headRow, "TH", write, "Column");
  writer.drawRule({ gap: 4.5, color: GOLD });
  const heights = rows.map(
    ({ note }) => writer.measureParagraph(note, NOTE_STYLE) + ROW_STYLE.gap + ROW_STYLE.thickness,
  );
  const endHeight = measureTableEnd(writer, text) + closingHeight;
  for (const [index, row] of rows.entries()) {
    const height = heights[index] ?? 0;
    const rowsLeft = rows.length - index;
    const lastHeight = rowsLeft === 2 ? (heights[index + 1] ?? 0) : 0;
    if (writer.ensureRoom(height + (rowsLeft <= 2 ? lastHeight + endHeight : 0))) {
      // Repeated headings aren't tagged, so that screen readers read each heading only once.
      for (const write of writeHeadings) write();
      writer.drawRule({ gap: 4.5, color: GOLD });
    }
    writeRow(writer, table, row);
  }
  if (total !== null) writeTotal(writer, table, total);
  writer.y -= TABLE_GAP;
}

/** Returns the height of what follows the last row, without the signature. */
const measureTableEnd = (writer: PageWriter, { total, sentences }: DocumentText): number =>
  (total === null ? 0 : TOTAL_GAP + writer.measureParagraph(total, { size: TOTAL_SIZE })) +
  TABLE_GAP +
  sentences.reduce(
    (sum, sentence) => sum + SENTENCE_GAP + writer.measureParagraph(sentence, SENTENCE_STYLE),
    0,
  );

function writeRow(
  writer: PageWriter,
  table: Tag,
  { date, note, amount }: DocumentText["rows"][number],
): void {
  const row = writer.tags.add(table, "TR");
  const style = { size: ROW_SIZE };
  writer.writeWithTag(row, "TD", () => writer.writeLine(date, style, ROW_LINE_HEIGHT));
  const start = writer.y;
  writer.writeWithTag(row, "TD", () => {
    writer.y += ROW_SIZE * ROW_LINE_HEIGHT;
    writer.writeParagraph(note, NOTE_STYLE);
  });
  const end = writer.y;
  writer.y = start;
  writer.writeWithTag(row, "TD", () => writer.writeRightAligned(amount, style));
  writer.y = end;
  writer.drawRule(ROW_STYLE);
}

function writeTotal(writer: PageWriter, table: Tag, total: string): void {
  writer.y -= TOTAL_GAP;
  const style = { size: TOTAL_SIZE, font: writer.bold };
  const row = writer.tags.add(table, "TR");
  writer.tag = writer.tags.add(row, "TH", { scope: "Row", columns: 2 });
  writer.writeLine("Total", style);
  writer.writeWithTag(row, "TD", () => writer.writeRightAligned(total, style));
}

const SIGNATURE_BOX = { width: 170, height: 32 };
const [CLOSING_GAP, SIGNATURE_GAP] = [8, 4];
const SIGNER_STYLE = { size: 9.5, lineHeight: 1.3 };

interface LaidOutClosing {
  readonly name: string;
  /** The signer's name and title. */
  readonly lines: readonly string[];
  readonly picture: PDFImage | undefined;
  readonly height: number;
}

/** Lays out the signature, unless nobody signs the paper. */
function layOutClosing(
  writer: PageWriter,
  { salutation, organization }: DocumentText,
  { closing, picture }: Signer,
): LaidOutClosing | undefined {
  const name = closing.signerName ?? organization[0] ?? "";
  const lines = [name, ...(closing.signerTitle === null ? [] : [closing.signerTitle])];
  if (salutation === null || name === "" || !writer.canWrite(lines)) return undefined;
  const height = lines.reduce(
    (sum, line, index) =>
      sum + writer.measureParagraph(line, { ...SIGNER_STYLE, font: chooseFont(writer, index) }),
    CLOSING_GAP +
      writer.measureParagraph(COMPLIMENTARY_CLOSE) +
      (picture ? scaleSignature(picture).height + SIGNATURE_GAP : 0),
  );
  return { name, lines, picture, height };
}

const COMPLIMENTARY_CLOSE = "With gratitude,";
const chooseFont = ({ bold, regular }: PageWriter, index: number) => (index === 0 ? bold : regular);
const scaleSignature = (picture: PDFImage) =>
  picture.scaleToFit(SIGNATURE_BOX.width, SIGNATURE_BOX.height);

function writeClosing(writer: PageWriter, { name, lines, picture, height }: LaidOutClosing): void {
  writer.ensureRoom(height);
  writer.y -= CLOSING_GAP;
  writer.writeWithTag(writer.part, "P", () => writer.writeLine(COMPLIMENTARY_CLOSE));
  if (picture) drawSignature(writer, picture, name);
  for (const [index, line] of lines.entries()) {
    const font = chooseFont(writer, index);
    writer.writeWithTag(writer.part, "P", () =>
      writer.writeParagraph(line, { ...SIGNER_STYLE, font }),
    );
  }
}

function drawSignature(writer: PageWriter, picture: PDFImage, name: string): void {
  const { width, height } = scaleSignature(picture);
  writer.y -= height + SIGNATURE_GAP;
  const { page, y, tags } = writer;
  const figure = tags.add(writer.part, "Figure", { alt: `Signature of ${name}` });
  tags.draw(page, figure, () => page.drawImage(picture, { x: MARGIN, y, width, height }));
}

const FOOTER_STYLE = { size: 8 };

function writeFooters(
  { document, regular, tags }: PageWriter,
  { title, donor }: DocumentText,
  firstPage: number,
): void {
  const pages = document.getPages().slice(firstPage);
  for (const [index, page] of pages.entries()) {
    const [name = ""] = donor;
    const text = `${title} · ${name.length > 60 ? `${name.slice(0, 59).trimEnd()}…` : name}`;
    const pageNumber = `Page ${index + 1} of ${pages.length}`;
    const y = 32;
    const x = RIGHT_EDGE - regular.measureWidth(pageNumber, FOOTER_STYLE.size);
    tags.draw(page, undefined, () => {
      regular.write(page, text, { x: MARGIN, y }, FOOTER_STYLE);
      regular.write(page, pageNumber, { x, y }, FOOTER_STYLE);
    });
  }
}
