import { decodePDFRawStream, PDFDocument, PDFName, type PDFRawStream } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { readMigratedCardPicture, readMigratedFonts } from "../../../tests/font-files.ts";
import { extractPages } from "../../../tests/read-pdf.ts";
import { CARD_FORMATS } from "../contracts/choices.ts";
import { createQuotation } from "../rules/tribute-card.ts";
import { type CardText, createTributePdf, removePictographs } from "./tribute-pdf.ts";

const material = { fontFiles: readMigratedFonts(), picture: readMigratedCardPicture() };

const createCard = (changes: Partial<CardText> = {}): CardText => ({
  isMemorial: true,
  label: "In memory of",
  honoree: "Sgt. Paul Yates",
  salutation: "Dear Helen O'Connor,",
  sentences: ["Ann Lee has made a gift."],
  quotation: createQuotation(removePictographs("He taught me to fish. 🎣")),
  signature: "— Ann Lee",
  recipient: ["Helen O'Connor", "1 Main Street"],
  sender: ["Lamplight", "410 Lantern Street"],
  ...changes,
});

const readSource = async (pdf: Uint8Array) => {
  const document = await PDFDocument.load(pdf);
  const objects = document.context.enumerateIndirectObjects();
  return objects.map(([, object]) => object.toString()).join("\n");
};

describe.each(CARD_FORMATS)("a card in the format %s", (format) => {
  it("has two sides and an envelope, with the donor's words as a quotation", async () => {
    const pdf = (await createTributePdf(createCard(), format, material))!;
    const pages = await extractPages(pdf);
    expect(pages).toHaveLength(3);
    expect(pages[0]).toEqual(expect.arrayContaining(["In memory of", "Sgt. Paul Yates"]));
    expect(pages[1]?.slice(0, 4)).toEqual([
      "Dear Helen O'Connor,",
      "Ann Lee has made a gift.",
      "“He taught me to fish.”",
      "— Ann Lee",
    ]);
    expect(pages[2]).toEqual([
      "Lamplight",
      "410 Lantern Street",
      "Helen O'Connor",
      "1 Main Street",
    ]);
    const source = await readSource(pdf);
    for (const tag of ["/H1", "/Figure", "/BlockQuote"]) expect(source).toContain(`/S ${tag}`);
  });

  it("breaks no name in the middle of a word, and no part of an address", async () => {
    const name = "Bartholomew Maximilian Featherstonehaugh-Cholmondeley";
    const recipient = [name, "18000 Old Georgetown Turnpike, Building 7, Suite 1200"];
    const card = createCard({ honoree: name, recipient });
    const pages = await extractPages((await createTributePdf(card, format, material))!);
    expect(pages[0]).toContain("Featherstonehaugh-Cholmondeley");
    expect(pages[2]?.at(-1)).toMatch(/Suite 1200$/);
    expect(pages[2]).not.toContain("1200");
  });

  it("has neither a quotation nor a signature without a message", async () => {
    const pdf = (await createTributePdf(createCard({ quotation: [] }), format, material))!;
    const [, inside = []] = await extractPages(pdf);
    expect(inside).not.toContain("— Ann Lee");
    expect(await readSource(pdf)).not.toContain("/S /BlockQuote");
  });

  it("fits the longest texts on one side each", async () => {
    const word = "Featherstonehaugh ";
    const card = createCard({
      honoree: word.repeat(12).slice(0, 200),
      salutation: `Dear ${word.repeat(6).slice(0, 100)},`,
      sentences: [],
      quotation: createQuotation("a\n".repeat(250)),
      recipient: [word.repeat(6).slice(0, 100), ...word.repeat(28).match(/.{1,25}/g)!],
    });
    const pdf = (await createTributePdf(card, format, material))!;
    expect((await PDFDocument.load(pdf)).getPageCount()).toBe(3);
    const [, inside = []] = await extractPages(pdf);
    expect(inside.join(" ").match(/\ba\b/g)).toHaveLength(250);
  });
});

it("names the card and its sender in the metadata", async () => {
  const pdf = (await createTributePdf(createCard(), "five_by_seven", material))!;
  const document = await PDFDocument.load(pdf);
  const stream = document.catalog.lookup(PDFName.of("Metadata")) as PDFRawStream;
  const xmp = Buffer.from(decodePDFRawStream(stream).decode()).toString();
  expect(xmp).toContain("In memory of Sgt. Paul Yates");
  expect(xmp).toContain("Lamplight");
});

it("isn't made if our fonts lack a letter", async () => {
  const card = createCard({ honoree: "田中" });
  expect(await createTributePdf(card, "five_by_seven", material)).toBeUndefined();
});
