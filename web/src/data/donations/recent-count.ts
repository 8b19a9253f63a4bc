import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

const MAX_READ = 100;
const DAYS = 30;

/** Gifts of the last 30 days; the public list is capped, so beyond it the count is a lower bound. */
export const useRecentDonationCount = () =>
  useQuery({
    ...readQuery("GET /api/recent-donations", { query: { limit: MAX_READ } }),
    select: (donations) => {
      const since = Date.now() - DAYS * 24 * 60 * 60 * 1000;
      const recent = donations.filter(({ createdAt }) => Date.parse(createdAt) >= since).length;
      return recent === MAX_READ ? `${MAX_READ}+` : String(recent);
    },
  });
