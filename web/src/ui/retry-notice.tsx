import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

export interface RetryNoticeProps {
  readonly title: string;
  /** What is shown all the same. */
  readonly children: ReactNode;
  readonly query: { readonly isFetching: boolean; readonly refetch: () => unknown };
}

/** Something could not be loaded, and the page goes on with what it has. */
export const RetryNotice = ({ title, children, query }: RetryNoticeProps) => (
  <Notice tone="error" title={title}>
    <p>{children}</p>
    <Button
      look="outline"
      size="sm"
      className="mt-2"
      busy={query.isFetching}
      onClick={() => void query.refetch()}
    >
      Try again
    </Button>
  </Notice>
);
