import { useEffect, useRef, useState, type ReactNode } from "react";
import { number } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";

type Rows = readonly { readonly id: string }[];

export interface Selection {
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** Selects all rows of the page. If all are selected, deselects them. */
  readonly toggleAll: () => void;
  readonly isAllSelected: boolean;
  readonly isSomeSelected: boolean;
  /** Deselects all rows, or all except the given ones. */
  readonly clear: (idsToKeep?: readonly string[]) => void;
}

/** Tracks the selected rows of the current page. Changing the page, search or filter clears the selection. */
export const useSelection = (rows: Rows): Selection => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selectedRows = rows.filter(({ id }) => ids.has(id));
  const isAllSelected = rows.length > 0 && selectedRows.length === rows.length;
  return {
    has: (id) => ids.has(id),
    toggle: (id) =>
      // Drop rows that are no longer shown, so that an action never affects rows that the user can't see.
      setIds(
        new Set(
          ids.has(id)
            ? selectedRows.flatMap((row) => (row.id === id ? [] : row.id))
            : [...selectedRows.map((row) => row.id), id],
        ),
      ),
    toggleAll: () => setIds(new Set(isAllSelected ? [] : rows.map(({ id }) => id))),
    isAllSelected,
    isSomeSelected: selectedRows.length > 0,
    clear: (idsToKeep = []) => setIds(new Set(idsToKeep)),
  };
};

export interface SelectBoxProps {
  readonly label: string;
  readonly checked: boolean;
  /** True if some rows are selected, but not all. */
  readonly mixed?: boolean;
  readonly onToggle: () => void;
}

export const SelectBox = ({ label, checked, mixed = false, onToggle }: SelectBoxProps) => {
  const boxRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (boxRef.current) boxRef.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className="inline-flex min-h-6 min-w-6 items-center justify-center max-sm:min-h-11 max-sm:min-w-11">
      <input
        ref={boxRef}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={onToggle}
        className="checkbox checkbox-primary checkbox-sm"
      />
    </label>
  );
};

export interface SelectionBarProps {
  readonly selection: Selection;
  readonly count: number;
  readonly children: ReactNode;
}

/** Shows how many rows are selected, and the actions for them. */
export const SelectionBar = ({ selection, count, children }: SelectionBarProps) => (
  <div aria-live="polite">
    {count > 0 && (
      <div className="bg-base-200 rounded-box mb-4 flex flex-wrap items-center gap-3 px-4 py-2.5 print:hidden">
        <p className="mr-auto font-semibold">{number(count)} selected</p>
        {children}
        <Button variant="ghost" size="sm" onClick={() => selection.clear()}>
          Clear selection
        </Button>
      </div>
    )}
  </div>
);
