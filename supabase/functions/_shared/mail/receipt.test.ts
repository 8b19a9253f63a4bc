import { describe, expect, it } from "vitest";
import { renderNoncashFacts, renderReceiptFacts, renderReceiptLead } from "./receipt.ts";

const organization = {
  organizationName: "Lamplight",
  taxId: "00-0142536",
  address: "410 Lantern Street",
  phone: "(817) 555-0142",
  email: "hello@example.org",
};
const donation = {
  donationAmount: 102.5,
  feeCovered: 2.5,
  refundedAmount: "25.00",
  donationDate: "2026-11-21",
  receiptNumber: "R-2026-000123",
  packagePrice: 50,
  packingDate: "2026-12-05",
};

describe("the first lines of a receipt", () => {
  it("say how much the gift pays for, without the fee and refunds, and when boxes are packed next", () => {
    expect(renderReceiptLead(donation)).toContain("Your gift fills one box, and half of the next.");
    expect(renderReceiptLead(donation)).toContain(
      "The next packing day is Saturday, December 5, 2026.",
    );
  });

  it("say that a recurring donation repeats, and leave out an unknown packing day", () => {
    const lead = renderReceiptLead({ ...donation, isRecurring: true, packingDate: null });
    expect(lead).toContain("Your gift fills one box, and half of the next every month.");
    expect(lead).not.toContain("packing day");
  });

  it("are left out for an email queued without the price of a package", () => {
    expect(renderReceiptLead({ ...donation, packagePrice: undefined })).toBe("");
  });
});

it.each([
  [false, []],
  [true, ['<a href="https://www.example.org/manage-gift">Manage or cancel</a>']],
])(
  "the details on a receipt (recurring: %s) have the links %j and a link to the donation page",
  (isRecurring, links) => {
    const values = { ...donation, isRecurring };
    const facts = renderReceiptFacts(values, "Ada", organization, "https://www.example.org");
    expect(facts.match(/<a .*?<\/a>/g)).toEqual([
      ...links,
      '<a href="https://www.example.org/donate">Share our donation page</a>',
    ]);
  },
);

it("the EIN of the acknowledgment stays on one line", () => {
  const facts = renderReceiptFacts(donation, "Ada", organization, "https://www.example.org");
  expect(facts).toContain("EIN\u{a0}00-0142536.");
});

it.each([
  [undefined, false],
  [null, false],
  ["2026-11-22", true],
])("a letter that replaces one dated %s names that date: %s", (replacedLetterDate, isNamed) => {
  const values = { gift: "Wool socks", donationDate: "2026-11-21", replacedLetterDate };
  const facts = renderNoncashFacts(values, "Ada", organization);
  expect(facts.includes("Our letter dated November 22, 2026")).toBe(isNamed);
  expect(facts.includes("Replaces")).toBe(isNamed);
});
