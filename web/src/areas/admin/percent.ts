import { NOTHING_TO_COMPARE } from "./month-change.tsx";

/** Returns a rounded percentage such as `44%`, or a dash when the total is 0. */
export const percent = (part: number, total: number): string =>
  total === 0 ? NOTHING_TO_COMPARE : `${Math.round((part / total) * 100)}%`;
