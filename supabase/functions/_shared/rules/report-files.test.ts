import { describe, expect, it } from "vitest";
import { hasMatchingContent, readReportExtension } from "./report-files.ts";

const encodeText = (text: string) => new TextEncoder().encode(text);
const encodeUtf16 = (text: string) => Buffer.from(text, "utf16le");

/** An older Office file that contains only the parts that are checked. */
const createCompoundFile = (stream: string) => {
  const file = Buffer.alloc(2048);
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  file.set(encodeUtf16(stream), 1024);
  return new Uint8Array(file);
};

/** A ZIP archive of empty files. */
const createArchive = (...names: readonly string[]) => {
  const packNumbers = (...values: readonly (readonly [bytes: 2 | 4, value: number])[]) =>
    Buffer.concat(
      values.map(([size, value]) => {
        const buffer = Buffer.alloc(size);
        buffer.writeUIntLE(value, 0, size);
        return buffer;
      }),
    );
  const localHeaders = names.map((name) =>
    Buffer.concat([
      packNumbers([4, 0x04034b50], [2, 20], [2, 0], [2, 0], [4, 0], [4, 0], [4, 0], [4, 0]),
      packNumbers([2, name.length], [2, 0]),
      Buffer.from(name),
    ]),
  );
  let offset = 0;
  const entries = names.map((name, index) => {
    const entry = Buffer.concat([
      packNumbers(
        [4, 0x02014b50],
        [2, 20],
        [2, 20],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, 0],
        [4, 0],
        [4, 0],
      ),
      packNumbers([2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      Buffer.from(name),
    ]);
    offset += localHeaders[index]!.length;
    return entry;
  });
  const directory = Buffer.concat(entries);
  const end = Buffer.concat([
    packNumbers([4, 0x06054b50], [2, 0], [2, 0], [2, names.length], [2, names.length]),
    packNumbers([4, directory.length], [4, offset], [2, 0]),
  ]);
  return new Uint8Array(Buffer.concat([...localHeaders, directory, end]));
};
const CONTENT_TYPES_FILE = "[Content_Types].xml";
const xlsxArchive = createArchive(CONTENT_TYPES_FILE, "_rels/.rels", "xl/workbook.xml");

describe("a report's file extension", () => {
  it.each([
    ["annual.PDF", "pdf"],
    ["a.b.xlsx", "xlsx"],
    ["photo.jpeg", "jpeg"],
  ])("is read from %s as %s", (filename, extension) => {
    expect(readReportExtension(filename)).toBe(extension);
  });

  it.each(["report", "page.html", "run.exe", "report.pdf.js", "x.constructor", ".", ""])(
    "is invalid in %j",
    (filename) => {
      expect(readReportExtension(filename)).toBeUndefined();
    },
  );
});

describe("a document's content", () => {
  it.each([
    ["pdf", encodeText("%PDF-1.7\n…\n%%EOF\n")],
    ["doc", createCompoundFile("WordDocument")],
    ["xls", createCompoundFile("Workbook")],
    ["docx", createArchive(CONTENT_TYPES_FILE, "word/document.xml")],
    ["xlsx", xlsxArchive],
    ["csv", encodeText("month,packages\nJuly,171\n")],
    ["svg", encodeText('<?xml version="1.0"?>\n<!-- drawn --><svg xmlns="x"/>')],
    [
      "svg",
      encodeText('\n<!-- a --> <!-- b -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN">\n<SVG>'),
    ],
  ] as const)("is recognized as %s", (extension, content) => {
    expect(hasMatchingContent(extension, content)).toBe(true);
  });

  it.each([
    ["pdf", encodeText("<html><script>alert(1)</script>")],
    ["csv", encodeText("\n <html><script>alert(1)</script>")],
    ["csv", new Uint8Array([0xff, 0xfe, 0])],
    ["csv", encodeText("a\0b")],
    ["svg", encodeText("<html><svg></svg></html>")],
    ["svg", encodeText("<!-- never ends <svg>")],
    ["xlsx", encodeText("MZ…")],
    ["xlsx", encodeText("PK\u0003\u0004\0\0\0\0")],
    ["xlsx", encodeText("PK\u0003\u0004and whatever else someone types behind it")],
    ["xlsx", createArchive(CONTENT_TYPES_FILE, "word/document.xml")],
    ["xlsx", createArchive("photos/box.jpg")],
    ["xlsx", createArchive()],
    ["xlsx", xlsxArchive.subarray(0, -1)],
    ["xlsx", xlsxArchive.subarray(40)],
    ["docx", xlsxArchive],
    ["doc", encodeText("PK\u0003\u0004")],
    ["doc", createCompoundFile("WordDocument").subarray(0, 512)],
    ["xls", createCompoundFile("WordDocument")],
    ["pdf", encodeText("%PDF-1.7")],
    ["png", encodeText("%PDF-1.7")],
  ] as const)("is rejected if it isn't %s", (extension, content) => {
    expect(hasMatchingContent(extension, content)).toBe(false);
  });
});
