import { decodePDFRawStream, PDFDocument, PDFName, type PDFRawStream } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { readMigratedFonts } from "../../../tests/font-files.ts";
import { readTestPicture } from "../../../tests/pictures.ts";
import {
  extractPages,
  extractPlacedLines,
  extractStreams,
  listElements,
  readStructureTree,
} from "../../../tests/read-pdf.ts";
import { type DonationDocument, createDocumentText } from "../rules/donation-documents.ts";
import { createLetterText } from "../rules/letter-documents.ts";
import { createNoncashText } from "../rules/noncash-documents.ts";
import {
  createDonationDocumentPdf,
  createPapersPdf,
  type Stationery,
} from "./donation-document-pdf.ts";
import { ADDRESS_AREA_MM } from "./window-address.ts";

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
  donor: {
    name: "Łukasz Nuñez",
    email: "lukasz@example.org",
    salutation: "Łukasz",
    address: "1204 Pecan Hollow Drive\nFort Worth, TX 76102",
  },
  gifts: [donation],
  total: 50,
  packagePrice: 50,
  issuedOn: "2026-11-21",
};

const stationery: Stationery = {
  fontFiles: readMigratedFonts(),
  closing: {
    thanks: "Thank you.",
    signerName: "Rachel Whitfield",
    signerTitle: "Executive Director",
  },
  signature: undefined,
};
const tryToCreatePdf = (document: DonationDocument, year?: number) =>
  createDonationDocumentPdf(createDocumentText(document, year, "Thank you."), stationery);
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
      "Dear Łukasz,",
      "Thank you.",
      "Rachel Whitfield",
      "Executive Director",
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

  it("says when the card goes out, until it was sent", async () => {
    const [recipientName, day] = ["Helen O'Connor", "2026-11-21"];
    const announcedCard = { recipientName, isPostal: false, day, today: day };
    const [lines] = await readPages({ ...receipt, announcedCard });
    expect(lines).toContain("We'll email Helen O'Connor's card today.");
    const [otherLines = []] = await readPages({ ...receipt, announcedCard: null });
    expect(otherLines.join(" ")).not.toContain("card");
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
    expect(lines.join(" ")).toContain("This gift fills three-quarters of a box.");
    expect(lines.filter((line) => line === "$39.99")).toHaveLength(2);
  });
});

describe("a statement PDF", () => {
  it("has a year of monthly gifts, the facts and the signature on one page", async () => {
    const gifts = Array.from({ length: 12 }, () => ({ ...donation, isRecurring: true }));
    const text = createDocumentText({ ...receipt, gifts, total: 600 }, 2026, "Thank you.");
    const signature = readTestPicture("jpg").bytes;
    const { pdf } = await createPapersPdf([text], { ...stationery, signature });
    const pages = await extractPages(pdf!);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain("Executive Director");
  });

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

  it("never has a last page with only the total, the facts or the signature", async () => {
    for (let count = 13; count <= 26; count += 1) {
      const gifts = Array.from({ length: count }, () => donation);
      const pages = await readPages({ ...receipt, gifts, total: 50 * count }, 2026);
      const lastLines = pages.at(-1)?.join(" ") ?? "";
      const facts = ["Total", "No goods or services", "tax-exempt", "With gratitude,", "Whitfield"];
      for (const fact of facts) expect(lastLines, String(count)).toContain(fact);
      expect(lastLines.match(/March 1, 2026/g)?.length, String(count)).toBeGreaterThan(1);
    }
  });

  it("keeps each gift on one page, and a receipt number on one line", async () => {
    const inHonorOf = "Featherstonehaugh Cholmondeley ".repeat(7).trim();
    const gifts = Array.from({ length: 20 }, () => ({ ...donation, inHonorOf }));
    for (const lines of await readPages({ ...receipt, gifts, total: 1000 }, 2026)) {
      const count = (text: string) => lines.filter((line) => line.includes(text)).length;
      expect(count("$50.00")).toBe(count("March 1, 2026"));
      expect(count("Receipt number R-2026-000123")).toBe(count("March 1, 2026"));
    }
  });

  it("names a statement for a year that is over, and says if it replaces an earlier one", async () => {
    for (const issuedOn of ["2027-01-01", "2027-02-20"]) {
      const corrected = { ...receipt, issuedOn, isCorrected: issuedOn === "2027-02-20" };
      const lines = (await readPages(corrected, 2026)).flat();
      expect(lines).toContain("Annual giving statement 2026");
      expect(lines.join(" ").includes("Corrected, replaces earlier statements")).toBe(
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

/** What the window of a No. 10 envelope shows of a page in every position, and what it may show in some position. */
const SHOWN_MM = { left: 25.4, right: 107.9, top: 63.5, bottom: 85.7 };
const VISIBLE_MM = { right: 136.5, top: 51.8, bottom: 92.1 };

describe("the address of a paper", () => {
  it.each([
    ["1204 Pecan Hollow Drive\nFort Worth, TX 76102", 3],
    [
      "c/o Worthington\nBuilding 7, Floor 19\n12045 Stemmons Service Road\nPO Box 12\nDallas, TX 75247",
      6,
    ],
    [`${"Wide Street ".repeat(12)}\n${"line\n".repeat(30)}Dallas, TX 75247`, 7],
  ])("is in the window of a No. 10 envelope, alone: %j", async (address, leastLineCount) => {
    const donor = { ...receipt.donor, address };
    const text = createDocumentText({ ...receipt, donor, isCorrected: true }, 2026, "Thank you.");
    const { pdf } = await createPapersPdf([text], stationery);
    const visibleLines = (await extractPlacedLines(pdf!)).filter(
      ({ x, y }) => x < VISIBLE_MM.right && y > VISIBLE_MM.top && y < VISIBLE_MM.bottom,
    );
    expect(visibleLines[0]?.text).toBe("Łukasz Nuñez");
    expect(visibleLines.at(-1)?.text).toContain("TX 75247".slice(0, 2));
    expect(visibleLines.length).toBeGreaterThanOrEqual(leastLineCount);
    for (const { x, y } of visibleLines) {
      expect(x).toBeGreaterThanOrEqual(SHOWN_MM.left - 0.1);
      expect(y).toBeGreaterThan(SHOWN_MM.top);
      expect(y).toBeLessThanOrEqual(SHOWN_MM.bottom);
    }
    expect(ADDRESS_AREA_MM.right).toBeCloseTo(SHOWN_MM.right, 5);
  });

  it("is written in letters of at least 8 points, even if it is long", async () => {
    const address =
      "Department of Grants\nAttn: Accounts Payable and Receivable, c/o Patricia Featherstonehaugh\n18000 Old Georgetown Turnpike, Building 7, Floor 12, Suite 1200\nFort Worth, TX 76102-4410";
    const donor = { ...receipt.donor, name: "Featherstonehaugh, Cholmondeley & Sons", address };
    const pdf = await createPdf({ ...receipt, donor });
    const stream = extractStreams(pdf).find((text) => text.includes(" Tj")) ?? "";
    const sizes = Array.from(stream.matchAll(/ ([\d.]+) Tf/g), ([, size]) => Number(size));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(8);
    expect((await extractPages(pdf))[0]?.join("\n")).toMatch(/Suite 1200$/m);
  });

  it("isn't the email address if we know where the donor lives", async () => {
    const [lines = []] = await readPages(receipt);
    expect(lines).not.toContain("lukasz@example.org");
    const donor = { ...receipt.donor, address: null };
    expect((await readPages({ ...receipt, donor })).flat()).toContain("lukasz@example.org");
  });
});

describe("papers in one PDF", () => {
  const text = createDocumentText(receipt, undefined, "Thank you.");

  it("start a page each, and leave out a name that the fonts lack", async () => {
    const donor = { ...receipt.donor, name: "山田太郎" };
    const unwritableText = createDocumentText({ ...receipt, donor });
    const { pdf, unwritable } = await createPapersPdf([text, unwritableText, text], stationery);
    expect(unwritable).toEqual([unwritableText]);
    const pages = await extractPages(pdf!);
    expect(pages.map((lines) => lines.at(-1))).toEqual(["Page 1 of 1", "Page 1 of 1"]);
    const { kids } = await readStructureTree(pdf!);
    expect(kids[0]?.kids.map(({ type }) => type)).toEqual(["Part", "Part"]);
  });
});

describe("a letter for shares", () => {
  it("is a letter: without a table, and signed", async () => {
    const letter = {
      ...receipt,
      gift: "40 shares of Apple Inc. (AAPL)",
      date: "2026-03-03",
      replacedLetterDate: "2026-02-01",
      isDemo: false,
    };
    const pdf = await createDonationDocumentPdf(createNoncashText(letter, "Bless you."), {
      ...stationery,
      signature: readTestPicture("jpg").bytes,
    });
    const [lines = []] = await extractPages(pdf!);
    const text = lines.join(" ");
    for (const sentence of [
      "Dear Łukasz, We received your gift of 40 shares of Apple Inc. (AAPL) on March 3, 2026.",
      "Bless you. No goods or services were provided in exchange for this contribution.",
      "We don't put a value on goods or shares.",
      "This letter replaces our letter dated February 1, 2026.",
      "With gratitude, Rachel Whitfield Executive Director",
    ])
      expect(text).toContain(sentence);
    const elements = listElements(await readStructureTree(pdf!));
    expect(elements.filter(({ type }) => type === "Table")).toEqual([]);
    expect(elements.flatMap(({ type, alt }) => (type === "Figure" ? [alt] : []))).toEqual([
      "Signature of Rachel Whitfield",
    ]);
  });
});

describe("a long letter", () => {
  it("has at least two lines of text above the signature on its last page", async () => {
    const sentence = "Last month our volunteers packed two hundred boxes on one long Saturday. ";
    for (let count = 12; count <= 24; count += 1) {
      const body = [...Array.from({ length: count }, () => sentence), sentence.repeat(5)];
      const letter = { ...receipt, lastGift: null, yearTotal: 0 };
      const text = createLetterText(body.join("\n\n"), letter);
      const pages = await extractPages((await createDonationDocumentPdf(text, stationery))!);
      const lines = pages.at(-1)!;
      expect(lines.indexOf("With gratitude,"), String(count)).toBeGreaterThanOrEqual(2);
      expect(
        pages
          .flat()
          .join(" ")
          .match(/Last month/g),
      ).toHaveLength(count + 5);
    }
  });
});

describe("a tagged PDF", () => {
  it("has its title and author in XMP metadata", async () => {
    const organization = { ...receipt.organization!, name: "Lamplight Café" };
    const document = await PDFDocument.load(await createPdf({ ...receipt, organization }));
    const stream = document.catalog.lookup(PDFName.of("Metadata")) as PDFRawStream;
    const xmp = Buffer.from(decodePDFRawStream(stream).decode()).toString("utf8");
    expect(xmp).toContain(">Gift receipt</rdf:li>");
    expect(xmp).toContain("<rdf:li>Lamplight Caf&#233;</rdf:li>");
  });

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
      "TH TH TH",
      "TD TD TD",
      "TD TD TD",
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
