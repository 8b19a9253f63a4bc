import { monthChange } from "#rules/care-packages.ts";
import { useDonationTrends } from "../../data/donations/queries.ts";

export interface ThisMonth {
  readonly total: number;
  /** `+12% vs last month` */
  readonly change: string;
}

const signed = (percent: number): string => (percent > 0 ? `+${percent}%` : `${percent}%`);

/** The current month, which the trends end with, against the one before. */
export const useThisMonth = () => {
  const trends = useDonationTrends();
  const [previous, current] = (trends.data ?? []).slice(-2);
  const last = current ?? previous;
  const data: ThisMonth | undefined = trends.data && {
    total: last?.total ?? 0,
    change: `${signed(monthChange(last?.total ?? 0, current ? (previous?.total ?? 0) : 0))} vs last month`,
  };
  return { data, isError: trends.isError };
};
