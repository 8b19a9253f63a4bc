import { useMemo, useState } from "react";
import type { ImportDecimalMark, ImportKind, ImportMeaning } from "#contracts/choices.ts";
import { findWords, type FoundWordColumn } from "#rules/imports/find-words.ts";
import type { ImportMapping } from "#rules/imports/formats.ts";
import { readAmount } from "#rules/imports/read-amount.ts";
import { type ImportMeanings, listStrayWordColumns } from "#rules/imports/words.ts";
import type { ImportFile } from "./read-file.ts";

export interface WordsState {
  readonly columns: readonly FoundWordColumn[];
  /** What each word means: what was answered, or else what we know. */
  readonly meanings: ImportMeanings;
  /** A word whose meaning nobody has said. */
  readonly unknownWord: string | undefined;
  readonly onMeaningChange: (column: number, word: string, meaning: ImportMeaning) => void;
}

/** Returns the words of a file's columns of statuses and types, and what they mean. */
export function useWords(
  { headings, rows }: ImportFile,
  kind: ImportKind,
  mapping: ImportMapping,
  { source, mark }: { readonly source: string; readonly mark: ImportDecimalMark | null },
): WordsState {
  const [answers, setAnswers] = useState<ImportMeanings>({});
  const columns = useMemo(
    () =>
      kind === "donations"
        ? findWords({
            headings,
            rows,
            mapping,
            source,
            readCents: (cell) => readAmount(cell, mark),
          })
        : [],
    [headings, rows, kind, mapping, source, mark],
  );
  const meant = columns.map(({ column, words }) =>
    words.map(({ word, meaning }) => ({ word, meaning: answers[column]?.[word] ?? meaning })),
  );
  const strays = kind === "donations" ? listStrayWordColumns(headings, mapping) : [];
  const meanings: ImportMeanings = {
    // These columns have nothing to ask.
    ...Object.fromEntries(strays.map((column) => [column, {}])),
    ...Object.fromEntries(
      columns.map(({ column }, index) => [
        column,
        Object.fromEntries(
          (meant[index] ?? []).flatMap(({ word, meaning }) =>
            meaning === undefined ? [] : [[word, meaning] as const],
          ),
        ),
      ]),
    ),
  };
  return {
    columns,
    meanings,
    unknownWord: meant.flat().find(({ meaning }) => meaning === undefined)?.word,
    onMeaningChange: (column, word, meaning) =>
      setAnswers({ ...answers, [column]: { ...answers[column], [word]: meaning } }),
  };
}
