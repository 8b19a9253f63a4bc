import type { ReactNode } from "react";
import { cx } from "#ui/class-names.ts";
import { Skeleton } from "#ui/states.tsx";
import type { RowsProps } from "./list-frame.tsx";
import { SelectBox } from "./selection.tsx";

export interface CardsProps<Row> {
  readonly renderCard: (row: Row) => ReactNode;
  /**
   * Makes the cards scroll in a box. The box is as tall as its cards, up to the height that this class sets, such as
   * `max-h-[max(24rem,100dvh-9rem)]`.
   */
  readonly maxHeight?: string;
  /** Shown during the first load. */
  readonly loadingText?: string;
}

export const ListCards = <Row extends { readonly id: string }>({
  caption,
  rows,
  selection,
  nameOf,
  renderCard,
  maxHeight,
  loadingText,
}: RowsProps<Row> & CardsProps<Row>) =>
  rows?.length !== 0 && (
    <div
      // Keyboard users must be able to scroll the box.
      tabIndex={maxHeight ? 0 : undefined}
      role={maxHeight ? "region" : undefined}
      aria-label={maxHeight ? caption : undefined}
      className={cx(maxHeight && "overflow-y-auto pr-1", maxHeight)}
    >
      <ul aria-label={caption} className="grid grid-cols-1 gap-4">
        {rows?.map((row) => (
          <li
            key={row.id}
            data-row={row.id}
            className="card-box relative flex items-start gap-3 p-4 sm:p-5"
          >
            {selection && (
              <SelectBox
                label={`Select ${nameOf?.(row) ?? row.id}`}
                checked={selection.has(row.id)}
                onToggle={() => selection.toggle(row.id)}
              />
            )}
            <div className="min-w-0 flex-1 break-words">{renderCard(row)}</div>
          </li>
        ))}
        {!rows && loadingText && <li className="quiet">{loadingText}</li>}
        {!rows && <SkeletonCards />}
      </ul>
    </div>
  );

const SkeletonCards = () =>
  [0, 1, 2].map((card) => (
    <li key={card} className="card-box grid gap-3 p-5">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-12" />
    </li>
  ));
