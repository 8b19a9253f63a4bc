import type { ReactNode } from "react";
import type { FileKey } from "#contracts/catalog.ts";
import { useRecords, type Resource } from "#data/resource.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { AddButton } from "./add-button.tsx";
import { ExportButton } from "./export-button.tsx";
import { ListCards, type CardsProps } from "./list-cards.tsx";
import { ListFrame, type SharedListProps } from "./list-frame.tsx";
import { ListTable, listSortOrders, type TableProps } from "./list-table.tsx";
import type { TabFilter } from "./list-tabs.tsx";
import { filterParamNames, type Filter, type SortOrders } from "./list-toolbar.tsx";
import { useRowEditing, type RowEditing } from "./row-editing.tsx";
import type { Selection } from "./selection.tsx";
import { useListAddress, type ListAddress } from "./use-list-address.ts";

export interface ListView<Row> {
  readonly list: ListAddress;
  /** Undefined during the first load. */
  readonly rows: readonly Row[] | undefined;
}

interface ListProps<Row> extends SharedListProps {
  /** The list's declaration in the contract. */
  readonly list: { readonly sorts: readonly [string, ...string[]]; readonly pageSize: number };
  readonly resource: Resource<Row, unknown, unknown>;
  readonly filters?: readonly Filter[];
  /** A filter shown as tabs above the list. */
  readonly tabs?: TabFilter;
  /** The filters that apply if the URL doesn't set any. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Filters that users can't change. */
  readonly fixedFilters?: Readonly<Record<string, string>>;
  /** Returns the row's name, for its checkbox and buttons. */
  readonly nameOf?: (row: Row) => string;
  /** Adds a button that exports the whole list as a CSV file. */
  readonly exportEndpoint?: Extract<FileKey, `${string}/export`>;
  readonly renderListActions?: (view: ListView<Row>) => ReactNode;
  /** Adds tools, such as printing, to those that are in a menu on phones. */
  readonly renderTools?: (view: ListView<Row>) => ReactNode;
  /** Renders bulk actions. Without it, rows can't be selected. */
  readonly renderBulkActions?:
    | ((rows: readonly Row[], clear: Selection["clear"], list: ListAddress) => ReactNode)
    | undefined;
  /** Replaces the list and its toolbar if there are no records at all. */
  readonly emptyContent?: ReactNode;
  /** Puts the search and all other tools below the list, for lists that people come to read. */
  readonly hasToolsBelow?: boolean;
  readonly renderAbove?: (view: ListView<Row>) => ReactNode;
  readonly renderBelow?: (view: ListView<Row>) => ReactNode;
}

/** A table, for records that users compare. */
interface TableViewProps<Row> extends Omit<TableProps<Row>, "editing"> {
  /** Lets users add, edit, and delete records. A record is edited in its row. */
  readonly editing?: RowEditing<Row>;
  readonly renderCard?: never;
}

/** Cards, for records that users read. */
interface CardViewProps<Row> extends CardsProps<Row> {
  /** The labels of the sort orders in the contract. */
  readonly orders: SortOrders;
  readonly columns?: never;
  readonly narrowRows?: never;
  readonly editing?: never;
  readonly renderActions?: never;
}

export type RecordListProps<Row> = ListProps<Row> & (TableViewProps<Row> | CardViewProps<Row>);

/** A list with search, sorts, filters and pages, as a table or as cards. */
export const RecordList = <Row extends { readonly id: string }>(props: RecordListProps<Row>) => {
  const { pluralNoun, resource, filters, tabs, nameOf, exportEndpoint, renderBulkActions } = props;
  const list = useListAddress({
    ...props.list,
    filters: filterParamNames(filters, tabs),
    defaults: props.defaults,
    fixedFilters: props.fixedFilters,
  });
  const query = useRecords(resource, list.query);
  list.leaveOutRefused(query.error);
  const view = { list, rows: query.data?.rows };
  const editing = useRowEditing(props, view.rows);
  const isEmpty = view.rows?.length === 0 && list.search === "" && list.page === 1;
  if (isEmpty && props.emptyContent !== undefined) return props.emptyContent;
  const content = (
    <>
      {editing?.formAboveList && (
        <div className="card-box mb-6 p-5">
          <SectionHeading className="mb-3">{editing.formAboveList.title}</SectionHeading>
          {editing.formAboveList.form}
        </div>
      )}
      {props.renderAbove?.(view)}
      <ListFrame
        {...props}
        list={list}
        query={query}
        orders={props.columns ? listSortOrders(props.columns, list.sorts) : props.orders}
        hasSortableHeaders={props.columns !== undefined}
        tools={
          <>
            {exportEndpoint && view.rows?.length !== 0 && (
              <ExportButton caption={pluralNoun} endpoint={exportEndpoint} list={list} />
            )}
            {props.renderTools?.(view)}
          </>
        }
        listActions={
          <>
            {props.renderListActions?.(view)}
            {editing?.add && (
              <AddButton label={`Add ${props.editing?.noun}`} onClick={editing.add} />
            )}
          </>
        }
        renderBulkActions={
          renderBulkActions && ((rows, clear) => renderBulkActions(rows, clear, list))
        }
      >
        {(rows, selection) => {
          const viewProps = { caption: pluralNoun, list, rows, selection, nameOf };
          return props.columns ? (
            <ListTable
              {...viewProps}
              columns={props.columns}
              narrowRowStyle={props.narrowRowStyle}
              editedRow={editing?.editedRow}
              renderActions={editing?.renderActions ?? props.renderActions}
            />
          ) : (
            <ListCards {...props} {...viewProps} />
          );
        }}
      </ListFrame>
      {props.renderBelow?.(view)}
    </>
  );
  return editing ? <section aria-label={pluralNoun}>{content}</section> : content;
};
