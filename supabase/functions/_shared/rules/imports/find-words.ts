import type { ImportMeaning } from "../../contracts/choices.ts";
import type { ImportMapping, WordField } from "./formats.ts";
import { findKnownMeaning, listWordColumns, readWord } from "./words.ts";

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
  readonly readCents: (cell: string) => number | undefined;
}

function countWords({ rows, mapping, readCents }: WordSource, column: number, max: number) {
  const counted = new Map<string, { count: number; cents: number }>();
  for (const row of rows) {
    const word = readWord(row[column] ?? "");
    const entry = counted.get(word) ?? { count: 0, cents: 0 };
    entry.count += 1;
    entry.cents += readCents(row[mapping.amount ?? -1] ?? "") ?? 0;
    counted.set(word, entry);
    if (counted.size > max) return undefined;
  }
  return counted;
}

function findColumn(
  source: WordSource,
  column: number,
  field: WordField | undefined,
): FoundWordColumn[] {
  const counted = countWords(
    source,
    column,
    field === undefined ? STRAY_WORDS_MAX : Number.POSITIVE_INFINITY,
  );
  if (counted === undefined) return [];
  const heading = source.headings[column]?.trim() || `Column ${column + 1}`;
  const words = [...counted].map(([word, entry]) => ({
    word,
    ...entry,
    meaning: findKnownMeaning(field, word, heading),
  }));
  if (field === undefined) {
    const hasMoneyWord = words.some(
      ({ word, meaning }) =>
        !/^(?:yes|no|true|false|[yntfx01])$/.test(word) &&
        meaning !== undefined &&
        meaning !== "received",
    );
    if (!hasMoneyWord) return [];
    return [
      {
        column,
        heading,
        words: words.map((entry) => ({ ...entry, meaning: entry.meaning ?? "received" })),
      },
    ];
  }
  const listed = words.filter(
    // Blank cells and ways to pay say nothing about whether money arrived, unless others in the column do.
    ({ word, meaning }) =>
      meaning !== "received" ||
      (field !== "method" && word !== "") ||
      (field === "status" && words.length > 1),
  );
  return listed.length === 0 ? [] : [{ column, heading, words: listed }];
}

/**
 * Lists the words in a file's columns of statuses and types, and in other columns that have words such as "pledge", with
 * the number of rows and their sum.
 */
export function findWords(source: WordSource): readonly FoundWordColumn[] {
  const mapped = listWordColumns(source.mapping, {});
  const taken = new Set(Object.values(source.mapping));
  const strays = source.headings.flatMap((_, column) => (taken.has(column) ? [] : [column]));
  return [
    ...mapped.flatMap(({ column, field }) => findColumn(source, column, field)),
    ...strays.flatMap((column) => findColumn(source, column, undefined)),
  ];
}
