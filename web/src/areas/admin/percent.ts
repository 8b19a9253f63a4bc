import { NOTHING_TO_COMPARE } from "./month-change.tsx";

/** `44%`, rounded; a dash of nothing. */
export const percent = (part: number, all: number): string =>
  all === 0 ? NOTHING_TO_COMPARE : `${Math.round((part / all) * 100)}%`;
