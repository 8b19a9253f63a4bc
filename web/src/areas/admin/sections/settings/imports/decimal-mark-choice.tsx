import { useMemo, useState } from "react";
import type { ImportDecimalMark } from "#contracts/choices.ts";
import { findDecimalMark } from "#rules/imports/find-decimal-mark.ts";
import { SelectField } from "#ui/fields/select-field.tsx";

export interface DecimalMarkState {
  readonly examples: readonly string[];
  readonly mark: ImportDecimalMark | null;
  readonly onMarkChange: (mark: ImportDecimalMark) => void;
}

/** Returns the mark before the cents that was chosen. If none was chosen, returns the one that the amounts show. */
export function useDecimalMark(
  rows: readonly (readonly string[])[],
  column: number | undefined,
): DecimalMarkState {
  const [choice, setChoice] = useState<ImportDecimalMark | null>(null);
  const found = useMemo(
    () => findDecimalMark(column === undefined ? [] : rows.map((cells) => cells[column] ?? "")),
    [rows, column],
  );
  const isAsked = found.examples.length > 0;
  return {
    examples: found.examples,
    mark: isAsked ? (choice ?? found.mark) : found.mark,
    onMarkChange: setChoice,
  };
}

/** Asks how to read amounts such as 1,25 if the file has both marks. */
export const DecimalMarkChoice = ({ examples, mark, onMarkChange }: DecimalMarkState) =>
  examples.length > 0 && (
    <SelectField
      label="How amounts are read"
      description={`This file has both ${examples.join(" and ")}. Rows with the other mark are named as problems.`}
      value={mark ?? "point"}
      onValue={(value) => onMarkChange(value as ImportDecimalMark)}
    >
      <option value="point">A point before the cents: 1,250.00</option>
      <option value="comma">A comma before the cents: 1.250,00</option>
    </SelectField>
  );
