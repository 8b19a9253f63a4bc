import fontkit from "@cantoo/fontkit";
import {
  beginText,
  type Color,
  endText,
  type PDFDocument,
  PDFName,
  type PDFPage,
  rgb,
  setFillingColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from "@cantoo/pdf-lib";

export interface EmbeddedFont {
  /** Returns whether the font has a glyph for every character. */
  readonly canWrite: (text: string) => boolean;
  readonly measureWidth: (text: string, size: number) => number;
  readonly write: (page: PDFPage, text: string, position: Point, style: TextStyle) => void;
}

export interface TextStyle {
  readonly size: number;
  /** Defaults to `INK`. */
  readonly color?: Color;
}

/** The navy of the site's text. */
export const INK = rgb(0.102, 0.153, 0.251);

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Embeds a font, because pdf-lib's standard fonts use WinAnsi, which lacks letters such as the Ł of Łukasz. Only the
 * glyphs that the document uses are embedded, with a table that maps them to characters, so that the text can be
 * searched and copied.
 */
export async function embedFont(
  document: PDFDocument,
  name: string,
  fontFile: Uint8Array,
): Promise<EmbeddedFont> {
  document.registerFontkit(fontkit);
  // Without ligatures, a text is as wide as its characters.
  const features = { liga: false };
  const font = await document.embedFont(fontFile, { subset: true, customName: name, features });
  const fontKey = PDFName.of(name);
  const codePoints = new Set(font.getCharacterSet());
  const findWritableTexts = (text: string) =>
    Array.from(text.normalize("NFC"), (character) => findWritableText(codePoints, character));
  const characterWidths = new Map<string, number>();
  const measureCharacter = (character: string) => {
    const knownWidth = characterWidths.get(character);
    if (knownWidth !== undefined) return knownWidth;
    const width = font.widthOfTextAtSize(character, 1);
    characterWidths.set(character, width);
    return width;
  };
  const toWritableText = (text: string) => findWritableTexts(text).join("");
  return {
    canWrite: (text) => findWritableTexts(text).every((writableText) => writableText !== undefined),
    measureWidth: (text, size) =>
      Array.from(toWritableText(text)).reduce(
        (width, character) => width + measureCharacter(character) * size,
        0,
      ),
    write: (page, text, { x, y }, { size, color = INK }) => {
      // `drawText` would add the font to the page again for each line.
      page.node.setFontDictionary(fontKey, font.ref);
      page.pushOperators(
        setFillingColor(color),
        beginText(),
        setFontAndSize(fontKey, size),
        setTextMatrix(1, 0, 0, 1, x, y),
        showText(font.encodeText(toWritableText(text))),
        endText(),
      );
    },
  };
}

/**
 * Returns the character, or its base letters if the font lacks it, or undefined if the font lacks those too. A soft
 * hyphen is left out, because fontkit writes it as a space.
 */
function findWritableText(codePoints: ReadonlySet<number>, character: string): string | undefined {
  // People who search or copy the text expect ordinary spaces.
  if (character === "\u{a0}") return " ";
  const hasGlyph = (text: string) => codePoints.has(text.codePointAt(0) ?? 0);
  if (hasGlyph(character) && character !== "\u00ad") return character;
  const baseCharacters = Array.from(character.normalize("NFKD")).filter(
    (baseCharacter) => !/[\p{M}\p{Cf}]/u.test(baseCharacter),
  );
  return baseCharacters.every(hasGlyph) ? baseCharacters.join("") : undefined;
}
