import { inflateSync } from "node:zlib";
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  type PDFHexString,
  PDFName,
  type PDFPage,
  PDFRawStream,
} from "@cantoo/pdf-lib";
import { expect } from "vitest";

const decodeStream = (stream: unknown): string =>
  stream instanceof PDFRawStream
    ? Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1")
    : "";

/** Maps the glyph ids of a page's fonts to characters, using the tables embedded in the document. */
function mapGlyphsToCharacters(page: PDFPage): ReadonlyMap<string, string> {
  const characters = new Map<string, string>();
  const fonts = page.node.Resources()?.lookup(PDFName.of("Font"), PDFDict);
  for (const [key] of fonts?.entries() ?? []) {
    const table = fonts?.lookup(key, PDFDict).lookup(PDFName.of("ToUnicode"));
    if (!(table instanceof PDFRawStream)) throw new Error(`${String(key)} can't be copied`);
    for (const [, glyph = "", code = ""] of decodeStream(table).matchAll(
      /<([\dA-F]{4})> <([\dA-F]{4})>/g,
    )) {
      const character = String.fromCharCode(Number.parseInt(code, 16));
      characters.set(`${String(key)} ${glyph}`, character);
    }
  }
  return characters;
}

function readContent(page: PDFPage): string {
  const contents = page.node.Contents();
  return contents instanceof PDFArray
    ? contents
        .asArray()
        .map((_, index) => decodeStream(contents.lookup(index)))
        .join("\n")
    : decodeStream(contents);
}

export function extractStreams(pdf: Uint8Array): string[] {
  const source = Buffer.from(pdf).toString("latin1");
  return Array.from(source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g), ([, data = ""]) => {
    try {
      return inflateSync(Buffer.from(data, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
}

/** Extracts the lines of text of each page that has text, as a reader gets them by searching or copying. */
export async function extractPages(pdf: Uint8Array): Promise<string[][]> {
  return (await PDFDocument.load(pdf))
    .getPages()
    .map((page) => ({ characters: mapGlyphsToCharacters(page), content: readContent(page) }))
    .filter(({ content }) => content.includes("BT") && content.includes(" Tj"))
    .map(({ characters, content }) =>
      Array.from(
        content.matchAll(/(\/\S+) [\d.]+ Tf(?:(?!ET)[\s\S])*?<([\dA-F]+)> Tj/g),
        ([, font = "", glyphs = ""]) =>
          (glyphs.match(/.{4}/g) ?? [])
            .map((glyph) => characters.get(`${font} ${glyph}`) ?? "\u0000")
            .join(""),
      ),
    );
}

/** Extracts what is written on each page, with its position in millimeters from the top left corner. */
export async function extractPlacedLines(pdf: Uint8Array) {
  const stream = extractStreams(pdf).find((text) => text.includes(" Tj")) ?? "";
  const positions = Array.from(stream.matchAll(/1 0 0 1 ([\d.]+) ([\d.]+) Tm/g), ([, x, y]) => ({
    x: (Number(x) * 25.4) / 72,
    y: ((792 - Number(y)) * 25.4) / 72,
  }));
  const [lines = []] = await extractPages(pdf);
  return lines.map((text, index) => ({ text, ...positions[index]! }));
}

interface StructureElement {
  readonly type: string;
  readonly alt: string | undefined;
  readonly kids: readonly StructureElement[];
  /** The element's marked content, as `<page index>/<marked-content ID>`. */
  readonly markedContents: readonly string[];
}

/** Reads the structure tree as a screen reader sees it. */
export async function readStructureTree(pdf: Uint8Array): Promise<StructureElement> {
  const document = await PDFDocument.load(pdf);
  const pages = document.getPages().map(({ ref }) => ref.toString());
  const readElement = (dict: PDFDict): StructureElement => {
    const kids = dict.lookup(PDFName.of("K"), PDFArray);
    const dicts = kids.asArray().map((_, index) => kids.lookup(index, PDFDict));
    const isMarkedContent = (kid: PDFDict) => kid.lookup(PDFName.of("Type")) === PDFName.of("MCR");
    return {
      type: dict.lookupMaybe(PDFName.of("S"), PDFName)?.decodeText() ?? "Root",
      alt: (dict.lookup(PDFName.of("Alt")) as PDFHexString | undefined)?.decodeText(),
      kids: dicts.filter((kid) => !isMarkedContent(kid)).map(readElement),
      markedContents: dicts
        .filter(isMarkedContent)
        .map(
          (kid) =>
            `${pages.indexOf(String(kid.get(PDFName.of("Pg"))))}/${String(kid.get(PDFName.of("MCID")))}`,
        ),
    };
  };
  expect(String(document.catalog.lookup(PDFName.of("MarkInfo"), PDFDict))).toContain(
    "/Marked true",
  );
  expect(String(document.catalog.get(PDFName.of("Lang")))).toContain("en-US");
  return readElement(document.catalog.lookup(PDFName.of("StructTreeRoot"), PDFDict));
}

export const listElements = (element: StructureElement): StructureElement[] => [
  element,
  ...element.kids.flatMap(listElements),
];
