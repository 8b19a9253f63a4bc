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
  for (const paragraph of [...salutation, ...text.paragraphs]) {
    writer.y -= gap;
    writer.writeWithTag(writer.part, "P", () =>
      writer.writeParagraph(paragraph, { lineHeight: 1.4 }),
    );
  }
  writer.y -= 8;
  if (text.rows.length > 0) writeDonations(writer, text);
  for (const sentence of text.sentences) {
    writer.y -= 2;
    writer.writeWithTag(writer.part, "P", () =>
      writer.writeParagraph(sentence, { size: FACTS_SIZE, lineHeight: 1.35 }),
    );
  }
  if (text.salutation !== null) writeClosing(writer, text, signer);
  writeFooters(writer, text, firstPage);
}

const HEADING_SIZE = 8.5;
const ROW_SIZE = 9.5;
const FACTS_SIZE = 9;
const [NOTE_X, AMOUNT_WIDTH] = [MARGIN + 104, 76];
const ROW_STYLE = { gap: 4.5, thickness: 0.5 };

function writeDonations(writer: PageWriter, { rows, total }: DocumentText): void {
  const { tags, bold } = writer;
  const table = tags.add(writer.part, "Table");
  const writeHeadings = [
    () => writer.writeLine("Date", { size: HEADING_SIZE, font: bold }),
    () => writer.writeOnLine("Gift", { size: HEADING_SIZE, font: bold, x: NOTE_X }),
    () => writer.writeRightAligned("Amount", { size: HEADING_SIZE, font: bold }),
  ];
  const headRow = tags.add(table, "TR");
  for (const write of writeHeadings) writer.writeWithTag(headRow, "TH", write, "Column");
  writer.drawRule({ gap: 4.5, color: GOLD });
  for (const { date, note, amount } of rows) {
    if (writer.ensureRoom(34)) {
      // Repeated headings aren't tagged, so that screen readers read each heading only once.
      for (const write of writeHeadings) write();
      writer.drawRule({ gap: 4.5, color: GOLD });
    }
    const row = tags.add(table, "TR");
    writer.writeWithTag(row, "TD", () => writer.writeLine(date, { size: ROW_SIZE }, 1.2));
    const start = writer.y;
    writer.writeWithTag(row, "TD", () => {
      writer.y += ROW_SIZE * 1.2;
      writer.writeParagraph(note, {
        size: ROW_SIZE,
        x: NOTE_X,
        width: RIGHT_EDGE - AMOUNT_WIDTH - NOTE_X,
        lineHeight: 1.2,
      });
    });
    const end = writer.y;
    writer.y = start;
    writer.writeWithTag(row, "TD", () => writer.writeRightAligned(amount, { size: ROW_SIZE }));
    writer.y = end;
    writer.drawRule(ROW_STYLE);
  }
  if (total !== null) writeTotal(writer, table, total);
  writer.y -= 8;
}

function writeTotal(writer: PageWriter, table: Tag, total: string): void {
  writer.ensureRoom(30);
  writer.y -= 3;
  const style = { size: 11.5, font: writer.bold };
  const row = writer.tags.add(table, "TR");
  writer.tag = writer.tags.add(row, "TH", { scope: "Row", columns: 2 });
  writer.writeLine("Total", style);
  writer.writeWithTag(row, "TD", () => writer.writeRightAligned(total, style));
}

const SIGNATURE_BOX = { width: 170, height: 32 };

function writeClosing(writer: PageWriter, text: DocumentText, { closing, picture }: Signer): void {
  const name = closing.signerName ?? text.organization[0] ?? "";
  const lines = [name, ...(closing.signerTitle === null ? [] : [closing.signerTitle])];
  if (name === "" || !writer.canWrite(lines)) return;
  writer.ensureRoom(44 + SIGNATURE_BOX.height);
  writer.y -= 8;
  writer.writeWithTag(writer.part, "P", () => writer.writeLine("With gratitude,"));
  if (picture) drawSignature(writer, picture, name);
  for (const [index, line] of lines.entries()) {
    const font = index === 0 ? writer.bold : writer.regular;
    writer.writeWithTag(writer.part, "P", () =>
      writer.writeParagraph(line, { size: 9.5, font, lineHeight: 1.3 }),
    );
  }
}

function drawSignature(writer: PageWriter, picture: PDFImage, name: string): void {
  const { width, height } = picture.scaleToFit(SIGNATURE_BOX.width, SIGNATURE_BOX.height);
  writer.y -= height + 4;
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
