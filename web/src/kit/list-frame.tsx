import { useQueryClient } from "@tanstack/react-query";
import { useId, type ReactNode } from "react";
import type { JsonKey } from "#contracts/catalogue.ts";
import { forgetReads } from "../data/read-query.ts";
import type { ApiPage } from "../lib/api-lists.ts";
import { EmptyState, ErrorState } from "../ui/states.tsx";
import { ListPaging } from "./list-paging.tsx";
import { ListTabs, type Tabs } from "./list-tabs.tsx";
import { ListToolbar, type Filter, type Orders } from "./list-toolbar.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { SelectionBar, useSelection, type Selection } from "./selection.tsx";
import type { ListAddress } from "./use-list-address.ts";

type ReadKey = Extract<JsonKey, `GET ${string}`>;

/** The part of a query result that a list uses. */
export interface ListFrameQuery<Row> {
  readonly data?: ApiPage<readonly Row[]> | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly dataUpdatedAt?: number;
  readonly refetch: () => unknown;
}

/** Props shared by every list of records. */
export interface ListProps<Row> {
  /** Plural name of the rows, such as "donations". */
  readonly caption: string;
  readonly filters?: readonly Filter[];
  /** A filter shown as tabs above the list. */
  readonly tabs?: Tabs;
  readonly list: ListAddress;
  readonly query: ListFrameQuery<Row>;
  readonly empty: string;
  /** Replaces "We couldn't load the donations". */
  readonly failed?: string;
  /** Reads to refetch on Refresh, besides the list's own. */
  readonly refreshes?: readonly ReadKey[] | undefined;
  readonly listActions?: ReactNode;
  /** Renders bulk actions. Without it, rows can't be selected. */
  readonly renderBulkActions?: (rows: readonly Row[], clear: Selection["clear"]) => ReactNode;
}

export interface ListFrameProps<Row> extends ListProps<Row> {
  readonly orders: Orders;
  readonly hasSortingHeads?: boolean;
  /** Rows, or undefined during the first load. */
  readonly children: (
    rows: readonly Row[] | undefined,
    selection: Selection | undefined,
  ) => ReactNode;
}

/** Renders tabs, search, filters, and sort above a list, its error and empty states, and its pages below. */
export const ListFrame = <Row extends { readonly id: string }>({
  children,
  renderBulkActions,
  ...props
}: ListFrameProps<Row>) => {
  const { caption, tabs, list, query, empty, failed } = props;
  const { data } = query;
  const id = useId();
  const queryClient = useQueryClient();
  const selection = useSelection(data?.rows ?? []);
  const chosen = data?.rows.filter((row) => selection.has(row.id)) ?? [];

  return (
    <div tabIndex={-1} className="outline-none">
      {tabs && <ListTabs tabs={tabs} list={list} caption={caption} panelId={id} />}
      <div id={id} role={tabs && "tabpanel"} aria-label={tabs && caption} className="@container">
        <ListToolbar
          {...props}
          listActions={
            <>
              <RefreshButton
                asOf={query.dataUpdatedAt}
                onRefresh={() =>
                  props.refreshes ? forgetReads(queryClient, props.refreshes) : query.refetch()
                }
              />
              {props.listActions}
            </>
          }
        />
        {renderBulkActions && (
          <SelectionBar selection={selection} count={chosen.length}>
            {renderBulkActions(chosen, selection.clear)}
          </SelectionBar>
        )}
        {query.isError && !data ? (
          <ErrorState
            title={failed ?? `We couldn't load the ${caption}`}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          <div aria-busy={query.isFetching || undefined}>
            {children(data?.rows, renderBulkActions && selection)}
            {data?.rows.length === 0 && (
              <div className="py-4">
                <EmptyState title={list.search ? `Nothing matches “${list.search}”` : empty} />
              </div>
            )}
          </div>
        )}
        {data && <ListPaging caption={caption} page={data} list={list} />}
      </div>
    </div>
  );
};
