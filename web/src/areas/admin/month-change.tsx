import { computeMonthChange } from "#rules/care-packages.ts";
import type { Overview } from "#data/overview/queries.ts";
import { number } from "#lib/format.ts";

export const NO_PERCENT = "–";

const MINUS = "\u2212";
const getSign = (value: number): string => (value > 0 ? "+" : value < 0 ? MINUS : "");

/** Formats a change, such as `+1,200%` or `−41%`. */
export const signedPercent = (percent: number): string =>
  `${getSign(percent)}${number(Math.abs(percent))}%`;

const changeText = (current: number, previous: number): string =>
  previous === 0 ? NO_PERCENT : signedPercent(computeMonthChange(current, previous));

export interface MonthChangeProps {
  readonly overview: Overview;
  readonly figureName: "gifts" | "packages" | "newVolunteers";
  /** Overrides the computed change from last month's total. */
  readonly wholeMonthPercent?: string;
}

/**
 * Compares this month so far with the same number of days of last month, because a month that isn't over yet would
 * otherwise look like a decline. A second line compares it with all of last month.
 */
export const MonthChange = ({ overview, figureName, wholeMonthPercent }: MonthChangeProps) => {
  const { thisMonth, lastMonth, lastMonthSoFar } = overview[figureName];
  const { daysCompared: days, lastMonthName } = overview;
  return (
    <>
      <span className="text-base-content block font-medium">
        {`${changeText(thisMonth, lastMonthSoFar)} vs the first ${days === 1 ? "day" : `${days} days`} of ${lastMonthName}`}
      </span>
      <span className="block">{`${wholeMonthPercent ?? changeText(thisMonth, lastMonth)} vs last month`}</span>
    </>
  );
};
