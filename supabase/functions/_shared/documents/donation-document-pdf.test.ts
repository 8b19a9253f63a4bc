import { inflateSync } from "node:zlib";
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
} from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { readMigratedFonts } from "../../../tests/font-files.ts";
import { type DonationDocument, createDocumentText } from "../rules/donation-documents.ts";
import { createDonationDocumentPdf } from "./donation-document-pdf.ts";

const donation = {
  id: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11",
  receiptNumber: "R-2026-000123",
  amount: 50,
  feeCovered: 0,
  refunded: 0,
  net: 50,
  date: "2026-03-01",
  isRecurring: false,
  inHonorOf: null,
  isMemorial: false,
  isDemo: false,
  method: "online" as const,
  replacedReceiptNumber: null,
};

const receipt: DonationDocument = {
  organization: {
    name: "Lamplight Care Packages",
    taxId: "00-0142536",
    address: "410 Lantern Street, Suite 200\nFort Worth, TX 76102",
    phone: "(817) 555-0142",
    email: "hello@example.org",
  },
  donor: { name: "Łukasz Nuñez", email: "lukasz@example.org" },
  gifts: [donation],
  total: 50,
  packagePrice: 50,
  issuedOn: "2026-11-21",
};

/** Maps the glyph ids of each font to characters, using the tables embedded in the document. */
async function mapGlyphsToCharacters(pdf: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const characters = new Map<string, string>();
  for (const page of (await PDFDocument.load(pdf)).getPages()) {
    const fonts = page.node.Resources()?.lookup(PDFName.of("Font"), PDFDict);
    for (const [key] of fonts?.entries() ?? []) {
      const table = fonts?.lookup(key, PDFDict).lookup(PDFName.of("ToUnicode"));
      if (!(table instanceof PDFRawStream)) throw new Error(`${String(key)} can't be copied`);
      const source = Buffer.from(decodePDFRawStream(table).decode()).toString("latin1");
      for (const [, glyph = "", code = ""] of source.matchAll(/<([\dA-F]{4})> <([\dA-F]{4})>/g)) {
        const character = String.fromCharCode(Number.parseInt(code, 16));
        characters.set(`${String(key)} ${glyph}`, character);
      }
    }
  }
  return characters;
}

function extractStreams(pdf: Uint8Array): string[] {
  const source = Buffer.from(pdf).toString("latin1");
  return Array.from(source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g), ([, data = ""]) => {
    try {
      return inflateSync(Buffer.from(data, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
}

/** Extracts each page's lines of text, as a reader gets them by searching or copying. */
async function extractPages(pdf: Uint8Array): Promise<string[][]> {
  const characters = await mapGlyphsToCharacters(pdf);
  return extractStreams(pdf)
    .filter((stream) => stream.includes("BT") && stream.includes(" Tj"))
    .map((stream) =>
      Array.from(
        stream.matchAll(/(\/\S+) [\d.]+ Tf(?:(?!ET)[\s\S])*?<([\dA-F]+)> Tj/g),
        ([, font = "", glyphs = ""]) =>
          (glyphs.match(/.{4}/g) ?? [])
            .map((glyph) => characters.get(`${font} ${glyph}`) ?? "\u0000")
            .join(""),
      ),
    );
}

const fontFiles = readMigratedFonts();
const tryToCreatePdf = (document: DonationDocument, year?: number) =>
  createDonationDocumentPdf(createDocumentText(document, year), fontFiles);
const createPdf = async (document: DonationDocument, year?: number): Promise<Uint8Array> => {
  const pdf = await tryToCreatePdf(document, year);
  if (pdf === undefined) throw new Error("The font lacks a character");
  return pdf;
};
const readPages = async (document: DonationDocument, year?: number) =>
  extractPages(await createPdf(document, year));

describe("a receipt PDF", () => {
  it("includes everything the IRS requires and the donor's name as written", async () => {
    const [lines = []] = await readPages(receipt);
    const text = lines.join(" ");
    for (const expectedText of [
      "Lamplight Care Packages",
      "EIN 00-0142536",
      "410 Lantern Street, Suite 200",
      "Gift receipt",
      "Łukasz Nuñez",
      "Receipt number R-2026-000123",
      "March 1, 2026",
      "$50.00",
      "No goods or services were provided in exchange for this contribution.",
      "Issued November 21, 2026",
      "Page 1 of 1",
    ]) {
      expect(text).toContain(expectedText);
    }
    expect(text).not.toContain("Demo");
  });

  it.each(["Łukasz Nuñez", "Željko Đurić", "Nguyễn Thị Ánh", "Зоя Щербак", "Ἑλένη", "O’Brien"])(
    "writes the name %s",
    async (name) => {
      const [lines = []] = await readPages({ ...receipt, donor: { ...receipt.donor, name } });
      const text = lines.join(" ");
      expect(text).toContain(name === "Ἑλένη" ? "Ελένη" : name);
    },
  );

  it.each(["山田太郎", "محمد", "अनिता शर्मा", "이름", "Anna 👩"])(
    "isn't created for %s, whose characters the font lacks",
    async (name) => {
      expect(await tryToCreatePdf({ ...receipt, donor: { ...receipt.donor, name } })).toBe(
        undefined,
      );
      const donations = [{ ...donation, inHonorOf: name }];
      expect(await tryToCreatePdf({ ...receipt, gifts: donations })).toBe(undefined);
    },
  );

  it.each([
    ["X\u0302avier", "Xavier"],
    ["\ufb01nn", "finn"],
    ["An\u200dna", "Anna"],
    ["An\u00adna", "Anna"],
  ])("never shows a question mark for %j", async (name, readableName) => {
    const [lines = []] = await readPages({ ...receipt, donor: { ...receipt.donor, name } });
    expect(lines).toContain(readableName);
    expect(lines.join(" ")).not.toContain("?");
  });

  it("stays small, because it embeds only the glyphs it uses", async () => {
    expect((await createPdf(receipt)).length).toBeLessThan(25_000);
  });

  it("marks demo donations and shows refunds", async () => {
    const donations = [
      { ...donation, isDemo: true, refunded: 10.01, net: 39.99, inHonorOf: "Sgt. Lee" },
    ];
    const [lines = []] = await readPages({ ...receipt, gifts: donations, total: 39.99 });
    expect(lines.join(" ")).toContain(
      "Monetary gift, in US dollars, in honor of Sgt. Lee, $50.00 less $10.01 refunded · Receipt number R-2026-000123",
    );
    expect(lines.join(" ")).toContain("Demo: no card was charged");
    expect(lines.join(" ")).toContain("This gift fills three quarters of a box.");
    expect(lines.filter((line) => line === "$39.99")).toHaveLength(2);
  });
});

describe("a statement PDF", () => {
  it("spans several pages, lists every donation once and repeats the column headings", async () => {
    const donations = Array.from({ length: 60 }, (_, index) => ({
      ...donation,
      net: index + 1,
      amount: index + 1,
      isRecurring: true,
    }));
    const pages = await readPages({ ...receipt, gifts: donations, total: 1830 }, 2026);
    expect(pages.length).toBeGreaterThan(2);
    const lines = pages.flat();
    for (const { net } of donations) {
      expect(
        lines.filter((line) => line === `$${net}.00`),
        String(net),
      ).toHaveLength(1);
    }
    expect(lines).toContain("$1,830.00");
    expect(lines).toContain("Giving in 2026, through November 21");
    for (const page of pages.slice(0, -1)) expect(page).toContain("Date");
    expect(lines).toContain(`Page ${pages.length} of ${pages.length}`);
  });

  it("names a statement for a year that is over, and says if it replaces an earlier one", async () => {
    for (const issuedOn of ["2027-01-01", "2027-02-20"]) {
      const corrected = { ...receipt, issuedOn, isCorrected: issuedOn === "2027-02-20" };
      const lines = (await readPages(corrected, 2026)).flat();
      expect(lines).toContain("Annual giving statement 2026");
      expect(lines.some((line) => line.includes("Corrected, replaces earlier statements"))).toBe(
        corrected.isCorrected,
      );
    }
    const [lines] = await readPages({ ...receipt, issuedOn: "2026-12-31" }, 2026);
    expect(lines).toContain("Giving in 2026, through December 31");
  });

  it("keeps long words within the page", async () => {
    const name = "W".repeat(100);
    const [lines = []] = await readPages({ ...receipt, donor: { ...receipt.donor, name } });
    expect(lines.filter((line) => /^W+$/.test(line)).length).toBeGreaterThan(2);
  });
});

interface StructureElement {
  readonly type: string;
  readonly kids: readonly StructureElement[];
  /** The element's marked content, as `<page index>/<marked-content ID>`. */
  readonly markedContents: readonly string[];
}

/** Reads the structure tree as a screen reader sees it. */
async function readStructureTree(pdf: Uint8Array): Promise<StructureElement> {
  const document = await PDFDocument.load(pdf);
  const pages = document.getPages().map(({ ref }) => ref.toString());
  const readElement = (dict: PDFDict): StructureElement => {
    const kids = dict.lookup(PDFName.of("K"), PDFArray);
    const dicts = kids.asArray().map((_, index) => kids.lookup(index, PDFDict));
    const isMarkedContent = (kid: PDFDict) => kid.lookup(PDFName.of("Type")) === PDFName.of("MCR");
    return {
      type: dict.lookupMaybe(PDFName.of("S"), PDFName)?.decodeText() ?? "Root",
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

const listElements = (element: StructureElement): StructureElement[] => [
  element,
  ...element.kids.flatMap(listElements),
];

describe("a tagged PDF", () => {
  it("has a heading, a table with column headers, and paragraphs, in reading order", async () => {
    const { kids } = await readStructureTree(
      await createPdf({ ...receipt, gifts: [donation, { ...donation, id: "2" }] }, 2026),
    );
    const [root] = kids;
    expect(root?.type).toBe("Document");
    const types = root?.kids.map(({ type }) => type).join(" ");
    expect(types).toMatch(/^(P )+H1 (P )+Table( P)+$/);
    const table = root?.kids.find(({ type }) => type === "Table");
    expect(table?.kids.map((row) => row.kids.map(({ type }) => type).join(" "))).toEqual([
      "TH TH",
      "TD TD",
      "TD TD",
      "TH TD",
    ]);
  });

  it("tags all content exactly once on every page", async () => {
    const donations = Array.from({ length: 60 }, () => donation);
    const pdf = await createPdf({ ...receipt, gifts: donations }, 2026);
    const markedContents = listElements(await readStructureTree(pdf)).flatMap(
      (element) => element.markedContents,
    );
    const drawnContents = extractStreams(pdf)
      .filter((stream) => stream.includes("BT") && stream.includes(" Tj"))
      .flatMap((stream, page) => {
        const untaggedContent = stream.replaceAll(
          /\/\w+ (?:<<\/MCID \d+>> BDC|BMC)[\s\S]*?EMC/g,
          "",
        );
        expect(untaggedContent).not.toMatch(/Tj|\bS\b/);
        return Array.from(stream.matchAll(/MCID (\d+)/g), ([, number]) => `${page}/${number}`);
      });
    expect(drawnContents.length).toBeGreaterThan(120);
    expect(markedContents.toSorted()).toEqual(drawnContents.toSorted());
  });
});
