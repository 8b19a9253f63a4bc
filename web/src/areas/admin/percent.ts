import { NO_PERCENT } from "./month-change.tsx";

/** Returns a rounded percentage such as `44%`, or a dash when the total is 0. */
export const percentText = (part: number, total: number): string =>
  total === 0 ? NO_PERCENT : `${Math.round((part / total) * 100)}%`;
