import type { ImportMeaning } from "../../contracts/choices.ts";
import { readCellText } from "./cell-text.ts";
import { findWordField, type ImportMapping, type WordField } from "./formats.ts";
import { findKnownMeaning, leavesOut, listWordColumns, readWord } from "./words.ts";

export interface FoundWord {
  readonly word: string;
  readonly count: number;
  readonly cents: number;
  /** Undefined if somebody has to say what the word means. */
  readonly meaning: ImportMeaning | undefined;
}

export interface FoundWordColumn {
  readonly column: number;
  readonly heading: string;
  readonly words: readonly FoundWord[];
}

/** A column that nobody chose is listed only if it has few words. */
const STRAY_WORDS_MAX = 20;

export interface WordSource {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly mapping: ImportMapping;
  /** The file's format. */
  readonly source?: string;
  readonly readCents: (cell: string) => number | undefined;
}

function countWords({ rows, mapping, readCents }: WordSource, column: number, max: number) {
  const counted = new Map<string, { count: number; cents: number }>();
  for (const row of rows) {
    const word = readWord(row[column] ?? "");
    const entry = counted.get(word) ?? { count: 0, cents: 0 };
    entry.count += 1;
    entry.cents += readCents(readCellText(row[mapping.amount ?? -1] ?? "")) ?? 0;
    counted.set(word, entry);
    if (counted.size > max) return undefined;
  }
  return counted;
}

function findInColumn(
  source: WordSource,
  column: number,
  field: WordField | undefined,
  max: number,
): FoundWordColumn | undefined {
  const heading = source.headings[column]?.trim() || `Column ${column + 1}`;
  const counted = countWords(source, column, max);
  if (counted === undefined) return undefined;
  const words = [...counted].map(([word, entry]) => ({
    word,
    ...entry,
    meaning: findKnownMeaning(field, word, heading, source.source),
  }));
  return { column, heading, words };
}

/** Returns whether a word in another column already says that the row isn't money that arrived. */
function isLeftOut(
  { headings, mapping, source }: WordSource,
  row: readonly string[],
  column: number,
): boolean {
  return listWordColumns(mapping, {}, headings).some(
    (other) =>
      other.column !== column &&
      leavesOut(
        findKnownMeaning(
          other.field,
          readWord(row[other.column] ?? ""),
          headings[other.column] ?? "",
          source,
        ),
      ),
  );
}

function findMapped(source: WordSource, column: number, field: WordField): FoundWordColumn[] {
  const found = findInColumn(source, column, field, Number.POSITIVE_INFINITY);
  if (found === undefined) return [];
  const decides = ({ word, meaning }: FoundWord) =>
    meaning !== undefined ||
    source.rows.some(
      (row) => readWord(row[column] ?? "") === word && !isLeftOut(source, row, column),
    );
  const words = found.words.filter(decides).filter(
    // Blank cells and ways to pay say nothing about whether money arrived, unless others in the column do.
    ({ word, meaning }) =>
      meaning !== "received" ||
      (field !== "method" && word !== "") ||
      (field === "status" && found.words.length > 1),
  );
  return words.length === 0 ? [] : [{ ...found, words }];
}

/** A column that nobody chose asks about unknown words only if its heading says that it has types or statuses. */
function findStray(source: WordSource, column: number): FoundWordColumn[] {
  const field = findWordField(source.headings[column] ?? "");
  const found = findInColumn(source, column, field, STRAY_WORDS_MAX);
  if (found === undefined) return [];
  const decides = found.words.some(({ word, meaning }) =>
    meaning === undefined
      ? field !== undefined
      : meaning !== "received" && !/^(?:yes|no|true|false|[yntfx01])$/.test(word),
  );
  if (!decides) return [];
  if (field !== undefined)
    return [{ ...found, words: found.words.filter(({ word }) => word !== "") }];
  return [
    {
      ...found,
      words: found.words.map((entry) => ({ ...entry, meaning: entry.meaning ?? "received" })),
    },
  ];
}

/**
 * Lists the words in a file's columns of statuses and types, and in other columns that have words such as "pledge", with
 * the number of rows and their sum.
 */
export function findWords(source: WordSource): readonly FoundWordColumn[] {
  const mapped = listWordColumns(source.mapping, {}, source.headings);
  const taken = new Set(Object.values(source.mapping));
  const strays = source.headings.flatMap((_, column) => (taken.has(column) ? [] : [column]));
  return [
    ...mapped.flatMap(({ column, field }) =>
      field === undefined ? [] : findMapped(source, column, field),
    ),
    ...strays.flatMap((column) => findStray(source, column)),
  ];
}
