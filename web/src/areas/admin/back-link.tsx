import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { InTitleBar } from "./title-bar.tsx";

/** Links from a record's page back to its list. */
export const BackLink = ({
  to,
  children,
}: Pick<LinkProps, "to"> & { readonly children: ReactNode }) => (
  <InTitleBar>
    <Link to={to} className="link link-hover inline-flex min-h-11 items-center gap-2 font-semibold">
      <ArrowLeft aria-hidden="true" size={18} />
      {children}
    </Link>
  </InTitleBar>
);
