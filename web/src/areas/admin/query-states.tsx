import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isGone } from "#lib/api/refusals.ts";
import { EmptyState, ErrorState, Loading, Skeleton } from "#ui/states.tsx";

export interface QueryStatesProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly subject: string;
  /** Shown when the list has no rows. */
  readonly emptyTitle?: string;
  /**
   * The number of placeholder rows. They should be about as tall as the content, so that elements below don't move when
   * it loads.
   */
  readonly loadingRowCount?: number;
  readonly children: (data: Data) => ReactNode;
}

interface LoadingRowsProps {
  readonly label: string;
  readonly rowCount?: number | undefined;
}

export const LoadingRows = ({ label, rowCount = 3 }: LoadingRowsProps) => (
  <Loading label={label} className="grid gap-3">
    {Array.from({ length: rowCount }, (_, row) => (
      <Skeleton key={row} className="h-9" />
    ))}
  </Loading>
);

/** Renders a query's loading, error, empty, and success states. */
export const QueryStates = <Data,>({
  query,
  subject,
  emptyTitle,
  loadingRowCount,
  children,
}: QueryStatesProps<Data>) => {
  if (query.isPending) {
    return <LoadingRows label={`Loading ${subject}`} rowCount={loadingRowCount} />;
  }
  if (isGone(query.error)) {
    return <EmptyState title={`We couldn't find ${subject}`}>It may have been deleted.</EmptyState>;
  }
  if (query.isError) {
    return (
      <ErrorState
        title={`We couldn't load ${subject}`}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  const isEmpty = Array.isArray(query.data) && query.data.length === 0;
  return isEmpty && emptyTitle ? <EmptyState title={emptyTitle} /> : children(query.data);
};

/** Returns a card's figure: undefined while loading, a dash after an error. */
export const figureText = <Data,>(
  query: { readonly data?: Data; readonly isError: boolean },
  format: (data: Data) => string,
): string | undefined => {
  if (query.data !== undefined) return format(query.data);
  return query.isError ? "–" : undefined;
};
