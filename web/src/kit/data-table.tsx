/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- rows are cards on a phone, and a table laid out as blocks loses its roles */
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ArrowUpDown from "lucide-react/icons/arrow-up-down";
import { Fragment, type ReactNode } from "react";
import { cx } from "../ui/class-names.ts";
import { Skeleton } from "../ui/states.tsx";
import { ListFrame, type ListProps } from "./list-frame.tsx";
import type { Orders } from "./list-toolbar.tsx";
import { SelectBox, type Selection } from "./selection.tsx";
import type { ListAddress } from "./use-list-address.ts";

export interface Column<Row> {
  /** The name of the sort as well, where the server sorts by this column. */
  readonly name: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "right";
}

export interface DataTableProps<Row> extends ListProps<Row> {
  readonly columns: readonly Column<Row>[];
  /** What a person calls that very row, where rows can be ticked. */
  readonly nameOf?: (row: Row) => string;
  /** What can be done with one row. */
  readonly renderActions?: (row: Row) => ReactNode;
  /** A form in place of the row it changes. */
  readonly editing?: { readonly id: string; readonly form: ReactNode } | undefined;
}

type Direction = "ascending" | "descending" | "none";

const SortIcon = ({ direction }: { readonly direction: Direction }) => {
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[direction];
  return <Icon aria-hidden="true" size={14} className={direction === "none" ? "opacity-50" : ""} />;
};

const directionOf = (sort: string, name: string): Direction => {
  if (sort === name) return "ascending";
  return sort === `-${name}` ? "descending" : "none";
};

/** The other direction of a sorted column; a new one begins as the server lists it. */
const nextSort = (list: ListAddress, name: string): string => {
  const directions = list.sorts.filter((sort) => sort.replace(/^-/, "") === name);
  return directions.find((sort) => sort !== list.sort) ?? list.sort;
};

/** What the column heads sort by, for where they are not shown. */
const ordersOf = <Row,>(columns: readonly Column<Row>[], sorts: readonly string[]): Orders =>
  Object.fromEntries(
    columns.flatMap(({ name, header }) =>
      sorts
        .filter((sort) => sort.replace(/^-/, "") === name)
        .map((sort) => [sort, sort.startsWith("-") ? `${header}, descending` : header]),
    ),
  );

/**
 * A list whose searching, sorting, filtering and paging the server does. Below 640 pixels its rows are cards.
 */
export const DataTable = <Row extends { readonly id: string }>({
  columns,
  nameOf,
  renderActions,
  editing,
  ...props
}: DataTableProps<Row>) => {
  const { caption, list, renderBulkActions } = props;
  const width = columns.length + (renderActions ? 1 : 0) + (renderBulkActions ? 1 : 0);
  return (
    <ListFrame {...props} orders={ordersOf(columns, list.sorts)} hasSortingHeads>
      {(rows, selection) => (
        <div className="sm:border-base-300 sm:rounded-box sm:overflow-x-auto sm:border">
          <table
            role="table"
            aria-label={caption}
            className="table max-sm:block sm:[&_td]:px-3 sm:[&_th]:px-3"
          >
            <thead role="rowgroup" className="max-sm:hidden">
              <tr role="row" className="bg-base-200">
                {selection && (
                  <th role="columnheader" scope="col">
                    <SelectBox
                      label="Select all on this page"
                      checked={selection.isAll}
                      mixed={selection.isSome && !selection.isAll}
                      onToggle={selection.toggleAll}
                    />
                  </th>
                )}
                {columns.map((column) => (
                  <ColumnHead key={column.name} column={column} list={list} />
                ))}
                {renderActions && (
                  <th role="columnheader" scope="col" className="text-base-content text-right">
                    <span className="sr-only">Actions</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody role="rowgroup" className="max-sm:grid max-sm:grid-cols-1 max-sm:gap-3">
              {rows?.map((row) => (
                <Fragment key={row.id}>
                  {editing?.id === row.id ? (
                    <tr role="row" className="max-sm:block">
                      <td role="cell" colSpan={width} className="bg-base-200 max-sm:block">
                        {editing.form}
                      </td>
                    </tr>
                  ) : (
                    <TableRow
                      row={row}
                      columns={columns}
                      renderActions={renderActions}
                      nameOf={nameOf}
                      selection={selection}
                    />
                  )}
                </Fragment>
              ))}
              {!rows && <SkeletonRows width={width} />}
            </tbody>
          </table>
        </div>
      )}
    </ListFrame>
  );
};

interface ColumnHeadProps<Row> {
  readonly column: Column<Row>;
  readonly list: ListAddress;
}

const ColumnHead = <Row,>({ column: { name, header, align }, list }: ColumnHeadProps<Row>) => {
  const isSortable = list.sorts.some((sort) => sort.replace(/^-/, "") === name);
  const direction = directionOf(list.sort, name);
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
          onClick={() => list.narrow({ sort: nextSort(list, name) })}
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

/** On a phone the first column names the card; the others say what they are. */
const CARD_TITLE =
  "max-sm:block max-sm:text-base max-sm:font-semibold max-sm:[&_:is(a,.quiet)]:font-normal";
const CARD_LINE =
  "max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:*:text-right max-sm:before:shrink-0 max-sm:before:opacity-80 max-sm:before:content-[attr(data-label)]";

type TableRowProps<Row> = Pick<DataTableProps<Row>, "columns" | "renderActions" | "nameOf"> & {
  readonly row: Row;
  readonly selection: Selection | undefined;
};

const TableRow = <Row extends { readonly id: string }>({
  row,
  columns,
  renderActions,
  nameOf,
  selection,
}: TableRowProps<Row>) => (
  <tr
    role="row"
    className="border-base-300 max-sm:bg-base-100 max-sm:rounded-box relative max-sm:block max-sm:border max-sm:p-3 max-sm:*:border-0"
  >
    {selection && (
      <td role="cell" className="max-sm:absolute max-sm:top-1 max-sm:right-1 max-sm:p-0">
        <SelectBox
          label={`Select ${nameOf?.(row) ?? row.id}`}
          checked={selection.has(row.id)}
          onToggle={() => selection.toggle(row.id)}
        />
      </td>
    )}
    {columns.map(({ name, header, align, cell }, index) => (
      <td
        key={name}
        role="cell"
        data-label={header}
        className={cx(
          "max-sm:px-1 max-sm:py-1",
          index === 0 ? CARD_TITLE : CARD_LINE,
          index === 0 && selection && "max-sm:pr-11",
          align === "right" && "text-right tabular-nums",
        )}
      >
        <span className="max-sm:min-w-0 max-sm:break-words">{cell(row)}</span>
      </td>
    ))}
    {renderActions && (
      <td
        role="cell"
        className="text-right max-sm:block max-sm:px-1 max-sm:pt-2 max-sm:pb-1 max-sm:has-[>:empty]:hidden"
      >
        <div className="flex flex-wrap justify-end gap-1.5">{renderActions(row)}</div>
      </td>
    )}
  </tr>
);

const SkeletonRows = ({ width }: { readonly width: number }) =>
  [0, 1, 2, 3, 4].map((row) => (
    <tr key={row} role="row" className="max-sm:block">
      {Array.from({ length: width }, (_, cell) => (
        <td key={cell} role="cell" className="max-sm:block">
          <Skeleton className="h-5 w-full max-w-32" />
        </td>
      ))}
    </tr>
  ));
