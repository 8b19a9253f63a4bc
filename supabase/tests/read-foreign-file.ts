import type { ImportMeaning } from "../functions/_shared/contracts/choices.ts";
import { findDateOrder } from "../functions/_shared/rules/imports/find-date-order.ts";
import { findDecimalMark } from "../functions/_shared/rules/imports/find-decimal-mark.ts";
import { findHeadingRow } from "../functions/_shared/rules/imports/find-heading-row.ts";
import { findWords } from "../functions/_shared/rules/imports/find-words.ts";
import { createMapping, recognizeFormat } from "../functions/_shared/rules/imports/formats.ts";
import { readAmount } from "../functions/_shared/rules/imports/read-amount.ts";
import { readImportRow } from "../functions/_shared/rules/imports/read-row.ts";
import { createImportedFile } from "../functions/_shared/rules/imports/row-cells.ts";

/** Reads lines of cells, which "|" separates, as the page and the server read a file of donations. Unknown words get the answer, if there is one. */
export function readForeignFile(lines: readonly string[], answer?: ImportMeaning) {
  const all = lines.map((line) => line.split("|"));
  const [headings = [], ...rows] = all.slice(findHeadingRow(all) ?? 0);
  const format = recognizeFormat(headings);
  const mapping = createMapping(format, "donations", headings);
  const { mark: decimalMark } = findDecimalMark(rows.map((row) => row[mapping.amount ?? -1] ?? ""));
  const columns = findWords({
    headings,
    rows,
    mapping,
    source: format.source,
    readCents: (cell) => readAmount(cell, decimalMark),
  });
  const asked = columns
    .flatMap(({ words }) => words.filter(({ meaning }) => meaning === undefined))
    .map(({ word }) => word);
  const meanings = Object.fromEntries(
    columns.map(({ column, words }) => [
      column,
      Object.fromEntries(
        words.flatMap(({ word, meaning = answer }) =>
          meaning === undefined ? [] : [[word, meaning]],
        ),
      ),
    ]),
  );
  const file = createImportedFile({
    source: format.source,
    headings,
    mapping,
    dateOrder: findDateOrder(rows.map((row) => row[mapping.date ?? -1] ?? "")).order,
    decimalMark,
    meanings,
  });
  const read = rows.map((row) => readImportRow("donations", file, row));
  const stored = read.filter(({ problems, skipped }) => problems.length === 0 && skipped === null);
  return {
    source: format.source,
    mapping,
    asked,
    rows: read,
    counted: stored.reduce(
      (sum, { fields }) =>
        sum +
        Math.round(Number(fields["amount"]) * 100) -
        Math.round(Number(fields["refunded"]) * 100),
      0,
    ),
  };
}
