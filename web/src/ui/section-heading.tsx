import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

export interface SectionHeadingProps {
  readonly id?: string;
  /** The margin below the heading. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** The heading of a section of a dashboard. */
export const SectionHeading = ({ id, className, children }: SectionHeadingProps) => (
  <h2 id={id} className={cx("font-display text-title", className, "font-semibold")}>
    {children}
  </h2>
);
