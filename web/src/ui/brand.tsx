import type { ReactNode } from "react";
import { Link } from "react-router-dom";

export interface BrandProps {
  /** Undefined while loading. */
  readonly name: string | undefined;
  readonly to: string;
  /** The name of the page that the link opens, such as "home page". */
  readonly targetName: string;
  /** The name of this part of the site. */
  readonly children?: ReactNode;
}

/** A single link with the logo and the organization's name. */
export const Brand = ({ name, to, targetName, children }: BrandProps) => (
  <div className="relative flex min-h-11 min-w-0 items-center gap-3">
    <img src="/favicon.svg" alt="" width="40" height="40" className="shrink-0 rounded-[0.55rem]" />
    <div className="min-w-0">
      <Link
        to={to}
        aria-label={`${name ?? "Care packages"}, ${targetName}`}
        className="font-display line-clamp-2 text-[1.0625rem] leading-[1.25] font-semibold after:absolute after:inset-0"
      >
        {name ?? "\u00a0"}
      </Link>
      {children}
    </div>
  </div>
);
