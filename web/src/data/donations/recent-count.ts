import { useQuery } from "@tanstack/react-query";
import { useNow } from "../../lib/now.ts";
import { RECENT_DONATIONS_READ, recentDonationsQuery } from "./queries.ts";

const DAYS = 30;

/** Gifts of the last 30 days; the public list is capped, so beyond it the count is a lower bound. */
export const useRecentDonationCount = () => {
  const since = useNow().getTime() - DAYS * 24 * 60 * 60 * 1000;
  return useQuery({
    ...recentDonationsQuery,
    select: (donations) => {
      const recent = donations.filter(({ createdAt }) => Date.parse(createdAt) >= since).length;
      return recent === RECENT_DONATIONS_READ ? `${RECENT_DONATIONS_READ}+` : String(recent);
    },
  });
};
