import { useMemo, useState } from "react";
import type { ImportDateOrder } from "#contracts/choices.ts";
import { findDateOrder, type FoundDateOrder } from "#rules/imports/find-date-order.ts";

export interface DateOrderState {
  readonly found: FoundDateOrder;
  readonly dateOrder: ImportDateOrder | null;
  readonly onDateOrderChange: (dateOrder: ImportDateOrder | null) => void;
}

interface Choice {
  readonly column: number | undefined;
  readonly dateOrder: ImportDateOrder | null;
}

/** Returns the date order that was chosen for a column. If none was chosen, returns the order that its dates imply. */
export function useDateOrder(
  rows: readonly (readonly string[])[],
  column: number | undefined,
): DateOrderState {
  const [choice, setChoice] = useState<Choice | null>(null);
  const found = useMemo(
    () => findDateOrder(column === undefined ? [] : rows.map((cells) => cells[column] ?? "")),
    [rows, column],
  );
  return {
    found,
    dateOrder: choice !== null && choice.column === column ? choice.dateOrder : found.order,
    onDateOrderChange: (dateOrder) => setChoice({ column, dateOrder }),
  };
}
