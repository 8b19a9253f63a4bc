import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { DUPLICATES_MAX } from "#contracts/dismissed-duplicates.ts";
import { countWithNoun } from "#lib/format.ts";
import { Notice } from "#ui/messages/notice.tsx";

interface DuplicatesNoticeProps {
  readonly query: UseQueryResult<readonly unknown[]>;
  /** The path to the panel that lists the pairs. */
  readonly to: string;
}

/** Leads from a list of people to the pairs in it that may be the same person. */
export const DuplicatesNotice = ({ query: { data }, to }: DuplicatesNoticeProps) => (
  // The height is reserved, so that the list doesn't move when the answer arrives.
  <div className="mb-4 flex min-h-11 items-center">
    {data?.length === 0 && <p className="quiet text-sm">No possible duplicates</p>}
    {data !== undefined && data.length > 0 && (
      <Notice tone="info">
        <Link to={to} className="link font-semibold">
          {data.length === DUPLICATES_MAX
            ? `${DUPLICATES_MAX} or more possible duplicates`
            : countWithNoun(data.length, "possible duplicate", "possible duplicates")}
        </Link>
      </Notice>
    )}
  </div>
);
