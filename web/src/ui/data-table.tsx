import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ArrowUpDown from "lucide-react/icons/arrow-up-down";
import Search from "lucide-react/icons/search";
import type { Key, ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { TextField } from "./field.tsx";
import { Skeleton } from "./states.tsx";

export interface Column<Row> {
  readonly name: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Set where the server can sort by this column. */
  readonly sortKey?: string;
  readonly align?: "right";
}

export interface TableState {
  readonly search: string;
  /** The column's key, with a minus for descending. */
  readonly sort: string;
  readonly page: number;
}

export interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => Key;
  readonly total: number | null;
  readonly pageSize: number;
  readonly state: TableState;
  readonly onState: (state: TableState) => void;
  readonly searchLabel: string;
  readonly empty: ReactNode;
  readonly isFetching?: boolean;
}

const SortIcon = ({ direction }: { readonly direction: "ascending" | "descending" | "none" }) => {
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[direction];
  return <Icon aria-hidden="true" size={14} className={direction === "none" ? "opacity-50" : ""} />;
};

const directionOf = (sort: string, key: string | undefined) => {
  if (key && sort === key) return "ascending";
  return key && sort === `-${key}` ? "descending" : "none";
};

/** A table whose searching, sorting and paging the server does. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { columns, rows, state, onState, total, pageSize } = props;
  const first = state.page * pageSize;
  const last = first + (rows?.length ?? 0);
  const hasNext = total === null ? (rows?.length ?? 0) === pageSize : last < total;

  return (
    <div>
      <TextField
        type="search"
        label={<span className="sr-only">{props.searchLabel}</span>}
        placeholder={props.searchLabel}
        value={state.search}
        onValue={(search) => onState({ ...state, search, page: 0 })}
        leading={<Search aria-hidden="true" size={16} />}
        className="mb-4 max-w-sm"
        autoComplete="off"
      />
      <div
        className="border-base-300 rounded-box overflow-x-auto border"
        aria-busy={props.isFetching || undefined}
      >
        <table className="table [&_td]:px-3 [&_th]:px-3">
          <caption className="sr-only">{props.caption}</caption>
          <thead>
            <tr className="bg-base-200">
              {columns.map((column) => {
                const direction = directionOf(state.sort, column.sortKey);
                return (
                  <th
                    key={column.name}
                    scope="col"
                    aria-sort={column.sortKey ? direction : undefined}
                    className={cx("text-base-content", column.align === "right" && "text-right")}
                  >
                    {column.sortKey ? (
                      <button
                        type="button"
                        className="inline-flex cursor-pointer items-center gap-1.5 font-semibold"
                        onClick={() =>
                          onState({
                            ...state,
                            page: 0,
                            sort:
                              direction === "descending" ? column.sortKey! : `-${column.sortKey}`,
                          })
                        }
                      >
                        {column.header}
                        <SortIcon direction={direction} />
                      </button>
                    ) : (
                      column.header
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => (
              <tr key={props.rowKey(row)} className="border-base-300">
                {columns.map((column) => (
                  <td
                    key={column.name}
                    className={cx(column.align === "right" && "text-right tabular-nums")}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
            {!rows &&
              [0, 1, 2, 3, 4].map((row) => (
                <tr key={row}>
                  {columns.map((column) => (
                    <td key={column.name}>
                      <Skeleton className="h-5 w-full max-w-32" />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
        {rows?.length === 0 && <div className="p-4">{props.empty}</div>}
      </div>
      <nav aria-label={`Pages of ${props.caption}`} className="mt-4 flex items-center gap-3">
        <p className="quiet mr-auto text-sm" aria-live="polite">
          {rows && rows.length > 0 && `${first + 1}–${last}${total === null ? "" : ` of ${total}`}`}
        </p>
        <Button
          look="outline"
          size="sm"
          disabled={state.page === 0}
          onClick={() => onState({ ...state, page: state.page - 1 })}
        >
          Previous
        </Button>
        <Button
          look="outline"
          size="sm"
          disabled={!hasNext}
          onClick={() => onState({ ...state, page: state.page + 1 })}
        >
          Next
        </Button>
      </nav>
    </div>
  );
};
