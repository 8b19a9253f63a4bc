import { type Color, PDFDocument, PDFName, type PDFPage, rgb } from "@cantoo/pdf-lib";
import { type EmbeddedFont, embedFont, INK } from "./embedded-font.ts";
import { type Tag, TagTree } from "./tag-tree.ts";
import { wrapText } from "./wrap-text.ts";
import { createXmpMetadata } from "../rules/xmp-metadata.ts";

/** The size and the margin of a US Letter page, in points. */
export const [PAGE_WIDTH, PAGE_HEIGHT, MARGIN] = [612, 792, 72];
export const RIGHT_EDGE = PAGE_WIDTH - MARGIN;
/** Where pages other than a paper's first one begin, and where all of them end. */
const [PAGE_START, PAGE_END] = [PAGE_HEIGHT - 60, 56];
const RULE_COLOR = rgb(0.85, 0.81, 0.73);

/** The TrueType files of the fonts. */
export interface FontFiles {
  readonly regular: Uint8Array;
  readonly bold: Uint8Array;
  /** For headings. It has fewer letters than the others. */
  readonly serif: Uint8Array;
}

export interface LineStyle {
  readonly size?: number;
  readonly font?: EmbeddedFont;
  readonly color?: Color;
  readonly x?: number;
}

export interface ParagraphStyle extends LineStyle {
  readonly width?: number;
  /** As a multiple of the size. */
  readonly lineHeight?: number;
  /** The height, in points, of what stays on the same page as the paragraph's last two lines. */
  readonly followedBy?: number;
}

/** The width and the height, in points. */
export type PageSize = readonly [width: number, height: number];

interface Fonts {
  readonly regular: EmbeddedFont;
  readonly bold: EmbeddedFont;
  readonly serif: EmbeddedFont;
}

/** Writes a document from top to bottom and starts a new page whenever the current one is full. */
export class PageWriter {
  page: PDFPage;
  y = PAGE_START;
  readonly document: PDFDocument;
  readonly tags: TagTree;
  /** The structure element of the current paper. */
  part: Tag;
  /** The structure element that subsequent text belongs to. It's undefined for decoration. */
  tag: Tag | undefined;
  readonly regular: EmbeddedFont;
  readonly bold: EmbeddedFont;
  readonly #serif: EmbeddedFont;
  readonly #pageSize: PageSize;

  private constructor(document: PDFDocument, { regular, bold, serif }: Fonts, pageSize: PageSize) {
    this.#pageSize = pageSize;
    [this.document, this.regular, this.bold, this.#serif] = [document, regular, bold, serif];
    this.tags = new TagTree(document);
    this.part = this.tags.root;
    this.page = document.addPage([...pageSize]);
  }

  /** Starts a document with its fonts and its first page. */
  static async start(
    { regular, bold, serif }: FontFiles,
    pageSize: PageSize = [PAGE_WIDTH, PAGE_HEIGHT],
  ): Promise<PageWriter> {
    const document = await PDFDocument.create();
    const fonts = {
      // Embedded subsets are named with a tag of six letters (PDF 1.7, 9.6.4).
      regular: await embedFont(document, "PLAINA+NotoSans", regular),
      bold: await embedFont(document, "STRONG+NotoSans-SemiBold", bold),
      serif: await embedFont(document, "HEADER+Fraunces-SemiBold", serif),
    };
    return new PageWriter(document, fonts, pageSize);
  }

  /** Returns whether the fonts have glyphs for all the characters. */
  canWrite(texts: readonly string[]): boolean {
    return texts.every((text) => this.regular.canWrite(text) && this.bold.canWrite(text));
  }

  /** Returns the serif, or another font if the serif lacks a letter, such as a Greek one. */
  chooseHeadingFont(text: string): EmbeddedFont {
    return this.#serif.canWrite(text) ? this.#serif : this.bold;
  }

  /** Sets the title, author and language for PDF viewers and screen readers. */
  setMetadata(metadata: { readonly title: string; readonly author: string }): void {
    this.document.setTitle(metadata.title, { showInWindowTitleBar: true });
    this.document.setAuthor(metadata.author);
    this.document.setLanguage("en-US");
    const xmp = createXmpMetadata({ ...metadata, createdAt: new Date() });
    const stream = this.document.context.stream(xmp, { Type: "Metadata", Subtype: "XML" });
    this.document.catalog.set(PDFName.of("Metadata"), this.document.context.register(stream));
  }

  async save(): Promise<Uint8Array<ArrayBuffer>> {
    this.tags.finish();
    return Uint8Array.from(await this.document.save());
  }

  startPage(size: PageSize = this.#pageSize): void {
    this.page = this.document.addPage([...size]);
    this.y = PAGE_START;
  }

  /** Starts a new page if the current one doesn't have enough room, and returns whether it did. */
  ensureRoom(height: number): boolean {
    if (this.y - height >= PAGE_END) return false;
    this.startPage();
    return true;
  }

  /** Runs `write` and tags its output as a new structure element. */
  writeWithTag(parent: Tag, type: Tag["type"], write: () => void, scope?: Tag["scope"]): void {
    const previousTag = this.tag;
    this.tag = this.tags.add(parent, type, { scope });
    write();
    this.tag = previousTag;
  }

  #write(text: string, x: number, { size, font, color }: Required<Omit<LineStyle, "x">>): void {
    const { page, y } = this;
    this.tags.draw(page, this.tag, () => font.write(page, text, { x, y }, { size, color }));
  }

  writeLine(
    text: string,
    { size = 10, font = this.regular, color = INK, x = MARGIN }: LineStyle = {},
    lineHeight = LINE_HEIGHT,
  ): void {
    this.y -= size * lineHeight;
    this.#write(text, x, { size, font, color });
  }

  /** Writes more text on the current line. */
  writeOnLine(
    text: string,
    { size = 10, font = this.regular, color = INK, x = MARGIN }: LineStyle,
  ): void {
    this.#write(text, x, { size, font, color });
  }

  /** Writes right-aligned text on the current line. */
  writeRightAligned(
    text: string,
    { size = 10, font = this.regular, color = INK }: LineStyle = {},
  ): void {
    this.#write(text, RIGHT_EDGE - font.measureWidth(text, size), { size, font, color });
  }

  /** Writes a paragraph of which neither the first nor the last line is alone on its page. */
  writeParagraph(text: string, style: ParagraphStyle = {}): void {
    const { size = 10, font = this.regular, x = MARGIN, lineHeight = LINE_HEIGHT } = style;
    const { width = RIGHT_EDGE - x, followedBy = 0 } = style;
    const lines = wrapText(font, text, size, width);
    for (const [index, line] of lines.entries()) {
      const linesLeft = lines.length - index;
      const isWhole = index === 0 && linesLeft <= 3;
      const isLast = isWhole || linesLeft === 2;
      const linesTogether = isWhole ? linesLeft : index === 0 || isLast ? 2 : 1;
      this.ensureRoom(linesTogether * size * lineHeight + (isLast ? followedBy : 0));
      this.writeLine(line, { ...style, size, font, x }, lineHeight);
    }
  }

  /** Returns the height of a paragraph, in points. */
  measureParagraph(
    text: string,
    { size = 10, font = this.regular, x = MARGIN, ...style }: ParagraphStyle = {},
  ): number {
    const { width = RIGHT_EDGE - x, lineHeight = LINE_HEIGHT } = style;
    return wrapText(font, text, size, width).length * size * lineHeight;
  }

  drawRule({ gap = 6, color = RULE_COLOR, thickness = 0.75 } = {}): void {
    this.y -= gap;
    const { page, y } = this;
    this.tags.draw(page, undefined, () =>
      page.drawLine({ start: { x: MARGIN, y }, end: { x: RIGHT_EDGE, y }, thickness, color }),
    );
  }
}

const LINE_HEIGHT = 1.45;
