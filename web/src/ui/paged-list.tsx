import { useRef, type Key, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { cx } from "./class-names.ts";
import { EmptyState, ErrorState, Loading, Skeleton } from "./states.tsx";

interface ListQuery<Row> {
  readonly data?:
    | {
        readonly rows: readonly Row[];
        readonly hasMore: boolean;
        readonly total: number | null;
      }
    | undefined;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface PagedListProps<Row> {
  /** A name for the rows, with an article, such as "the stories". */
  readonly subject: string;
  readonly query: ListQuery<Row>;
  readonly emptyTitle: string;
  readonly pageSize: number;
  /** The page number, starting at 1. */
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly rowKey: (row: Row) => Key;
  readonly renderRow: (row: Row, index: number) => ReactNode;
  readonly className?: string;
}

interface PagingProps {
  readonly subject: string;
  readonly page: number;
  readonly pageCount: number;
  readonly onPage: (page: number) => void;
}

const Paging = ({ subject, page, pageCount, onPage }: PagingProps) => (
  <nav aria-label={`Pages of ${subject}`} className="mt-6 flex items-center justify-between gap-4">
    <Button variant="outline" disabled={page <= 1} onClick={() => onPage(page - 1)}>
      Previous
    </Button>
    <span className="quiet text-sm" aria-live="polite">
      Page {page} of {pageCount}
    </span>
    <Button variant="outline" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
      Next
    </Button>
  </nav>
);

export const PagedList = <Row,>(props: PagedListProps<Row>) => {
  const { subject, query, page, pageSize } = props;
  const listRef = useRef<HTMLUListElement>(null);

  if (!query.data) {
    if (query.isPending) {
      return (
        <Loading label={`Loading ${subject}`} className="grid gap-5">
          <Skeleton className="h-32" />
          <Skeleton className="h-32" />
          <Skeleton className="h-32" />
        </Loading>
      );
    }
    return (
      <ErrorState
        title={`We couldn't load ${subject}`}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  const { rows, hasMore, total } = query.data;
  if (rows.length === 0 && page === 1) return <EmptyState title={props.emptyTitle} />;

  const pageCount = Math.max(hasMore ? page + 1 : page, Math.ceil((total ?? 0) / pageSize));
  // Scrolls to the top of a new page and moves the focus there, because the button that was pressed may now be
  // disabled.
  const goToPage = (newPage: number) => {
    props.onPage(newPage);
    listRef.current?.focus();
    listRef.current?.scrollIntoView({ block: "start" });
  };
  return (
    <>
      <ul
        ref={listRef}
        tabIndex={-1}
        aria-label={subject.charAt(0).toUpperCase() + subject.slice(1)}
        aria-busy={query.isFetching || undefined}
        className={cx("outline-none", props.className)}
      >
        {rows.map((row, index) => (
          <li key={props.rowKey(row)}>{props.renderRow(row, index)}</li>
        ))}
      </ul>
      {pageCount > 1 && (
        <Paging subject={subject} page={page} pageCount={pageCount} onPage={goToPage} />
      )}
    </>
  );
};
