import { describe, expect, test } from "vitest";
import { findPartEnd } from "#data/imports/mutations.ts";
import { decodeText, readImportFile } from "./read-file.ts";

const csvFile = (text: string) => new File([text], "gifts.csv", { type: "text/csv" });

describe("a chosen file", () => {
  test.each([
    [
      "is a ZIP file, but not one of Excel",
      "PK\u0003\u0004",
      "We couldn't read this Excel file. Save the sheet as CSV and choose that file.",
    ],
    ["has no rows", "Date,Amount,Name\n\n", "This file has no rows below its headings."],
    [
      "has an unclosed quotation mark",
      'Date,Amount,Name\n\n12/31/2025,5,"Lee\n12/30/2025,6,Ray',
      "A quotation mark is missing or out of place in the row that starts with “12/31/2025, 5”.",
    ],
    [
      "has a quotation mark in the middle of a cell",
      'Date,Amount,Name\n12/31/2025,5,"Lee" Ann\n12/30/2025,6,Ray\n12/29/2025,7,Fox',
      "A quotation mark is missing or out of place in the row that starts with “12/31/2025, 5”.",
    ],
    [
      "has a cell that is too long",
      `Date,Amount\n${"x".repeat(10_001)}`,
      "Row 1 has more than 200 cells, or one with more than 10,000 characters. Shorten it.",
    ],
    [
      "starts with a donation instead of headings",
      "12/31/2025,50,Ann\n12/30/2025,60,Bo",
      "This file has no headings. Add a first row that says what each column is, such as Date, Amount and Name.",
    ],
    [
      "has too many rows",
      `Date\n${"1\n".repeat(100_001)}`,
      "This file has 100,001 rows. Split it into files of at most 100,000.",
    ],
  ])("is rejected with instructions if it %s", async (_, text, message) => {
    await expect(readImportFile(csvFile(text))).rejects.toThrow(message);
  });

  test("is read in the encodings that spreadsheets use, with any separator", async () => {
    expect(decodeText(new Uint8Array([0x44, 0xed, 0x61, 0x7a]))).toBe("Díaz");
    expect(decodeText(new TextEncoder().encode("Díaz"))).toBe("Díaz");
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0x44, 0, 0xed, 0]))).toBe("\uFEFFDí".slice(1));
    // UTF-16 without a byte order mark.
    const withoutMark = Array.from("Date;Díaz", (letter) => [letter.charCodeAt(0), 0]).flat();
    expect(decodeText(new Uint8Array(withoutMark))).toBe("Date;Díaz");
    expect(decodeText(new Uint8Array([0, ...withoutMark.slice(0, -1)]))).toBe("Date;Díaz");
    const { headings, rows } = await readImportFile(csvFile('A\tB\r\n"x\ty"\t"2""\n3"\r\n'));
    expect([headings, rows]).toEqual([["A", "B"], [["x\ty", '2"\n3']]]);
  });

  test.each([
    ["CR", "Date,Amount,Name\r1/1/2025,5,Ann\r1/2/2025,6,Bo\r"],
    ["LF after a first CRLF", "Date,Amount,Name\r\n1/1/2025,5,Ann\n1/2/2025,6,Bo\n"],
    ["CRLF after a first LF", "Date,Amount,Name\n1/1/2025,5,Ann\r\n1/2/2025,6,Bo"],
    ["semicolons", "sep=;\nDate;Amount;Name\n1/1/2025;5;Ann\n1/2/2025;6;Bo"],
    [
      "a title with other separators",
      "For; all\n\nDate,Amount,Name\n1/1/2025,5,Ann\n1/2/2025,6,Bo",
    ],
    ["blank rows", "Date,Amount,Name\n1/1/2025,5,Ann\n1/2/2025,6,Bo\n,,\n"],
  ])("keeps each row with %s", async (_, text) => {
    const { headings, rows } = await readImportFile(csvFile(text));
    expect([headings, rows]).toEqual([
      ["Date", "Amount", "Name"],
      [
        ["1/1/2025", "5", "Ann"],
        ["1/2/2025", "6", "Bo"],
      ],
    ]);
  });

  test("is sent in parts of at most 1,000 rows and 250,000 characters", () => {
    const shortRows = Array.from({ length: 2500 }, () => ["a"]);
    expect([
      findPartEnd(shortRows, 0),
      findPartEnd(shortRows, 1000),
      findPartEnd(shortRows, 2000),
    ]).toEqual([1000, 2000, 2500]);
    const longRows = Array.from({ length: 10 }, () => ["x".repeat(100_000)]);
    expect(findPartEnd(longRows, 0)).toBe(2);
    expect(findPartEnd([["x".repeat(300_000)], ["y"]], 0)).toBe(1);
  });
});
