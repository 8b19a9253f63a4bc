import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

/** `attention`: someone should look; `problem`: something went wrong; `now`: it's happening now. */
export type BadgeTone = "quiet" | "attention" | "problem" | "now";

const TONE_CLASSES: Readonly<Record<BadgeTone, string>> = {
  quiet: "border-base-300 bg-base-200",
  attention: "border-warning/60 bg-warning/15 font-semibold",
  problem: "border-error/60 bg-error/15 font-semibold",
  now: "border-success/60 bg-success/15 font-semibold",
};

/** The classes, for elements that look like a badge but do more, such as one with a tooltip. */
export const badgeClasses = (tone: BadgeTone = "quiet"): string =>
  cx("badge badge-sm text-base-content shrink-0 font-sans whitespace-nowrap", TONE_CLASSES[tone]);

export interface BadgeProps {
  readonly tone?: BadgeTone;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Shows a status as a word. Normal statuses are gray, and only unusual ones are colored. */
export const Badge = ({ tone, className, children }: BadgeProps) => (
  <span className={cx(badgeClasses(tone), className)}>{children}</span>
);
