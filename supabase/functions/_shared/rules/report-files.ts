import { isOfficeArchive, isOfficeCompound } from "./office-files.ts";

/** The content types of reports, by file extension. */
export const REPORT_TYPES = {
  pdf: "application/pdf",
  csv: "text/csv",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  svg: "image/svg+xml",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  gif: "image/gif",
  avif: "image/avif",
} as const;
type ReportExtension = keyof typeof REPORT_TYPES;

/** Returns a file name's extension if reports may have that type. */
export function readReportExtension(filename: string): ReportExtension | undefined {
  const extension = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(REPORT_TYPES, extension) ? (extension as ReportExtension) : undefined;
}

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** Requires the end marker, so that incomplete files are detected. */
const isPdf = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d) &&
  new TextDecoder("latin1").decode(bytes.subarray(-PDF_TRAILER_BYTES)).includes("%%EOF");
const PDF_TRAILER_BYTES = 4096;

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

const isCsv = (bytes: Uint8Array): boolean => !/^\s*</.test(decodeText(bytes) ?? "<");
/** Scans the text once from start to end. A regular expression would backtrack over the comments. */
function isSvg(bytes: Uint8Array): boolean {
  const text = decodeText(bytes) ?? "";
  const nonSpace = /\S|$/g;
  for (let index = 0; ;) {
    nonSpace.lastIndex = index;
    index = nonSpace.exec(text)?.index ?? text.length;
    const start = text.slice(index, index + 13).toLowerCase();
    if (/^<svg[\s/>]/.test(start)) return true;
    const terminator = findTerminator(start);
    const endIndex = terminator === undefined ? -1 : text.indexOf(terminator, index);
    if (terminator === undefined || endIndex < 0) return false;
    index = endIndex + terminator.length;
  }
}

/** Returns the text that ends the current part of the prolog, which may come before the `<svg>` element. */
function findTerminator(start: string): string | undefined {
  if (start.startsWith("<!--")) return "-->";
  if (start.startsWith("<?xml")) return "?>";
  return start === "<!doctype svg" ? ">" : undefined;
}

const contentChecks: Readonly<Partial<Record<ReportExtension, (bytes: Uint8Array) => boolean>>> = {
  pdf: isPdf,
  doc: (bytes) => isOfficeCompound(bytes, ["WordDocument"]),
  xls: (bytes) => isOfficeCompound(bytes, ["Workbook", "Book"]),
  docx: (bytes) => isOfficeArchive(bytes, "word"),
  xlsx: (bytes) => isOfficeArchive(bytes, "xl"),
  csv: isCsv,
  svg: isSvg,
};

/** Returns whether a document's content matches its extension. Images aren't checked by this function. */
export const hasMatchingContent = (extension: ReportExtension, bytes: Uint8Array): boolean =>
  contentChecks[extension]?.(bytes) ?? false;

type ReportKind = "pdf" | "office" | "other";

const OFFICE_EXTENSIONS = new Set(["xls", "xlsx", "doc", "docx"]);
const readExtension = (filename: string): string => filename.split(".").at(-1)?.toLowerCase() ?? "";

/** Determines a report's buttons: PDFs can be opened, Office files downloaded, and all others viewed (FIN-12 to 14). */
export const getReportKind = (filename: string): ReportKind => {
  const extension = readExtension(filename);
  if (extension === "pdf") return "pdf";
  return OFFICE_EXTENSIONS.has(extension) ? "office" : "other";
};

/**
 * Returns whether browsers may display the file. Office files, CSV and SVG (which can contain scripts) may only be
 * downloaded.
 */
export const isShownByBrowsers = (filename: string): boolean =>
  /^(pdf|jpe?g|png|webp|gif|avif)$/.test(readExtension(filename));
