import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type GiftPaper, paperText } from "../rules/gift-papers.ts";
import { giftPaperPdf } from "./gift-paper-pdf.ts";

const gift = {
  id: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11",
  receiptNumber: "R-2026-000123",
  amount: 50,
  refunded: 0,
  net: 50,
  date: "2026-03-01",
  isRecurring: false,
  inHonorOf: null,
  isDemo: false,
};

const paper: GiftPaper = {
  organization: {
    name: "Lamplight Care Packages",
    taxId: "00-0142536",
    address: "410 Lantern Street, Suite 200\nFort Worth, TX 76102",
    phone: "(817) 555-0142",
    email: "hello@example.org",
  },
  donor: { name: "Łukasz Nuñez", email: "lukasz@example.org" },
  gifts: [gift],
  total: 50,
  issuedOn: "2026-11-21",
};

/** Which letters a font's glyphs are, as its own table in the document says. */
function lettersOf(streams: readonly string[]): ReadonlyMap<string, string> {
  const table = streams.find((stream) => stream.includes("beginbfchar")) ?? "";
  const pairs = table.matchAll(/<([\dA-F]{4})> <([\dA-F]{4})>/g);
  return new Map(
    Array.from(pairs, ([, glyph = "", code = ""]) => [
      glyph,
      String.fromCharCode(Number.parseInt(code, 16)),
    ]),
  );
}

/** The lines of a document, read as a program reads them that copies or searches text; each page apart. */
function pagesOf(pdf: Uint8Array): string[][] {
  const source = Buffer.from(pdf).toString("latin1");
  const streams = Array.from(
    source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g),
    ([, data = ""]) => {
      try {
        return inflateSync(Buffer.from(data, "latin1")).toString("latin1");
      } catch {
        return "";
      }
    },
  );
  const letters = lettersOf(streams);
  return streams
    .filter((stream) => stream.includes("BT") && stream.includes(" Tj"))
    .map((stream) =>
      Array.from(stream.matchAll(/<([\dA-F]+)> Tj/g), ([, glyphs = ""]) =>
        (glyphs.match(/.{4}/g) ?? []).map((glyph) => letters.get(glyph) ?? "\u0000").join(""),
      ),
    );
}

const written = async (of: GiftPaper, year?: number) =>
  pagesOf(await giftPaperPdf(paperText(of, year)));

describe("a receipt as a PDF", () => {
  it("has all that the IRS asks for, and the donor's own letters", async () => {
    const [lines = []] = await written(paper);
    const text = lines.join(" ");
    for (const part of [
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
      expect(text).toContain(part);
    }
    expect(text).not.toContain("Demo");
  });

  it.each(["Łukasz Nuñez", "Željko Đurić", "Nguyễn Thị Ánh", "Зоя Щербак", "Ἑλένη", "O’Brien"])(
    "writes %s",
    async (name) => {
      const [lines = []] = await written({ ...paper, donor: { ...paper.donor, name } });
      const read = lines.join(" ");
      expect(read).toContain(name === "Ἑλένη" ? "Ελένη" : name);
    },
  );

  it("says of a demo gift that it is one, and what was refunded", async () => {
    const gifts = [{ ...gift, isDemo: true, refunded: 10.01, net: 39.99, inHonorOf: "Sgt. Lee" }];
    const [lines = []] = await written({ ...paper, gifts, total: 39.99 });
    expect(lines.join(" ")).toContain(
      "Gift of money, in US dollars, in honor of Sgt. Lee, $50.00 less $10.01 refunded · Receipt number R-2026-000123",
    );
    expect(lines.join(" ")).toContain("Demo: no card was charged");
    expect(lines.filter((line) => line === "$39.99")).toHaveLength(2);
  });
});

describe("a statement as a PDF", () => {
  it("goes on over as many sheets as it needs, with every gift once and its columns on each", async () => {
    const gifts = Array.from({ length: 60 }, (_, index) => ({
      ...gift,
      net: index + 1,
      amount: index + 1,
      isRecurring: true,
    }));
    const pages = await written({ ...paper, gifts, total: 1830 }, 2026);
    expect(pages.length).toBeGreaterThan(2);
    const lines = pages.flat();
    for (const { net } of gifts) {
      expect(
        lines.filter((line) => line === `$${net}.00`),
        String(net),
      ).toHaveLength(1);
    }
    expect(lines).toContain("$1,830.00");
    expect(lines).toContain("Annual giving statement 2026");
    for (const page of pages.slice(0, -1)) expect(page).toContain("Date of the charge");
    expect(lines).toContain(`Page ${pages.length} of ${pages.length}`);
  });

  it("keeps long words inside the sheet", async () => {
    const name = "W".repeat(100);
    const [lines = []] = await written({ ...paper, donor: { ...paper.donor, name } });
    expect(lines.filter((line) => /^W+$/.test(line)).length).toBeGreaterThan(2);
  });
});
