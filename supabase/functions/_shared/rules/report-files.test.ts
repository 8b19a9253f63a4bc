import { describe, expect, it } from "vitest";
import { isDocument, reportExtension } from "./report-files.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const office = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0]);

describe("the ending of a report's name", () => {
  it.each([
    ["annual.PDF", "pdf"],
    ["a.b.xlsx", "xlsx"],
    ["photo.jpeg", "jpeg"],
  ])("%s is %s", (filename, extension) => {
    expect(reportExtension(filename)).toBe(extension);
  });

  it.each(["report", "page.html", "run.exe", "report.pdf.js", "x.constructor", ".", ""])(
    "%j is none of a report",
    (filename) => {
      expect(reportExtension(filename)).toBeUndefined();
    },
  );
});

describe("the content of a document", () => {
  it.each([
    ["pdf", bytes("%PDF-1.7\n…")],
    ["doc", office],
    ["xls", office],
    ["docx", bytes("PK\u0003\u0004…")],
    ["xlsx", bytes("PK\u0003\u0004…")],
    ["csv", bytes("month,packages\nJuly,171\n")],
    ["svg", bytes('<?xml version="1.0"?>\n<!-- drawn --><svg xmlns="x"/>')],
  ] as const)("of %s is known", (extension, content) => {
    expect(isDocument(extension, content)).toBe(true);
  });

  it.each([
    ["pdf", bytes("<html><script>alert(1)</script>")],
    ["csv", bytes("\n <html><script>alert(1)</script>")],
    ["csv", new Uint8Array([0xff, 0xfe, 0])],
    ["csv", bytes("a\0b")],
    ["svg", bytes("<html><svg></svg></html>")],
    ["xlsx", bytes("MZ…")],
    ["doc", bytes("PK\u0003\u0004")],
    ["png", bytes("%PDF-1.7")],
  ] as const)("that is something else than %s is refused", (extension, content) => {
    expect(isDocument(extension, content)).toBe(false);
  });
});
