import type { ReactNode } from "react";
import { cx } from "../class-names.ts";
import { Notice } from "./notice.tsx";

export interface WaitingNoticeProps {
  readonly isWaiting: boolean;
  /** Applied only while the notice is shown. */
  readonly className?: string;
  readonly children?: ReactNode;
}

/**
 * Says that a login or a renewal waits for its turn, because many people on the network log in at once. The element is
 * always there, so that screen readers announce the notice.
 */
export const WaitingNotice = ({ isWaiting, className, children }: WaitingNoticeProps) => (
  <output className={isWaiting ? cx("block", className) : "sr-only"}>
    {isWaiting && (
      <Notice tone="info" title="Please wait a moment">
        Many people are logging in right now. We're still trying… {children}
      </Notice>
    )}
  </output>
);
