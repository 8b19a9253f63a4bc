import { monthChange } from "#rules/care-packages.ts";
import type { Overview } from "../../data/overview/queries.ts";
import { number } from "../../lib/format.ts";

export const NOTHING_TO_COMPARE = "–";

const MINUS = "\u2212";
const signOf = (value: number): string => (value > 0 ? "+" : value < 0 ? MINUS : "");

/** `+1,200%`, `−41%` */
export const signedPercent = (percent: number): string =>
  `${signOf(percent)}${number(Math.abs(percent))}%`;

const changeFrom = (now: number, before: number): string =>
  before === 0 ? NOTHING_TO_COMPARE : signedPercent(monthChange(now, before));

export interface MonthChangeProps {
  readonly overview: Overview;
  readonly of: "gifts" | "packages" | "newVolunteers";
  /** Where another rule says what the whole last month is compared as. */
  readonly whole?: string;
}

/**
 * A month that is not over loses against a whole one, so the change the documents name stands beside that against as
 * many days.
 */
export const MonthChange = ({ overview, of, whole }: MonthChangeProps) => {
  const { thisMonth, lastMonth, lastMonthSoFar } = overview[of];
  const { daysCompared: days, lastMonthName } = overview;
  return (
    <>
      <span className="block">{`${whole ?? changeFrom(thisMonth, lastMonth)} vs last month`}</span>
      <span className="block">
        {`${changeFrom(thisMonth, lastMonthSoFar)} vs the first ${days === 1 ? "day" : `${days} days`} of ${lastMonthName}`}
      </span>
    </>
  );
};
