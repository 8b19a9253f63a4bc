import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "#lib/paths.ts";
import { cx } from "#ui/class-names.ts";

export interface VolunteerLinkProps {
  /** The volunteer's ID or their account's ID. Both lead to the same page. */
  readonly id: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A volunteer's name, which links to the volunteer's page. */
export const VolunteerLink = ({ id, className, children }: VolunteerLinkProps) => (
  <Link
    to={paths.dashboard("volunteers", "people", id)}
    data-opens-row=""
    className={cx("link link-hover font-semibold!", className)}
  >
    {children}
  </Link>
);
