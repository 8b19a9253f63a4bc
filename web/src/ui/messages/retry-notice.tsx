import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Notice } from "./notice.tsx";

export interface RetryNoticeProps {
  readonly title: string;
  /** Describes what the page still shows without the missing data. */
  readonly children: ReactNode;
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown };
}

/** Tells users that something couldn't be loaded although the rest of the page works. */
export const RetryNotice = ({ title, children, query }: RetryNoticeProps) => (
  <Notice tone="error" title={title}>
    <p>{children}</p>
    <Button
      variant="outline"
      size="sm"
      className="mt-2"
      busy={query.isFetching}
      onClick={() => void query.refetch()}
    >
      Try again
    </Button>
  </Notice>
);
