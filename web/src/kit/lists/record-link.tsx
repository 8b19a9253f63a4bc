import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { cx } from "#ui/class-names.ts";
import { useOpenedRecord } from "./use-opened-record.ts";

export interface RecordLinkProps {
  /** The URL parameter that opens the record (see `useOpenedRecord`). */
  readonly param: string;
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The name of a row, as a link that opens the row's record. In a table, pressing anywhere on the row does the same. */
export const RecordLink = ({ param, id, className, children }: RecordLinkProps) => (
  <Link
    {...useOpenedRecord(param).linkTo(id)}
    data-opens-row=""
    className={cx("link link-hover font-semibold!", className)}
  >
    {children}
  </Link>
);
