import { parse } from "papaparse";
import { IMPORT_CELL_MAX_LENGTH, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from "#contracts/limits.ts";
import { cutOff } from "#rules/imports/cell-text.ts";
import { findHeadingRow } from "#rules/imports/find-heading-row.ts";
import { loadCode } from "#lib/code/load-code.ts";
import { number } from "#lib/format.ts";
import { FileRejectedError } from "./file-rejected-error.ts";

export interface ImportFile {
  readonly fileName: string;
  /** The file as it was chosen, for reading another sheet. */
  readonly source: File;
  /** The sheet that was read. Empty unless it's an Excel file. */
  readonly sheetName: string;
  /** The sheets that have rows. */
  readonly sheetNames: readonly string[];
  /** SHA-256 hash, used to recognize the file if it's chosen again. Each sheet has its own. */
  readonly fileHash: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const FILE_MAX_MEGABYTES = 50;

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** How much of a file shows its encoding. */
const SAMPLE_LENGTH = 2000;

/** Returns the encoding of UTF-16 text without a byte order mark: every other byte of most letters is zero. */
function findUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const sample = bytes.subarray(0, SAMPLE_LENGTH);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < sample.length / 5) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

/** Decodes UTF-8, UTF-16 and Windows-1252, which older spreadsheet programs use. */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder("utf-16le").decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder("utf-16be").decode(bytes);
  const utf16 = findUtf16(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

async function computeHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const computeSheetHash = async (
  bytes: Uint8Array<ArrayBuffer>,
  sheetIndex: number,
): Promise<string> => {
  const fileHash = await computeHash(bytes);
  return sheetIndex > 0
    ? computeHash(new TextEncoder().encode(`${fileHash} ${sheetIndex}`))
    : fileHash;
};

function checkRows(rows: ImportFile["rows"]): void {
  if (rows.length === 0) throw new FileRejectedError("This file has no rows below its headings.");
  if (rows.length > IMPORT_ROWS_MAX) {
    throw new FileRejectedError(
      `This file has ${number(rows.length)} rows. Split it into files of at most ${number(IMPORT_ROWS_MAX)}.`,
    );
  }
  const brokenRow = rows.findIndex(
    (row) =>
      row.length > IMPORT_COLUMNS_MAX || row.some((cell) => cell.length > IMPORT_CELL_MAX_LENGTH),
  );
  if (brokenRow !== -1) {
    throw new FileRejectedError(
      `Row ${number(brokenRow + 1)} has more than ${IMPORT_COLUMNS_MAX} cells, or one with more than ${number(IMPORT_CELL_MAX_LENGTH)} characters. Shorten it.`,
    );
  }
}

function parseText(bytes: Uint8Array): string[][] {
  // Files that were joined have several kinds of line ends, and then rows would stick together.
  const text = decodeText(bytes)
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n");
  if (text.slice(0, SAMPLE_LENGTH).includes("\0")) {
    throw new FileRejectedError(
      "This isn't a text file. Save the sheet as CSV and choose that file.",
    );
  }
  const { meta } = parse(text, { newline: "\n", preview: 10, skipEmptyLines: "greedy" });
  const { data, errors } = parse<string[]>(text, { newline: "\n", delimiter: meta.delimiter });
  const broken = errors.find(({ type }) => type === "Quotes")?.row;
  if (broken !== undefined) {
    // The rest of the file may be in one cell.
    const start = (data[broken] ?? []).slice(0, 2).join(", ");
    throw new FileRejectedError(
      `A quotation mark is missing or out of place in the row that starts with “${cutOff(start.replaceAll("\n", " "), 60)}”.`,
    );
  }
  return data.filter((row) => row.some((cell) => cell.trim() !== ""));
}

async function readAllRows(
  bytes: Uint8Array,
  sheetName: string | undefined,
): Promise<
  Pick<ImportFile, "sheetName" | "sheetNames"> & { readonly rows: readonly (readonly string[])[] }
> {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileRejectedError(
      "This Excel file is in an old format or has a password. Save it as .xlsx without a password, or as CSV.",
    );
  }
  if (!startsWith(bytes, 0x50, 0x4b)) {
    return { rows: parseText(bytes), sheetName: "", sheetNames: [] };
  }
  const { readWorkbook } = await loadCode(() => import("./read-workbook.ts"));
  const { rows, ...sheet } = readWorkbook(bytes, undefined, sheetName);
  // Unlike in a CSV file, a cell without a heading is in the right column.
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return {
    ...sheet,
    rows: rows.map((row) => [...row, ...Array<string>(width - row.length).fill("")]),
  };
}

/**
 * Reads a sheet of an Excel file (by default the first that has rows), or a CSV file with commas, semicolons or tabs.
 * Lines above the headings are left out.
 */
export async function readImportFile(file: File, chosenSheet?: string): Promise<ImportFile> {
  if (file.size > FILE_MAX_MEGABYTES * 1_000_000) {
    throw new FileRejectedError(`Choose a file of at most ${FILE_MAX_MEGABYTES} MB.`);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { rows: allRows, sheetName, sheetNames } = await readAllRows(bytes, chosenSheet);
  const headingRow = findHeadingRow(allRows);
  if (headingRow === undefined) {
    throw new FileRejectedError(
      "This file has no headings. Add a first row that says what each column is, such as Date, Amount and Name.",
    );
  }
  const [headings = [], ...rows] = allRows.slice(headingRow);
  if (headings.length > IMPORT_COLUMNS_MAX) {
    throw new FileRejectedError(`Choose a file with at most ${IMPORT_COLUMNS_MAX} columns.`);
  }
  checkRows(rows);
  return {
    fileName: file.name.slice(-255),
    source: file,
    sheetName,
    sheetNames,
    fileHash: await computeSheetHash(bytes, sheetNames.indexOf(sheetName)),
    headings,
    rows,
  };
}

/** Returns the same file with the sheet that has this hash, or undefined if it has no such sheet. */
export async function findSheet(
  file: ImportFile,
  fileHash: string,
): Promise<ImportFile | undefined> {
  if (file.fileHash === fileHash) return file;
  for (const name of file.sheetNames.slice(1)) {
    const sheet = await readImportFile(file.source, name).catch(() => undefined);
    if (sheet?.fileHash === fileHash) return sheet;
  }
  return undefined;
}
