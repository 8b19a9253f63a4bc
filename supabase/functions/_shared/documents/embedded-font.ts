import {
  beginText,
  endText,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  type PDFRef,
  PDFString,
  setFontAndSize,
  setTextMatrix,
  showText,
} from "@cantoo/pdf-lib";
import type { TrueType } from "./true-type.ts";

/** A font embedded in a document, for writing and measuring text. */
export interface EmbeddedFont {
  /** Returns whether the font has a glyph for every character. */
  readonly canWrite: (text: string) => boolean;
  readonly widthOf: (text: string, size: number) => number;
  readonly write: (page: PDFPage, text: string, at: Place, size: number) => void;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const hex = (value: number) => value.toString(16).toUpperCase().padStart(4, "0");

/**
 * pdf-lib's standard fonts use WinAnsi, which lacks the letters of Łukasz. Embeds the font per PDF 1.7, 9.7: text as
 * glyph ids, with a table back to characters so it can be searched and copied.
 */
export function embedFont(document: PDFDocument, name: string, font: TrueType): EmbeddedFont {
  const reference = registerFont(document, name, font);
  const key = PDFName.of(name);
  const lettersOf = (text: string) =>
    Array.from(text.normalize("NFC"), (letter) => glyphsOfLetter(font, letter));
  const glyphsOf = (text: string) => lettersOf(text).flatMap((glyphs) => glyphs ?? []);
  return {
    canWrite: (text) => lettersOf(text).every((glyphs) => glyphs !== undefined),
    widthOf: (text, size) =>
      (glyphsOf(text).reduce((sum, glyph) => sum + (font.widths[glyph] ?? 0), 0) * size) / 1000,
    write: (page, text, { x, y }, size) => {
      page.node.setFontDictionary(key, reference);
      page.pushOperators(
        beginText(),
        setFontAndSize(key, size),
        setTextMatrix(1, 0, 0, 1, x, y),
        showText(PDFHexString.of(glyphsOf(text).map(hex).join(""))),
        endText(),
      );
    },
  };
}

/** Falls back to the letter without accents; undefined if the font lacks that too. */
function glyphsOfLetter({ glyphs }: TrueType, letter: string): readonly number[] | undefined {
  const glyphOf = (sign: string) => glyphs.get(sign.codePointAt(0) ?? 0);
  const own = glyphOf(letter);
  if (own !== undefined) return [own];
  const parts = Array.from(letter.normalize("NFKD")).filter((part) => !/[\p{M}\p{Cf}]/u.test(part));
  const found = parts.flatMap((part) => glyphOf(part) ?? []);
  return found.length === parts.length ? found : undefined;
}

function registerFont({ context }: PDFDocument, name: string, font: TrueType): PDFRef {
  const file = context.register(context.flateStream(font.file, { Length1: font.file.length }));
  const descriptor = context.register(
    context.obj({
      Type: "FontDescriptor",
      FontName: name,
      Flags: 4,
      FontBBox: [...font.box],
      ItalicAngle: 0,
      Ascent: font.ascent,
      Descent: font.descent,
      CapHeight: 714,
      StemV: 80,
      FontFile2: file,
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: "Font",
      Subtype: "CIDFontType2",
      BaseFont: name,
      CIDSystemInfo: {
        Registry: PDFString.of("Adobe"),
        Ordering: PDFString.of("Identity"),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      W: [0, [...font.widths]],
      CIDToGIDMap: "Identity",
    }),
  );
  return context.register(
    context.obj({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: name,
      Encoding: "Identity-H",
      DescendantFonts: [descendant],
      ToUnicode: context.register(context.flateStream(lettersOfGlyphs(font))),
    }),
  );
}

const LETTERS_AT_ONCE = 100;

function lettersOfGlyphs({ glyphs }: TrueType): string {
  const pairs = Array.from(glyphs, ([code, glyph]) => `<${hex(glyph)}> <${hex(code)}>`);
  const blocks = Array.from({ length: Math.ceil(pairs.length / LETTERS_AT_ONCE) }, (_, index) => {
    const block = pairs.slice(index * LETTERS_AT_ONCE, (index + 1) * LETTERS_AT_ONCE);
    return `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`;
  });
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
