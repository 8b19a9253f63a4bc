import type { ReactNode } from "react";
import { cx } from "../ui/class-names.ts";
import { Skeleton } from "../ui/states.tsx";
import { ListFrame, type ListProps } from "./list-frame.tsx";
import type { Orders } from "./list-toolbar.tsx";
import { SelectBox } from "./selection.tsx";

export interface CardListProps<Row> extends ListProps<Row> {
  /** Labels of the server's sort orders. */
  readonly orders: Orders;
  readonly renderCard: (row: Row) => ReactNode;
  /** The row's name for its checkbox, if rows can be selected. */
  readonly nameOf?: (row: Row) => string;
  /** A fixed height such as `h-[600px]`; cards scroll inside. */
  readonly height?: string;
  /** Shown during the first load. */
  readonly loading?: string;
}

/** A list of cards, for records that are read rather than compared. */
export const CardList = <Row extends { readonly id: string }>({
  renderCard,
  nameOf,
  height,
  loading,
  ...props
}: CardListProps<Row>) => (
  <ListFrame {...props}>
    {(rows, selection) =>
      rows?.length !== 0 && (
        <div
          // Keyboard users must be able to scroll the box.
          tabIndex={height ? 0 : undefined}
          role={height ? "region" : undefined}
          aria-label={height ? props.caption : undefined}
          className={cx(height && "overflow-y-auto pr-1", height)}
        >
          <ul aria-label={props.caption} className="grid grid-cols-1 gap-4">
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
                <div className="min-w-0 flex-1">{renderCard(row)}</div>
              </li>
            ))}
            {!rows && loading && <li className="quiet">{loading}</li>}
            {!rows && <SkeletonCards />}
          </ul>
        </div>
      )
    }
  </ListFrame>
);

const SkeletonCards = () =>
  [0, 1, 2].map((card) => (
    <li key={card} className="card-box grid gap-3 p-5">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-12" />
    </li>
  ));
