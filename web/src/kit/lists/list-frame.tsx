import { useQueryClient } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import type { JsonKey } from "#contracts/catalog.ts";
import { invalidateReads } from "#data/read-query.ts";
import type { ApiPage } from "#lib/api/api-lists.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { EmptyState, ErrorState } from "#ui/states.tsx";
import { formatRange, ListPaging } from "./list-paging.tsx";
import { ListTabs, type TabFilter } from "./list-tabs.tsx";
import { filterParamNames, ListToolbar, type Filter, type SortOrders } from "./list-toolbar.tsx";
import { PrintedSummary } from "./printed-summary.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { SelectionBar, useSelection, type Selection } from "./selection.tsx";
import type { ListAddress, ListAddressOptions } from "./use-list-address.ts";

type ReadKey = Extract<JsonKey, `GET ${string}`>;

/** The part of a query result that a list uses. */
export interface ListFrameQuery<Row> {
  readonly data?: ApiPage<readonly Row[]> | undefined;
  readonly isError: boolean;
  readonly error?: Error | null;
  readonly isFetching: boolean;
  readonly dataUpdatedAt?: number;
  readonly refetch: () => unknown;
}

export interface SharedListProps {
  /** Plural name of the rows, such as "donations". */
  readonly pluralNoun: string;
  /** Replaces "No donations yet" and "Nothing matches these filters". */
  readonly emptyTitle?: string | undefined;
  /** Replaces "We couldn't load the donations". */
  readonly failureTitle?: string | ((error: Error) => string) | undefined;
  /** Other reads to refetch on Refresh, in addition to the list's. */
  readonly refreshedReads?: readonly ReadKey[] | undefined;
}

export interface ListFrameProps<Row> extends SharedListProps {
  readonly list: ListAddress;
  readonly query: ListFrameQuery<Row>;
  readonly filters?: readonly Filter[];
  /** The values of the filters before the user changes them. */
  readonly defaults?: ListAddressOptions["defaults"];
  readonly tabs?: TabFilter;
  readonly orders: SortOrders;
  readonly hasSortableHeaders: boolean;
  /** Buttons next to Refresh, such as Export. */
  readonly tools: ReactNode;
  readonly listActions: ReactNode;
  readonly hasToolsBelow?: boolean | undefined;
  readonly renderBulkActions?:
    | ((rows: readonly Row[], clear: Selection["clear"]) => ReactNode)
    | undefined;
  /** Rows, or undefined during the first load. */
  readonly children: (
    rows: readonly Row[] | undefined,
    selection: Selection | undefined,
  ) => ReactNode;
}

const PARAM_LABELS: Readonly<Record<string, string>> = { q: "Search", after: "Page" };

const labelParam = (name: string, filters: readonly Filter[] = []): string =>
  filters.find((filter) => filter.name === name)?.label ?? PARAM_LABELS[name] ?? "Filter";

/** Says what is left out of a link, such as a status that doesn't exist anymore. */
export const RefusedParams = ({
  list: { refusedNames },
  filters,
}: Pick<ListFrameProps<never>, "list" | "filters">) =>
  refusedNames.length > 0 && (
    <div className="mb-4">
      <Notice tone="info">
        This link asks for something that doesn't exist here, so we left it out:{" "}
        {refusedNames.map((name) => labelParam(name, filters)).join(", ")}.
      </Notice>
    </div>
  );

/** Says why a list has no rows, and leads back to rows that there may be. */
const EmptyList = ({
  list,
  filters,
  tabs,
  defaults,
  pluralNoun,
  emptyTitle,
}: Pick<
  ListFrameProps<never>,
  "list" | "filters" | "tabs" | "defaults" | "pluralNoun" | "emptyTitle"
>) => {
  const isFiltered = filterParamNames(filters, tabs).some(
    (name) => (list.filters[name] ?? "") !== (defaults?.[name] ?? ""),
  );
  if (list.page > 1) {
    return (
      <EmptyState
        title="There is nothing on this page anymore"
        action={
          <Button variant="outline" size="sm" onClick={list.goToFirstPage}>
            Go to the first page
          </Button>
        }
      />
    );
  }
  const clearedParts = [list.search && "search", isFiltered && "filters"].filter(Boolean);
  const unfilteredTitle =
    emptyTitle ?? (isFiltered ? "Nothing matches these filters" : `No ${pluralNoun} yet`);
  return (
    <EmptyState
      title={list.search ? `Nothing matches “${list.search}”` : unfilteredTitle}
      action={
        clearedParts.length > 0 && (
          <Button variant="outline" size="sm" onClick={list.clear}>
            Clear {clearedParts.join(" and ")}
          </Button>
        )
      }
    />
  );
};

/** Props of both tables and cards. */
export interface RowsProps<Row> {
  readonly caption: string;
  readonly list: ListAddress;
  readonly rows: readonly Row[] | undefined;
  /** Undefined if rows can't be selected. */
  readonly selection: Selection | undefined;
  readonly nameOf: ((row: Row) => string) | undefined;
}

/**
 * Renders a list with its error and empty states. Tabs, search, filters and sort are above it, and paging is below it.
 */
export const ListFrame = <Row extends { readonly id: string }>({
  children,
  renderBulkActions,
  ...props
}: ListFrameProps<Row>) => {
  const { pluralNoun, tabs, list, query, failureTitle } = props;
  const { data } = query;
  const id = useId();
  const queryClient = useQueryClient();
  const selection = useSelection(data?.rows ?? []);
  const selectedRows = data?.rows.filter((row) => selection.has(row.id)) ?? [];
  const tools = (
    <ListToolbar
      caption={pluralNoun}
      orders={props.orders}
      hasSortableHeaders={props.hasSortableHeaders}
      filters={props.filters}
      list={list}
      tools={
        <>
          <RefreshButton
            isQuiet
            loadedAt={query.dataUpdatedAt}
            onRefresh={() =>
              props.refreshedReads
                ? invalidateReads(queryClient, props.refreshedReads)
                : query.refetch()
            }
          />
          {props.tools}
        </>
      }
      listActions={props.listActions}
    />
  );

  return (
    <div tabIndex={-1} data-list="" className="outline-none">
      <PrintedSummary
        caption={pluralNoun}
        list={list}
        filters={props.filters}
        tabs={tabs}
        range={data ? formatRange(data, list) : ""}
      />
      {tabs && <ListTabs tabs={tabs} list={list} caption={pluralNoun} panelId={id} />}
      <div id={id} role={tabs && "tabpanel"} aria-label={tabs && pluralNoun} className="@container">
        {!props.hasToolsBelow && tools}
        {renderBulkActions && (
          <SelectionBar selection={selection} count={selectedRows.length}>
            {renderBulkActions(selectedRows, selection.clear)}
          </SelectionBar>
        )}
        <RefusedParams list={list} filters={props.filters} />
        {query.isError && !data ? (
          <ErrorState
            title={
              (typeof failureTitle === "function"
                ? query.error && failureTitle(query.error)
                : failureTitle) ?? `We couldn't load the ${pluralNoun}`
            }
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          <div aria-busy={query.isFetching || undefined}>
            {children(data?.rows, renderBulkActions && selection)}
            {data?.rows.length === 0 && (
              <div className="py-4">
                <EmptyList {...props} />
              </div>
            )}
          </div>
        )}
        {data && <ListPaging caption={pluralNoun} page={data} list={list} />}
        {props.hasToolsBelow && <div className="mt-6">{tools}</div>}
      </div>
    </div>
  );
};
