import fontkit from "@cantoo/fontkit";
import {
  beginText,
  endText,
  type PDFDocument,
  PDFName,
  type PDFPage,
  setFontAndSize,
  setTextMatrix,
  showText,
} from "@cantoo/pdf-lib";

export interface EmbeddedFont {
  /** Returns whether the font has a glyph for every character. */
  readonly canWrite: (text: string) => boolean;
  readonly widthOf: (text: string, size: number) => number;
  readonly write: (page: PDFPage, text: string, at: Point, size: number) => void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * pdf-lib's standard fonts use WinAnsi, which lacks the letters of Łukasz. Embeds the glyphs that the document uses,
 * with a table back to characters so it can be searched and copied.
 */
export async function embedFont(
  document: PDFDocument,
  name: string,
  deflatedBase64: string,
): Promise<EmbeddedFont> {
  document.registerFontkit(fontkit);
  const file = await inflate(deflatedBase64);
  const font = await document.embedFont(file, { subset: true, customName: name });
  const key = PDFName.of(name);
  const characters = new Set(font.getCharacterSet());
  const lettersOf = (text: string) =>
    Array.from(text.normalize("NFC"), (letter) => writableLetter(characters, letter));
  const writable = (text: string) => lettersOf(text).join("");
  return {
    canWrite: (text) => lettersOf(text).every((letter) => letter !== undefined),
    widthOf: (text, size) => font.widthOfTextAtSize(writable(text), size),
    write: (page, text, { x, y }, size) => {
      // `drawText` would add the font to the page again for each line.
      page.node.setFontDictionary(key, font.ref);
      page.pushOperators(
        beginText(),
        setFontAndSize(key, size),
        setTextMatrix(1, 0, 0, 1, x, y),
        showText(font.encodeText(writable(text))),
        endText(),
      );
    },
  };
}

async function inflate(deflatedBase64: string): Promise<ArrayBuffer> {
  const deflatedBytes = Uint8Array.from(atob(deflatedBase64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([deflatedBytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/**
 * Falls back to the letter without accents; undefined if the font lacks that too. A soft hyphen is left out, because
 * fontkit writes it as a space.
 */
function writableLetter(characters: ReadonlySet<number>, letter: string): string | undefined {
  const has = (character: string) => characters.has(character.codePointAt(0) ?? 0);
  if (has(letter) && letter !== "\u00ad") return letter;
  const parts = Array.from(letter.normalize("NFKD")).filter((part) => !/[\p{M}\p{Cf}]/u.test(part));
  return parts.every(has) ? parts.join("") : undefined;
}
