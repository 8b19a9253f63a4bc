import { parse } from "papaparse";
import { IMPORT_CELL_MAX_LENGTH, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from "#contracts/limits.ts";
import { number } from "#lib/format.ts";

export interface CsvFile {
  readonly fileName: string;
  /** SHA-256 hash, used to recognize the file if it's chosen again. */
  readonly fileHash: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Thrown if the file can't be imported. The message says what to do. */
export class FileRejectedError extends Error {}

const FILE_MAX_MEGABYTES = 50;

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** Decodes UTF-8, UTF-16 with a byte order mark, and Windows-1252, which older spreadsheet programs use. */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder("utf-16le").decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder("utf-16be").decode(bytes);
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

function checkRows(rows: CsvFile["rows"]): void {
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
      `Row ${number(brokenRow + 1)} is too long. Check whether a quotation mark is missing there.`,
    );
  }
}

/** Reads a CSV file. Commas, semicolons and tabs all work. */
export async function readCsvFile(file: File): Promise<CsvFile> {
  if (file.size > FILE_MAX_MEGABYTES * 1_000_000) {
    throw new FileRejectedError(`Choose a file of at most ${FILE_MAX_MEGABYTES} MB.`);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (startsWith(bytes, 0x50, 0x4b)) {
    throw new FileRejectedError(
      "This is an Excel or ZIP file. Save the sheet as CSV and choose that file.",
    );
  }
  const text = decodeText(bytes).replace(/^\uFEFF/, "");
  const [headings = [], ...rows] = parse<string[]>(text, { skipEmptyLines: "greedy" }).data;
  if (headings.length > IMPORT_COLUMNS_MAX) {
    throw new FileRejectedError(`Choose a file with at most ${IMPORT_COLUMNS_MAX} columns.`);
  }
  checkRows(rows);
  return { fileName: file.name.slice(-255), fileHash: await computeHash(bytes), headings, rows };
}
