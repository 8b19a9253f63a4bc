/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- narrow tables show rows as cards, and a table with display: block loses its implicit roles */
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ArrowUpDown from "lucide-react/icons/arrow-up-down";
import { Fragment, type MouseEvent, type ReactNode } from "react";
import { cx } from "#ui/class-names.ts";
import { Skeleton } from "#ui/states.tsx";
import type { SortOrders } from "./list-toolbar.tsx";
import type { RowsProps } from "./list-frame.tsx";
import { SelectBox } from "./selection.tsx";
import type { ListAddress } from "./use-list-address.ts";

export interface Column<Row> {
  /** The column's name, which is also its sort key if the server can sort by it. */
  readonly name: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "right";
  /** Hides the column when rows are shown as a narrow ledger. */
  readonly isWideOnly?: true;
}

/** The row that is being edited, with the form that replaces it. */
export interface EditedRow {
  readonly id: string;
  readonly form: ReactNode;
}

/**
 * - `cards`: one card per row, two next to each other if there is room.
 * - `ledger`: two lines per row, first the name and a figure, then two more values. The link of the name covers the
 *   whole row.
 * - `log`: the first column as a title, then the other columns one after another. They are separated only by space,
 *   because a separator could end up at the end of a line.
 */
type NarrowRowStyle = "cards" | "ledger" | "log";

export interface TableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly renderActions?: ((row: Row) => ReactNode) | undefined;
  readonly editedRow?: EditedRow | undefined;
  /** How rows look in narrow containers. Defaults to cards. */
  readonly narrowRowStyle?: NarrowRowStyle | undefined;
}

type Direction = "ascending" | "descending" | "none";

const SortIcon = ({ direction }: { readonly direction: Direction }) => {
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[direction];
  return <Icon aria-hidden="true" size={14} className={direction === "none" ? "opacity-50" : ""} />;
};

const getDirection = (sort: string, name: string): Direction => {
  if (sort === name) return "ascending";
  return sort === `-${name}` ? "descending" : "none";
};

/**
 * If the list is sorted by this column, returns the opposite direction. Otherwise, returns the column's first sort
 * order in the contract.
 */
const getNextSort = (list: ListAddress, name: string): string => {
  const directions = list.sorts.filter((sort) => sort.replace(/^-/, "") === name);
  return directions.find((sort) => sort !== list.sort) ?? list.sort;
};

/** Returns the labels for ascending and descending order. */
const getDirectionLabels = ({ name, align }: Pick<Column<never>, "name" | "align">) => {
  if (/(?:At|On|[dD]ate)$/.test(name)) return ["oldest first", "newest first"];
  return align === "right" ? ["lowest first", "highest first"] : ["A to Z", "Z to A"];
};

/** Returns the sort orders for a select, for layouts without column headers. */
export const listSortOrders = <Row,>(
  columns: readonly Column<Row>[],
  sorts: readonly string[],
): SortOrders =>
  Object.fromEntries(
    columns.flatMap(({ name, header, align }) => {
      const [ascendingLabel, descendingLabel] = getDirectionLabels({ name, align });
      return sorts
        .filter((sort) => sort.replace(/^-/, "") === name)
        .map((sort) => [
          sort,
          `${header} (${sort.startsWith("-") ? descendingLabel : ascendingLabel})`,
        ]);
    }),
  );

/**
 * In narrow containers, only a log still has a card around the table. The rows of all other tables are cards
 * themselves, or lie on the card around the list.
 */
const WIDE_SURFACE_CLASSES =
  "@4xl:bg-base-100 @4xl:border-base-300 @4xl:rounded-box @4xl:overflow-x-auto @4xl:border";
const SURFACE_CLASSES: Readonly<Record<NarrowRowStyle, string>> = {
  cards: WIDE_SURFACE_CLASSES,
  ledger: WIDE_SURFACE_CLASSES,
  log: "card-box overflow-x-auto",
};

/** Rows as a table. Containers narrower than 56rem show them as cards. */
export const ListTable = <Row extends { readonly id: string }>({
  caption,
  list,
  rows,
  selection,
  nameOf,
  columns,
  renderActions,
  editedRow,
  narrowRowStyle = "cards",
}: RowsProps<Row> & TableProps<Row>) => {
  const columnCount = columns.length + (renderActions ? 1 : 0) + (selection ? 1 : 0);
  return (
    <div className={SURFACE_CLASSES[narrowRowStyle]}>
      <table
        role="table"
        aria-label={caption}
        className="table @max-4xl:block @4xl:[&_td]:px-3 @4xl:[&_th]:px-3"
      >
        <thead role="rowgroup" className="@max-4xl:hidden">
          <tr role="row" className="bg-base-200">
            {selection && (
              <th role="columnheader" scope="col" className="print:hidden">
                <SelectBox
                  label="Select all on this page"
                  checked={selection.isAllSelected}
                  mixed={selection.isSomeSelected && !selection.isAllSelected}
                  onToggle={selection.toggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.name} column={column} list={list} />
            ))}
            {renderActions && (
              <th
                role="columnheader"
                scope="col"
                className="text-base-content text-right print:hidden"
              >
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className={cx(
            "@max-4xl:grid @max-4xl:grid-cols-1",
            narrowRowStyle === "cards" && "@max-4xl:gap-3 @xl:@max-4xl:grid-cols-2",
          )}
        >
          {rows?.map((row) => (
            <Fragment key={row.id}>
              {editedRow?.id === row.id ? (
                <tr role="row" data-row={row.id} className="col-span-full @max-4xl:block">
                  <td role="cell" colSpan={columnCount} className="bg-base-200 @max-4xl:block">
                    {editedRow.form}
                  </td>
                </tr>
              ) : (
                <TableRow
                  row={row}
                  columns={columns}
                  renderActions={renderActions}
                  nameOf={nameOf}
                  selection={selection}
                  narrowRowStyle={narrowRowStyle}
                />
              )}
            </Fragment>
          ))}
          {!rows && <SkeletonRows columnCount={columnCount} />}
        </tbody>
      </table>
    </div>
  );
};

interface ColumnHeadProps<Row> {
  readonly column: Column<Row>;
  readonly list: ListAddress;
}

const ColumnHead = <Row,>({ column: { name, header, align }, list }: ColumnHeadProps<Row>) => {
  const isSortable = list.sorts.some((sort) => sort.replace(/^-/, "") === name);
  const direction = getDirection(list.sort, name);
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSortable ? direction : undefined}
      className={cx("text-base-content", align === "right" && "text-right")}
    >
      {isSortable ? (
        <button
          type="button"
          className="inline-flex min-h-6 cursor-pointer items-center gap-1.5 font-semibold"
          onClick={() => list.update({ sort: getNextSort(list, name) })}
        >
          {header}
          <SortIcon direction={direction} />
        </button>
      ) : (
        header
      )}
    </th>
  );
};

const ROW_CLASSES: Readonly<Record<NarrowRowStyle, string>> = {
  cards: "card-row",
  ledger: "ledger-row @max-4xl:px-1",
  log: "log-row @max-4xl:px-3",
};
const LEDGER_CELL_CLASSES = [
  "ledger-name",
  "ledger-figure",
  "second-line",
  "second-line ledger-side",
];

/** Returns how a value looks in a narrow container. */
const getNarrowClasses = <Row,>(
  column: Column<Row>,
  columns: readonly Column<Row>[],
  narrowRowStyle: NarrowRowStyle,
): string => {
  const isTitle = column === columns[0];
  if (narrowRowStyle === "cards")
    return cx("@max-4xl:px-1 @max-4xl:py-1", isTitle ? "card-title" : "card-line");
  if (narrowRowStyle === "log")
    return cx("@max-4xl:p-0", isTitle ? "log-title" : "second-line log-value");
  if (column.isWideOnly) return "@max-4xl:hidden";
  const index = columns.filter(({ isWideOnly }) => !isWideOnly).indexOf(column);
  return cx("@max-4xl:p-0", LEDGER_CELL_CLASSES[index]);
};

const PRESSABLE_ROW_CLASSES =
  "has-data-opens-row:cursor-pointer @4xl:has-data-opens-row:hover:bg-base-200";

/**
 * Opens the same record as the row's name, unless the user pressed a control or selected text. This is only a shortcut
 * for pointers. The name itself is a link.
 */
const openPressedRow = ({ target, currentTarget }: MouseEvent<HTMLElement>): void => {
  const isPressOnRow =
    target instanceof Element &&
    currentTarget.contains(target) &&
    !target.closest("a, button, input, label, summary, dialog");
  if (!isPressOnRow || getSelection()?.type === "Range") return;
  currentTarget.querySelector<HTMLElement>("[data-opens-row]")?.click();
};

const ACTION_CLASSES: Readonly<Record<NarrowRowStyle, string>> = {
  cards: "@max-4xl:px-1 @max-4xl:pt-2 @max-4xl:pb-1",
  ledger: "ledger-actions",
  log: "log-actions",
};

type TableRowProps<Row> = Pick<TableProps<Row>, "columns" | "renderActions"> &
  Pick<RowsProps<Row>, "nameOf" | "selection"> & {
    readonly row: Row;
    readonly narrowRowStyle: NarrowRowStyle;
  };

const TableRow = <Row extends { readonly id: string }>({
  row,
  columns,
  renderActions,
  nameOf,
  selection,
  narrowRowStyle,
}: TableRowProps<Row>) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions --
  // keyboards use the name's link
  <tr
    role="row"
    data-row={row.id}
    onClick={openPressedRow}
    className={cx(
      "border-base-300 relative @max-4xl:*:border-0",
      PRESSABLE_ROW_CLASSES,
      ROW_CLASSES[narrowRowStyle],
      narrowRowStyle === "log" && renderActions && "@xl:@max-4xl:min-h-16 @xl:@max-4xl:pr-28",
      narrowRowStyle === "ledger" && selection && "@max-4xl:pl-11",
      narrowRowStyle === "ledger" && renderActions && "@max-4xl:pr-12",
    )}
  >
    {selection && (
      <td
        role="cell"
        className={cx(
          "@max-4xl:absolute @max-4xl:top-1 @max-4xl:p-0 print:hidden",
          // In a ledger, the figure is on the right, and the link of the name covers the row.
          narrowRowStyle === "ledger" ? "@max-4xl:left-0 @max-4xl:z-10" : "@max-4xl:right-1",
        )}
      >
        <SelectBox
          label={`Select ${nameOf?.(row) ?? row.id}`}
          checked={selection.has(row.id)}
          onToggle={() => selection.toggle(row.id)}
        />
      </td>
    )}
    {columns.map((column, index) => (
      <td
        key={column.name}
        role="cell"
        data-label={column.header}
        className={cx(
          getNarrowClasses(column, columns, narrowRowStyle),
          index === 0 && selection && narrowRowStyle !== "ledger" && "@max-4xl:pr-11",
          column.align === "right" && "text-right tabular-nums",
        )}
      >
        <span className="list-value">{column.cell(row)}</span>
      </td>
    ))}
    {renderActions && (
      <td
        role="cell"
        className={cx(
          "text-right @max-4xl:block @max-4xl:has-[>:empty]:hidden print:hidden",
          ACTION_CLASSES[narrowRowStyle],
        )}
      >
        <div className="flex flex-wrap justify-end gap-1.5 @4xl:flex-nowrap">
          {renderActions(row)}
        </div>
      </td>
    )}
  </tr>
);

const SkeletonRows = ({ columnCount }: { readonly columnCount: number }) =>
  [0, 1, 2, 3, 4].map((row) => (
    <tr key={row} role="row" className="@max-4xl:block">
      {Array.from({ length: columnCount }, (_, cell) => (
        <td key={cell} role="cell" className="@max-4xl:block">
          <Skeleton className="h-5 w-full max-w-32" />
        </td>
      ))}
    </tr>
  ));
