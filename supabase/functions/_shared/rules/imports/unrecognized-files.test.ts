import { describe, expect, test } from "vitest";
import { readForeignFile } from "../../../../tests/read-foreign-file.ts";
import { findMappingProblem, hasSourceIds } from "./formats.ts";

/**
 * Headings as these systems write them: Little Green Light, DonorPerfect and Bloomerang after their public guides to
 * imports, the others from memory.
 */
const HEADINGS: Readonly<Record<string, string>> = {
  bloomerang:
    "Account Number|Name|Primary Email Address|Primary Phone Number|Primary Street|Primary City|Primary State|Primary ZIP Code|Date|Type|Amount|Fund|Method|Check Number|Transaction Number",
  bonterra:
    "Donation Date|Donor First Name|Donor Last Name|Donor Email|Donor Phone|Donor Address 1|Donor Address 2|Donor City|Donor State|Donor Zip|Donation Amount|Net Amount|Payment Method|Dedication|Designation|Donation ID|Donation Status",
  "little green light":
    "LGL Constituent ID|First Name|Last Name|Org name|Gift type|Gift amount|Gift date|Deposit date|Fund|Payment type|Check/reference no.|LGL Gift ID|Email|Street|City|State/Province|Postal code|Home phone",
  donorperfect:
    "DONOR_ID|FIRST_NAME|LAST_NAME|ADDRESS|ADDRESS2|CITY|STATE|ZIP|EMAIL|HOME_PHONE|GIFT_ID|RECORD_TYPE|GIFT_DATE|AMOUNT|GIFT_TYPE|REFERENCE",
  kindful:
    "Transaction ID|Contact ID|First Name|Last Name|Company Name|Email|Primary Phone|Street Address|City|State|Postal|Date|Amount|Fee|Net|Payment Type|Transaction Type",
  "raiser's edge":
    "Constituent ID|Name|Gift ID|Gift Date|Gift Amount|Gift Type|Gift Payment Type|Gift Check Number|Preferred Address Line 1|Preferred City|Preferred State|Preferred ZIP|Gift is Anonymous",
  quickbooks: "Date|Transaction Type|Num|Customer|Memo/Description|Account|Amount",
  "quickbooks sales receipts":
    "Sales Receipt Date|Sales Receipt No|Customer|Email|Payment Method|Reference No|Product/Service|Amount",
  classy:
    "Transaction ID|Supporter ID|First name|Last name|Email|Gross transaction amount|Transaction date (Coordinated Universal Time)|Transaction status|Transaction type|Payment method|Billing Address 1|Billing city|Billing state|Billing Postal Code",
  salesforce: "Opportunity Name|Primary Contact|Email|Close Date|Stage|Amount|Opportunity ID",
  "a bank": "Posting Date|Description|Amount|Type|Balance|Check or Slip #",
  "a bank with two columns of amounts": "Date|Description|Debit|Credit|Balance",
  zeffy:
    "Payment Date (America/New_York)|Total Amount|Payment Method|Payment Status|First Name|Last Name|Email|Receipt #",
};

/** What donations have, and the fields that may hold it. */
const NEEDED = [
  ["date"],
  ["amount"],
  ["firstName", "fullName", "company"],
  ["lastName", "fullName", "company"],
] as const;
const HEADING_OF_DETAIL: readonly (readonly [string, RegExp])[] = [
  ["email", /email/i],
  ["phone", /phone/i],
  ["address", /street|address(?:[_ ]?1| line 1)?$/i],
  ["city", /city/i],
  ["state", /\bstate$/i],
  ["zipCode", /zip|postal/i],
  ["status", /status$|^stage$/i],
  ["type", /^(?:gift|transaction)[ _]type$/i],
];

describe.each(Object.entries(HEADINGS))("a file from %s", (name, headings) => {
  test("needs at most five choices", () => {
    const { mapping, source } = readForeignFile([headings, headings.replaceAll(/[^|]+/g, "x")]);
    const columns = headings.split("|");
    const missing = [
      ...NEEDED.filter((fields) => fields.every((field) => mapping[field] === undefined)),
      ...HEADING_OF_DETAIL.filter(
        ([field, pattern]) =>
          columns.some((heading) => pattern.test(heading)) && !(field in mapping),
      ),
    ];
    const nameOfSystem = source === "spreadsheet" && hasSourceIds(mapping) ? 1 : 0;
    expect(missing.length + nameOfSystem).toBeLessThanOrEqual(name.startsWith("a bank") ? 2 : 1);
    expect(findMappingProblem("donations", { ...mapping, fullName: 0 })).toBeNull();
  });
});

describe("a row of an unknown system", () => {
  const readOne = (headings: string, cells: string) =>
    readForeignFile([`Date|Amount|${headings}`, `12/31/2025|50.00|${cells}`]).rows[0]!;

  test.each([
    ["Smith, John & Jane", "John & Jane", "Smith"],
    ["Smith,John", "John", "Smith"],
    ["Dr. and Mrs. John Smith", "Dr. and Mrs. John", "Smith"],
    ["John Smith, Jr.", "John", "Smith, Jr."],
    ["Mary Ann Smith, USMC (Ret.)", "Mary Ann", "Smith, USMC (Ret.)"],
    ["Acme Hardware, Inc.", "Acme Hardware, Inc.", ""],
    ["Smith, Brown, and Lee LLP", "Smith, Brown, and Lee", "LLP"],
    ["O&#8217;Neil, Se&aacute;n", "Seán", "O’Neil"],
    ["An\u200Bn L\u00ADee\uFEFF", "Ann", "Lee"],
    ["Αθηνά Παππά", "Αθηνά", "Παππά"],
    ["Unknown donor", "Anonymous", ""],
  ])("has %j split into %j and %j", (cell, firstName, lastName) => {
    expect(readOne("Name", cell)).toMatchObject({ fields: { firstName, lastName }, problems: [] });
  });

  test.each([
    [" ann@x.org ", "ann@x.org"],
    ["mailto:Ann@X.org", "ann@x.org"],
    ["Ann Lee <ann@x.org>", "ann@x.org"],
    ["Ann Lee <ann@München.de>", "ann@xn--mnchen-3ya.de"],
    ["ann@x.org;", "ann@x.org"],
    ["ann\u200B@x.org", "ann@x.org"],
    ["none", null],
    ["NULL", null],
    ["No email", null],
    ["#N/A", null],
  ])("has the email address in %j", (cell, email) => {
    expect(readOne("Name|Email", `Ann Lee|${cell}`)).toMatchObject({
      fields: { email },
      problems: [],
    });
  });

  test.each(["ann@x.org; bo@x.org", "ann@x.org,bo@x.org", "ann at x.org", "ann@", "ann@x,org"])(
    "is asked for one email address instead of %j",
    (cell) => {
      expect(readOne("Name|Email", `Ann Lee|${cell}`).problems).toHaveLength(1);
    },
  );

  test.each([
    ["02138-1234", "02138-1234"],
    ["2138", "02138"],
    ["021381234", "02138-1234"],
    ["02138 1234", "02138-1234"],
    ["'02138", "02138"],
    ['="02138"', "02138"],
    ["2138.00", "02138"],
    ["SW1A 1AA", "SW1A 1AA"],
  ])("keeps the ZIP code %j as %s", (cell, zip) => {
    expect(readOne("Name|Zip", `Ann Lee|${cell}`).fields["address"]).toBe(zip);
  });

  test.each(["Cash", "Loose cash", "Anonymous cash", "(Anonymous)", "Donor, Anonymous", "UNKNOWN"])(
    "has no name if it says %j",
    (cell) => {
      expect(readOne("Name", cell)).toMatchObject({
        fields: { firstName: "Anonymous", lastName: "", isAnonymous: true },
        problems: [],
      });
    },
  );

  test("has a name if it is that of Cash Smith, or has an email address", () => {
    expect(readOne("Name", "Cash Smith").fields).toMatchObject({ lastName: "Smith" });
    expect(readOne("Name|Email", "Cash|cash@x.org").fields).toMatchObject({ firstName: "Cash" });
  });

  test("keeps a person who is called None or Null, and leaves out an error of a spreadsheet", () => {
    expect(readOne("First Name|Last Name|Address", "Bo|Null|#REF!").fields).toMatchObject({
      lastName: "Null",
      address: null,
    });
  });
});

describe("rows that aren't donations", () => {
  test("are left out: totals and repeated headings", () => {
    const { rows, counted } = readForeignFile([
      "Date|Name|Amount",
      "1/2/2025|Ann Lee|50.00",
      "Subtotal for January||50.00",
      "|Total|50.00",
      "Date|Name|Amount",
      "1/3/2025|Total Wine & More|25.00",
      "Total||75.00",
      "Grand Total: 2||75.00",
      "Page total|  |75.00",
    ]);
    expect(rows.map(({ skipped }) => skipped)).toEqual([
      null,
      "A total, not a record",
      "A total, not a record",
      "The headings again",
      null,
      "A total, not a record",
      "A total, not a record",
      "A total, not a record",
    ]);
    expect(counted).toBe(7500);
  });

  test("aren't guessed: a company whose name starts with Total, a footer", () => {
    const { rows } = readForeignFile([
      "Name|Date|Amount",
      "Ann Lee|1/2/2025|50.00",
      "Total Wine & More||25.00",
      "Printed on 1/5/2025||",
    ]);
    expect(rows.map(({ problems }) => problems.length > 0)).toEqual([false, true, true]);
  });

  test("are asked: a comma outside of quotation marks moved the cells", () => {
    const { rows, counted } = readForeignFile([
      "Date|Amount|Name",
      "1/2/2025|1|250.00|Ann Lee",
      "1/2/2025|1|250",
      "1/2/2025|50|Ann Lee||",
    ]);
    expect(rows.map(({ problems }) => problems)).toEqual([
      [
        "This row has more cells than the file has headings. Put quotation marks around cells with a comma, such as 1,250.",
        "Name (“250.00”): Enter a name, not a number.",
      ],
      ["Name (“250”): Enter a name, not a number."],
      [],
    ]);
    expect(counted).toBe(5000);
  });

  test("are asked about in a second column of types, too", () => {
    const lines = [
      "GIFT_DATE|FIRST_NAME|LAST_NAME|AMOUNT|GIFT_TYPE|RECORD_TYPE",
      "1/2/2025|Ann|Lee|50.00|Cash|Gift",
      "1/3/2025|Bo|Ray|1000.00|Check|P",
    ];
    // The page doesn't send a file before its words are answered.
    expect(readForeignFile(lines).asked).toEqual(["p"]);
    expect(readForeignFile(lines, "pledge").counted).toBe(5000);
  });

  test("keep their time zone if a heading names it", () => {
    const { rows } = readForeignFile(["Date (UTC)|Name|Amount", "1/1/2026 03:30|Ann Lee|50"]);
    expect(rows[0]?.fields).toMatchObject({ receivedAt: "2026-01-01T03:30:00.000Z" });
  });
});
