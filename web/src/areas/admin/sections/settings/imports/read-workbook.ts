import { Unzip, UnzipInflate } from "fflate";
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from "#contracts/limits.ts";
import { FileRejectedError } from "./file-rejected-error.ts";

/** A small file may inflate to gigabytes, so reading stops at this size. */
const INFLATED_MAX_BYTES = 200_000_000;
/** Little is inflated between two checks of the size. */
const PIECE_LENGTH = 2 ** 14;

const UNREADABLE = "We couldn't read this Excel file. Save the sheet as CSV and choose that file.";

/** Returns the texts of the files in a ZIP file whose names are wanted. */
function unzipTexts(
  bytes: Uint8Array,
  maxBytes: number,
  isWanted: (name: string) => boolean,
): Map<string, string> {
  const chunks = new Map<string, Uint8Array[]>();
  let size = 0;
  const unzip = new Unzip((file) => {
    if (!isWanted(file.name)) return;
    const parts: Uint8Array[] = [];
    chunks.set(file.name, parts);
    file.ondata = (error, chunk) => {
      if (error) throw error;
      size += chunk.length;
      if (size > maxBytes) {
        throw new FileRejectedError(
          "This Excel file is too large. Save the sheet as CSV and choose that file.",
        );
      }
      parts.push(chunk);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let start = 0; start < bytes.length; start += PIECE_LENGTH) {
    const end = start + PIECE_LENGTH;
    unzip.push(bytes.subarray(start, end), end >= bytes.length);
  }
  return new Map(
    [...chunks].map(([name, parts]) => {
      const decoder = new TextDecoder();
      const text = parts.map((part) => decoder.decode(part, { stream: true })).join("");
      // Some programs give each element a prefix.
      return [name, text.replaceAll(/<(\/?)[a-z][\da-z]*:/gi, "<$1")] as const;
    }),
  );
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

const decodeXml = (text: string): string =>
  text
    .replaceAll(
      /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
      (entity, hex, decimal, name) => {
        if (name !== undefined) return NAMED[name] ?? entity;
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
      },
    )
    .replaceAll(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)));

const readAttribute = (tag: string, name: string): string | undefined => {
  const match = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}="([^"]*)"`).exec(tag);
  return match?.[1] === undefined ? undefined : decodeXml(match[1]);
};

/** Returns the text in `t` elements, without the readings that East Asian files add. */
const readTexts = (xml: string): string =>
  [...xml.replaceAll(/<rPh\b[\s\S]*?<\/rPh>/g, "").matchAll(/<t\b[^>]*>([\s\S]*?)<\/t>/g)]
    .map(([, text = ""]) => decodeXml(text))
    .join("");

type NumberKind = "number" | "date" | "time";

function findNumberKind(formatId: number, code: string): NumberKind {
  if ((formatId >= 18 && formatId <= 21) || (formatId >= 45 && formatId <= 47)) return "time";
  if ((formatId >= 14 && formatId <= 22) || (formatId >= 27 && formatId <= 36)) return "date";
  if (formatId >= 50 && formatId <= 58) return "date";
  const letters = code
    .replaceAll(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, "")
    .toLowerCase();
  if (/[dy]/.test(letters)) return "date";
  if (/h|s/.test(letters)) return "time";
  return letters.includes("m") ? "date" : "number";
}

/** Returns the kind of number for each cell style. */
function readStyles(xml: string): readonly NumberKind[] {
  const codes = new Map(
    [...xml.matchAll(/<numFmt\b([^>]*)>/g)].map(([, tag = ""]) => [
      readAttribute(tag, "numFmtId"),
      readAttribute(tag, "formatCode") ?? "",
    ]),
  );
  const [formats = ""] = /<cellXfs\b[\s\S]*?<\/cellXfs>/.exec(xml) ?? [];
  return [...formats.matchAll(/<xf\b([^>]*)>/g)].map(([, tag = ""]) => {
    const id = readAttribute(tag, "numFmtId") ?? "0";
    return findNumberKind(Number(id), codes.get(id) ?? "");
  });
}

const pad = (number: number) => String(number).padStart(2, "0");

/** Days between the starts of the two calendars that Excel has: 1900 and 1904. */
const CALENDAR_OFFSET = 1462;

function formatSerial(serial: number, kind: NumberKind, startsIn1904: boolean): string {
  // A serial isn't exact to the millisecond, and the last half second of a day belongs to that day.
  const seconds = Math.floor(Math.round(serial * 86_400_000) / 1000);
  const clock = `${pad(Math.floor((seconds % 86_400) / 3600))}:${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`;
  // Times can be durations of more than a day.
  if (kind === "time") {
    return `${Math.floor(seconds / 3600)}:${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`;
  }
  const days = Math.floor(seconds / 86_400) + (startsIn1904 ? CALENDAR_OFFSET : 0);
  const date = new Date(Date.UTC(1899, 11, 30) + days * 86_400_000);
  if (Number.isNaN(date.getTime())) return String(serial);
  const day = date.toISOString().slice(0, 10);
  return seconds % 86_400 === 0 ? day : `${day} ${clock}`;
}

interface Book {
  readonly sharedTexts: readonly string[];
  readonly styles: readonly NumberKind[];
  readonly startsIn1904: boolean;
}

function readCell(tag: string, content: string, book: Book): string {
  const type = readAttribute(tag, "t") ?? "n";
  if (type === "inlineStr") return readTexts(content);
  const value = decodeXml(/<v\b[^>]*>([\s\S]*?)<\/v>/.exec(content)?.[1] ?? "");
  if (value === "" || type === "str" || type === "d" || type === "e") return value;
  if (type === "s") return book.sharedTexts[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "yes" : "no";
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const kind = book.styles[Number(readAttribute(tag, "s") ?? 0)] ?? "number";
  if (kind !== "number" && number >= 0) return formatSerial(number, kind, book.startsIn1904);
  // Excel computes with binary fractions, and 15 digits of them are certain.
  const exact = Number(number.toPrecision(15));
  return Math.abs(exact) < 1e21 && Math.abs(exact) >= 1e-6 ? String(exact) : value;
}

/** Returns the index of the column in a reference such as AB12. */
function readColumn(reference = ""): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function readRows(xml: string, book: Book): string[][] {
  const rows: string[][] = [];
  for (const [, content = ""] of xml.matchAll(/<row\b[^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g)) {
    const row: string[] = [];
    let nextColumn = 0;
    for (const [, tag = "", cell = ""] of content.matchAll(
      /<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g,
    )) {
      const column = readColumn(readAttribute(tag, "r")) ?? nextColumn;
      nextColumn = column + 1;
      const text = readCell(tag, cell, book);
      if (text === "") continue;
      if (column >= IMPORT_COLUMNS_MAX) {
        throw new FileRejectedError(`Choose a file with at most ${IMPORT_COLUMNS_MAX} columns.`);
      }
      while (row.length < column) row.push("");
      row[column] = text;
    }
    if (row.some((text) => text.trim() !== "")) rows.push(row);
    // Enough to say that there are too many.
    if (rows.length > IMPORT_ROWS_MAX + 100) break;
  }
  return rows;
}

export interface WorkbookRows {
  readonly rows: string[][];
  readonly sheetName: string;
  /** The visible sheets that have rows. */
  readonly sheetNames: readonly string[];
}

const HAS_CELLS = /<[tv]\b[^>]*>\s*[^\s<]/;

/** Returns the names and paths of the visible sheets. */
function listSheets(workbook: string, relationsXml: string) {
  const targets = new Map(
    [...relationsXml.matchAll(/<Relationship\b([^>]*)>/g)].map(([, tag = ""]) => [
      readAttribute(tag, "Id"),
      readAttribute(tag, "Target"),
    ]),
  );
  return [...workbook.matchAll(/<sheet\b([^>]*)>/g)]
    .map(([, tag = ""]) => tag)
    .filter((tag) => !readAttribute(tag, "state")?.includes("idden"))
    .map((tag, index) => {
      const target = targets.get(readAttribute(tag, "id")) ?? `worksheets/sheet${index + 1}.xml`;
      return {
        name: readAttribute(tag, "name") ?? "",
        path: target.startsWith("/") ? target.slice(1) : `xl/${target}`,
      };
    });
}

/** Reads a sheet of an Excel file: the one with the given name or, by default, the first visible one that has rows. */
export function readWorkbook(
  bytes: Uint8Array,
  maxBytes = INFLATED_MAX_BYTES,
  sheetName?: string,
): WorkbookRows {
  const files = unzipTexts(bytes, maxBytes, (name) =>
    /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml)$/.test(name),
  );
  const workbook = files.get("xl/workbook.xml");
  if (workbook === undefined) throw new FileRejectedError(UNREADABLE);
  const sheets = listSheets(workbook, files.get("xl/_rels/workbook.xml.rels") ?? "");
  const paths = new Set(sheets.map(({ path }) => path));
  const texts = unzipTexts(bytes, maxBytes, (name) => paths.has(name));
  const shared = files.get("xl/sharedStrings.xml") ?? "";
  const book = {
    sharedTexts: [...shared.matchAll(/<si\b[^>]*?(?:\/>|>([\s\S]*?)<\/si>)/g)].map(
      ([, text = ""]) => readTexts(text),
    ),
    styles: readStyles(files.get("xl/styles.xml") ?? ""),
    startsIn1904: /<workbookPr\b[^>]*date1904="(?:1|true)"/.test(workbook),
  };
  const filled = sheets.filter(({ path }) => HAS_CELLS.test(texts.get(path) ?? ""));
  const sheet = filled.find(({ name }) => name === sheetName) ?? filled[0] ?? sheets[0];
  const xml = sheet && texts.get(sheet.path);
  if (xml === undefined) throw new FileRejectedError(UNREADABLE);
  return {
    rows: readRows(xml, book),
    sheetName: sheet?.name ?? "",
    sheetNames: filled.map(({ name }) => name),
  };
}
