import { describe, expect, it } from "vitest";
import { isDocument, reportExtension } from "./report-files.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) => Buffer.from(text, "utf16le");

/** A legacy Office file with only the parts that are checked. */
const compound = (stream: string) => {
  const file = Buffer.alloc(2048);
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  file.set(utf16(stream), 1024);
  return new Uint8Array(file);
};

/** A ZIP archive of empty files. */
const archive = (...names: readonly string[]) => {
  const numbers = (...values: readonly (readonly [bytes: 2 | 4, value: number])[]) =>
    Buffer.concat(
      values.map(([size, value]) => {
        const buffer = Buffer.alloc(size);
        buffer.writeUIntLE(value, 0, size);
        return buffer;
      }),
    );
  const locals = names.map((name) =>
    Buffer.concat([
      numbers([4, 0x04034b50], [2, 20], [2, 0], [2, 0], [4, 0], [4, 0], [4, 0], [4, 0]),
      numbers([2, name.length], [2, 0]),
      Buffer.from(name),
    ]),
  );
  let offset = 0;
  const entries = names.map((name, index) => {
    const entry = Buffer.concat([
      numbers([4, 0x02014b50], [2, 20], [2, 20], [2, 0], [2, 0], [4, 0], [4, 0], [4, 0], [4, 0]),
      numbers([2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      Buffer.from(name),
    ]);
    offset += locals[index]!.length;
    return entry;
  });
  const directory = Buffer.concat(entries);
  const end = Buffer.concat([
    numbers([4, 0x06054b50], [2, 0], [2, 0], [2, names.length], [2, names.length]),
    numbers([4, directory.length], [4, offset], [2, 0]),
  ]);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
};
const CONTENTS = "[Content_Types].xml";
const xlsx = archive(CONTENTS, "_rels/.rels", "xl/workbook.xml");

describe("a report's file extension", () => {
  it.each([
    ["annual.PDF", "pdf"],
    ["a.b.xlsx", "xlsx"],
    ["photo.jpeg", "jpeg"],
  ])("is read from %s as %s", (filename, extension) => {
    expect(reportExtension(filename)).toBe(extension);
  });

  it.each(["report", "page.html", "run.exe", "report.pdf.js", "x.constructor", ".", ""])(
    "is invalid in %j",
    (filename) => {
      expect(reportExtension(filename)).toBeUndefined();
    },
  );
});

describe("a document's content", () => {
  it.each([
    ["pdf", bytes("%PDF-1.7\n…\n%%EOF\n")],
    ["doc", compound("WordDocument")],
    ["xls", compound("Workbook")],
    ["docx", archive(CONTENTS, "word/document.xml")],
    ["xlsx", xlsx],
    ["csv", bytes("month,packages\nJuly,171\n")],
    ["svg", bytes('<?xml version="1.0"?>\n<!-- drawn --><svg xmlns="x"/>')],
    [
      "svg",
      bytes('\n<!-- a --> <!-- b -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN">\n<SVG>'),
    ],
  ] as const)("is recognized as %s", (extension, content) => {
    expect(isDocument(extension, content)).toBe(true);
  });

  it.each([
    ["pdf", bytes("<html><script>alert(1)</script>")],
    ["csv", bytes("\n <html><script>alert(1)</script>")],
    ["csv", new Uint8Array([0xff, 0xfe, 0])],
    ["csv", bytes("a\0b")],
    ["svg", bytes("<html><svg></svg></html>")],
    ["svg", bytes("<!-- never ends <svg>")],
    ["xlsx", bytes("MZ…")],
    ["xlsx", bytes("PK\u0003\u0004\0\0\0\0")],
    ["xlsx", bytes("PK\u0003\u0004and whatever else somebody types behind it")],
    ["xlsx", archive(CONTENTS, "word/document.xml")],
    ["xlsx", archive("photos/box.jpg")],
    ["xlsx", archive()],
    ["xlsx", xlsx.subarray(0, -1)],
    ["xlsx", xlsx.subarray(40)],
    ["docx", xlsx],
    ["doc", bytes("PK\u0003\u0004")],
    ["doc", compound("WordDocument").subarray(0, 512)],
    ["xls", compound("WordDocument")],
    ["pdf", bytes("%PDF-1.7")],
    ["png", bytes("%PDF-1.7")],
  ] as const)("is rejected if it isn't %s", (extension, content) => {
    expect(isDocument(extension, content)).toBe(false);
  });
});
