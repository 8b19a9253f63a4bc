import type { ReactNode } from "react";
import { cx } from "../../../ui/class-names.ts";

export interface SwipeRowProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Only what really scrolls is a stop of the Tab key, so that the arrow keys can move it; known once it is laid out. */
const reachWhereItScrolls = (row: HTMLUListElement) => {
  const observer = new ResizeObserver(() => {
    if (row.scrollWidth > row.clientWidth) row.tabIndex = 0;
    else row.removeAttribute("tabindex");
  });
  observer.observe(row);
  return () => observer.disconnect();
};

/** Items side by side on a phone, as far as the thumb goes; in columns elsewhere. */
export const SwipeRow = ({ label, className, children }: SwipeRowProps) => (
  <ul ref={reachWhereItScrolls} aria-label={label} className={cx("swipe", className)}>
    {children}
  </ul>
);
