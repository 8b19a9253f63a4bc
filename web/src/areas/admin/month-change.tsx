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

interface MonthProps {
  readonly overview: Overview;
}

/**
 * Compares this month's donations so far with the same number of days of last month, because a month that isn't over
 * yet would otherwise look like a decline.
 */
export const MonthSoFarChange = ({ overview }: MonthProps) => {
  const { gifts, daysCompared: days, lastMonthName } = overview;
  const change = changeText(gifts.thisMonth, gifts.lastMonthSoFar);
  return `${change} vs the first ${days === 1 ? "day" : `${days} days`} of ${lastMonthName}`;
};

/**
 * Adds a comparison with all of last month: +100% if last month was zero and this month isn't, and 0% if both were zero
 * (ADON-03).
 */
export const MonthChange = ({ overview }: MonthProps) => {
  const { thisMonth, lastMonth } = overview.gifts;
  return (
    <>
      <span className="text-base-content block font-medium">
        <MonthSoFarChange overview={overview} />
      </span>
      <span className="block">
        {`${signedPercent(computeMonthChange(thisMonth, lastMonth))} vs last month`}
      </span>
    </>
  );
};
