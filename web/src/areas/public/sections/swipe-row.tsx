import type { ReactNode } from "react";
import { cx } from "#ui/class-names.ts";

export interface SwipeRowProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * Makes the row focusable if it overflows, so that the arrow keys can scroll it. Whether it overflows is known only
 * after layout.
 */
const makeFocusableIfScrollable = (row: HTMLUListElement) => {
  const observer = new ResizeObserver(() => {
    if (row.scrollWidth > row.clientWidth) row.tabIndex = 0;
    else row.removeAttribute("tabindex");
  });
  observer.observe(row);
  return () => observer.disconnect();
};

/** A row that scrolls sideways on phones and becomes columns on larger screens. */
export const SwipeRow = ({ label, className, children }: SwipeRowProps) => (
  <ul ref={makeFocusableIfScrollable} aria-label={label} className={cx("swipe", className)}>
    {children}
  </ul>
);
