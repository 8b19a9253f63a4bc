import { PDFDocument, type PDFPage, rgb } from "@cantoo/pdf-lib";
import { type EmbeddedFont, embedFont } from "./embedded-font.ts";
import { type Tag, TagTree } from "./tag-tree.ts";

/** The size and the margin of a US Letter page, in points. */
export const [PAGE_WIDTH, PAGE_HEIGHT, MARGIN] = [612, 792, 60];
export const RIGHT_EDGE = PAGE_WIDTH - MARGIN;
const FOOTER_HEIGHT = 34;
const RULE_STYLE = { thickness: 0.75, color: rgb(0.75, 0.72, 0.66) };

/** The TrueType files of the fonts. */
export interface FontFiles {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
}

/** Writes a document from top to bottom and starts a new page whenever the current one is full. */
export class PageWriter {
  page: PDFPage;
  y = PAGE_HEIGHT - MARGIN;
  readonly document: PDFDocument;
  readonly tags: TagTree;
  /** The structure element that subsequent text belongs to. It's undefined for decoration. */
  tag: Tag | undefined;
  readonly regular: EmbeddedFont;
  readonly bold: EmbeddedFont;

  private constructor(document: PDFDocument, regular: EmbeddedFont, bold: EmbeddedFont) {
    [this.document, this.regular, this.bold] = [document, regular, bold];
    this.tags = new TagTree(document);
    this.page = document.addPage([PAGE_WIDTH, PAGE_HEIGHT]);
  }

  /** Starts a document with its fonts and its first page. */
  static async start({ regular, bold }: FontFiles): Promise<PageWriter> {
    const document = await PDFDocument.create();
    return new PageWriter(
      document,
      // Embedded subsets are named with a tag of six letters (PDF 1.7, 9.6.4).
      await embedFont(document, "PLAINA+NotoSans", regular),
      await embedFont(document, "STRONG+NotoSans-SemiBold", bold),
    );
  }

  /** Returns whether the fonts have glyphs for all the characters. */
  canWrite(texts: readonly string[]): boolean {
    return texts.every((text) => this.regular.canWrite(text) && this.bold.canWrite(text));
  }

  /** Sets the title, author and language for PDF viewers and screen readers. */
  setMetadata({ title, author }: { readonly title: string; readonly author: string }): void {
    this.document.setTitle(title, { showInWindowTitleBar: true });
    this.document.setAuthor(author);
    this.document.setLanguage("en-US");
  }

  async save(): Promise<Uint8Array<ArrayBuffer>> {
    this.tags.finish();
    return Uint8Array.from(await this.document.save());
  }

  /** Starts a new page if the current one doesn't have enough room, and returns whether it did. */
  ensureRoom(height: number): boolean {
    if (this.y - height >= MARGIN + FOOTER_HEIGHT) return false;
    this.page = this.document.addPage([PAGE_WIDTH, PAGE_HEIGHT]);
    this.y = PAGE_HEIGHT - MARGIN;
    return true;
  }

  /** Runs `write` and tags its output as a new structure element. */
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
    this.#write(font, text, RIGHT_EDGE - font.measureWidth(text, size), size);
  }

  writeParagraph(
    text: string,
    { size = 10, font = this.regular, width = RIGHT_EDGE - MARGIN } = {},
  ): void {
    for (const line of wrapLines(text, (line) => font.measureWidth(line, size) <= width)) {
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

/** Wraps text at spaces, and breaks a word only if it is longer than a line. */
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
