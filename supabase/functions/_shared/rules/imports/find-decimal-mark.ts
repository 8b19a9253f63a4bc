import type { ImportDecimalMark } from "../../contracts/choices.ts";
import { readCellText } from "./cell-text.ts";
import { findMarkOf } from "./read-amount.ts";

export interface FoundDecimalMark {
  /** Null if no amount in the file has cents. */
  readonly mark: ImportDecimalMark | null;
  /** If the file has both marks, an amount with each. Someone has to say which one comes before the cents. */
  readonly examples: readonly string[];
}

/** Determines whether a point or a comma comes before the cents in a file's amounts. */
export function findDecimalMark(cells: Iterable<string>): FoundDecimalMark {
  const examples: Partial<Record<ImportDecimalMark, string>> = {};
  for (const cell of cells) {
    const text = readCellText(cell);
    const mark = findMarkOf(text);
    if (mark !== null) examples[mark] ??= text;
  }
  const { point, comma } = examples;
  if (point === undefined || comma === undefined) {
    const only = comma === undefined ? "point" : "comma";
    return { mark: point === undefined && comma === undefined ? null : only, examples: [] };
  }
  return { mark: "point", examples: [point, comma] };
}
