import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { findSheet, readImportFile } from "./read-file.ts";
import { readWorkbook } from "./read-workbook.ts";

const SHEET = `<?xml version="1.0"?><worksheet><sheetData>
  <row r="1"><c r="A1" t="inlineStr"><is><t>Gifts of 2024</t></is></c></row>
  <row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="s"><v>2</v></c><c r="D3" t="inlineStr"><is><t>Zip</t></is></c><c r="E3" t="inlineStr"><is><t>Notes</t></is></c></row>
  <row r="4"><c r="A4" s="1"><v>45355</v></c><c r="B4"><v>1250.1000000000001</v></c><c r="C4" t="s"><v>3</v></c><c r="D4"><v>2138</v></c></row>
  <row r="5"><c r="A5" s="2"><v>45355.5</v></c><c r="B5" s="3"><v>20</v></c><c r="C5" t="str"><f>A1</f><v>Bo &amp;amp; Ann</v></c><c r="E5" s="4"><v>0.1458333333</v></c></row>
</sheetData></worksheet>`;

const FILES = {
  "xl/workbook.xml": `<workbook xmlns:r="x"><workbookPr/><sheets><sheet name="Old" state="hidden" r:id="rId9"/><sheet name="Gifts &amp; more" sheetId="2" r:id="rId1"/><sheet name="Other" r:id="rId2"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId2" Target="worksheets/sheet9.xml"/><Relationship Target="/xl/worksheets/sheet1.xml" Id="rId1"/></Relationships>`,
  "xl/sharedStrings.xml": `<sst><si><t>Date</t></si><si><r><t>Amo</t></r><r><t xml:space="preserve">unt</t></r><rPh><t>x</t></rPh></si><si><t>Name</t></si><si><t>Ann Lee</t></si></sst>`,
  "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy h:mm"/><numFmt numFmtId="165" formatCode="&quot;days: &quot;#,##0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
  "xl/worksheets/sheet1.xml": SHEET,
};

const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
const toFile = (bytes: Uint8Array) => new File([bytes.slice()], "gifts.xlsx");

const ROWS = [
  ["2024-03-04", "1250.1", "Ann Lee", "2138", ""],
  ["2024-03-04 12:00:00", "20", "Bo &amp; Ann", "", "3:30:00"],
];

describe("an Excel file", () => {
  test("is read like a CSV file: its first visible sheet, with dates, from the headings on", async () => {
    const file = await readImportFile(toFile(zip(FILES)));
    expect(file.headings).toEqual(["Date", "Amount", "Name", "Zip", "Notes"]);
    expect(file.rows).toEqual(ROWS);
    expect([file.sheetName, file.sheetNames]).toEqual(["Gifts & more", ["Gifts & more"]]);
  });

  test("has a sheet to choose for each visible one with rows, and is recognized by the sheet that was read", async () => {
    const sheet9 = SHEET.replace("1250.1000000000001", "7");
    const empty = "<worksheet><sheetData/></worksheet>";
    const both = toFile(zip({ ...FILES, "xl/worksheets/sheet9.xml": sheet9 }));
    const [first, second] = [await readImportFile(both), await readImportFile(both, "Other")];
    expect([first.rows[0]?.[1], first.sheetNames]).toEqual(["1250.1", ["Gifts & more", "Other"]]);
    expect([second.rows[0]?.[1], second.sheetName]).toEqual(["7", "Other"]);
    expect(second.fileHash).not.toBe(first.fileHash);
    expect((await findSheet(first, second.fileHash))?.sheetName).toBe("Other");
    expect(await findSheet(first, "0".repeat(64))).toBeUndefined();

    const swapped = { "xl/worksheets/sheet1.xml": empty, "xl/worksheets/sheet9.xml": sheet9 };
    const file = await readImportFile(toFile(zip({ ...FILES, ...swapped })));
    expect([file.sheetName, file.sheetNames, file.rows[0]?.[1]]).toEqual(["Other", ["Other"], "7"]);
  });

  test("is read if its elements have prefixes or its dates start in 1904", () => {
    const prefixed = SHEET.replaceAll(/<(\/?)([a-z])/gi, "<$1x:$2");
    const workbook = FILES["xl/workbook.xml"].replace(
      "<workbookPr/>",
      '<workbookPr date1904="1"/>',
    );
    const { rows } = readWorkbook(
      zip({ ...FILES, "xl/workbook.xml": workbook, "xl/worksheets/sheet1.xml": prefixed }),
    );
    expect(rows[2]).toEqual(["2028-03-05", "1250.1", "Ann Lee", "2138"]);
  });

  test.each([
    ["a day that is almost over", '<c s="2"><v>45355.999999</v></c>', "2024-03-04 23:59:59"],
    ["a serial that isn't exact", '<c s="1"><v>45354.99999999999</v></c>', "2024-03-04"],
    ["a serial with an exponent", '<c s="1"><v>4.5355E4</v></c>', "2024-03-04"],
    ["an ISO date", '<c t="d"><v>2024-03-04</v></c>', "2024-03-04"],
    ["a formula with its result", '<c s="1"><f>TODAY()</f><v>45355</v></c>', "2024-03-04"],
    ["a formula without a result", '<c s="1"><f>TODAY()</f></c>', ""],
    ["an error", '<c t="e"><v>#N/A</v></c>', "#N/A"],
    ["a flag", '<c t="b"><v>1</v></c>', "yes"],
  ])("has %s, without references in its cells", (_, cell, text) => {
    const rows = `<row hidden="1">${cell}<c><v>19.989999999999998</v></c><c t="inlineStr"><is><r><t>An</t></r><r><t>n</t></r></is></c></row>`;
    const sheet = `<worksheet><sheetData>${rows}</sheetData><mergeCells><mergeCell ref="A1:A2"/></mergeCells></worksheet>`;
    const book = readWorkbook(zip({ ...FILES, "xl/worksheets/sheet1.xml": sheet }));
    expect(book.rows).toEqual([[text, "19.99", "Ann"]]);
  });

  test("that has a cell without a heading keeps all cells in their columns", async () => {
    const sheet = SHEET.replace("<v>2138</v></c>", '<v>2138</v></c><c r="G4"><v>7</v></c>');
    const file = await readImportFile(toFile(zip({ ...FILES, "xl/worksheets/sheet1.xml": sheet })));
    expect(file.headings).toEqual(["Date", "Amount", "Name", "Zip", "Notes", "", ""]);
    expect(file.rows[0]).toEqual(["2024-03-04", "1250.1", "Ann Lee", "2138", "", "", "7"]);
  });

  test("that inflates to more than its limit is refused before it fills the memory", () => {
    const bomb = zipSync({
      ...Object.fromEntries(Object.entries(FILES).map(([name, text]) => [name, strToU8(text)])),
      "xl/sharedStrings.xml": new Uint8Array(3_000_000),
    });
    expect(bomb.length).toBeLessThan(10_000);
    expect(() => readWorkbook(bomb, 2_000_000)).toThrow("This Excel file is too large.");
  });

  test("in the old format, or without a sheet, is refused with a sentence", async () => {
    const old = new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1])], "gifts.xls");
    await expect(readImportFile(old)).rejects.toThrow("in an old format or has a password");
    const { "xl/worksheets/sheet1.xml": _, ...others } = FILES;
    expect(() => readWorkbook(zip(others))).toThrow("We couldn't read this Excel file.");
  });
});
