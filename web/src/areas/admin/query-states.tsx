import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState, ErrorState, Loading, Skeleton } from "../../ui/states.tsx";

export interface QueryStatesProps<Row> {
  readonly query: UseQueryResult<readonly Row[]>;
  readonly what: string;
  readonly empty: string;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** Loading, failed, empty or there: the four states of a list. */
export const QueryStates = <Row,>({ query, what, empty, children }: QueryStatesProps<Row>) => {
  if (query.isPending) {
    return (
      <Loading label={`Loading ${what}`} className="grid gap-3">
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </Loading>
    );
  }
  if (query.isError) {
    return (
      <ErrorState
        title={`Could not load ${what}`}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  return query.data.length === 0 ? <EmptyState title={empty} /> : children(query.data);
};

/** A figure of a card: absent while loading, a dash when it could not be loaded. */
export const figure = <Data,>(
  query: { readonly data?: Data; readonly isError: boolean },
  format: (data: Data) => string,
): string | undefined => {
  if (query.data !== undefined) return format(query.data);
  return query.isError ? "–" : undefined;
};
