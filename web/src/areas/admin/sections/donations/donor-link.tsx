import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "#lib/paths.ts";

/** A donor's name, which links to the donor's page. */
export const DonorLink = ({
  id,
  children,
}: {
  readonly id: string;
  readonly children: ReactNode;
}) => (
  <Link
    className="link link-hover font-semibold!"
    data-opens-row=""
    to={paths.dashboard("donations", "donors", id)}
  >
    {children}
  </Link>
);
