import { LongDate } from "#lib/time/dates.tsx";
import { renderedAt } from "#lib/time/now.ts";
import { Button } from "../button.tsx";

interface PageQuery {
  readonly data: unknown;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface StaleNoticeProps {
  readonly queries: readonly PageQuery[];
  readonly children?: string | undefined;
}

/** Warns that the page shows prerendered content because the latest content couldn't be loaded. */
export const StaleNotice = ({
  queries,
  children = "We couldn't load the latest content.",
}: StaleNoticeProps) => {
  const prerenderedAt = renderedAt();
  const failedQueries = queries.filter(({ data, isError }) => data !== undefined && isError);
  if (failedQueries.length === 0) return null;
  return (
    <div role="alert" className="bg-base-200 border-base-300 border-b print:hidden">
      <p className="shell flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <span>{children}</span>
        {prerenderedAt && (
          <span>
            This page was last updated on <LongDate moment={prerenderedAt} />.
          </span>
        )}
        <Button
          variant="outline"
          size="sm"
          busy={failedQueries.some(({ isFetching }) => isFetching)}
          onClick={() => failedQueries.forEach(({ refetch }) => void refetch())}
        >
          Try again
        </Button>
      </p>
    </div>
  );
};
