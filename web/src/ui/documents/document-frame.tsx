import Printer from "lucide-react/icons/printer";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { getServerMessage } from "#lib/api/refusals.ts";
import { Button, LinkButton } from "../button.tsx";
import { ErrorState, Loading, Skeleton } from "../states.tsx";

export interface DocumentFrameProps<Data> {
  readonly title: string;
  readonly backLink: { readonly to: string; readonly label: string };
  readonly query: UseQueryResult<Data>;
  /** Additional buttons next to Print. */
  readonly actions?: ReactNode;
  readonly isPrintable?: boolean;
  readonly children: (data: Data) => ReactNode;
}

/** A page with a sheet that can be printed. Everything around the sheet is hidden in print. */
export const DocumentFrame = <Data,>({
  title,
  backLink,
  query,
  actions,
  isPrintable = true,
  children,
}: DocumentFrameProps<Data>) => (
  <>
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
      <LinkButton variant="ghost" size="sm" to={backLink.to}>
        {backLink.label}
      </LinkButton>
      {query.data !== undefined && isPrintable && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => print()}>
            <Printer aria-hidden="true" size={16} />
            Print
          </Button>
          {actions}
        </div>
      )}
    </div>
    {query.isPending && (
      <Loading label={`Loading ${title}`}>
        <Skeleton className="h-96" />
      </Loading>
    )}
    {query.isError && (
      <ErrorState
        title="We couldn't load this page"
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      >
        {getServerMessage(query.error)}
      </ErrorState>
    )}
    {query.data !== undefined && children(query.data)}
  </>
);
