import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { count, date, decimal, id } from "./fields.ts";

/** A figure for this month, for all of last month, and for last month up to the same day. */
const monthlyFigures = z.object({
  thisMonth: decimal,
  lastMonth: decimal,
  lastMonthSoFar: decimal,
});

export const overviewEndpoints = adminEndpoints("any", {
  getOverview: {
    method: "GET",
    path: "/api/admin/overview",
    summary:
      "This month compared with last month, attendance over the past 30 days, spots over the next 30, the latest eight completed events, and which setup steps are done; null for areas that the administrator doesn't have",
    output: z.object({
      /** The name of a month, such as `November`. */
      monthName: z.string(),
      lastMonthName: z.string(),
      /** The number of days in `lastMonthSoFar`. */
      daysCompared: count,
      gifts: monthlyFigures.nullable(),
      packages: monthlyFigures.nullable(),
      /** Active volunteers, by the month in which they joined. */
      newVolunteers: monthlyFigures.nullable(),
      /** False until an administrator sets a goal. Until then, `monthlyGoal` is the default. */
      isGoalSet: z.boolean(),
      monthlyGoal: count,
      /** The number of donors, and how many of them donated more than once. */
      donors: z.object({ all: count, returning: count }).nullable(),
      /** Hours at this month's completed events, excluding volunteers marked absent. */
      volunteerHours: decimal.nullable(),
      /** Events that ended in the last 30 days. */
      attendance: z.object({ expected: count, came: count }).nullable(),
      /** Spots at events in the next 30 days, counting only events with a limit. */
      places: z.object({ taken: count, offered: count }).nullable(),
      /** The steps of setting up a new site. Each is true once it's done. */
      setup: z
        .object({
          hasContactInfo: z.boolean(),
          /** True if Contact Information has an EIN, false if it says "applied for". */
          hasTaxId: z.boolean(),
          /** False until an administrator has saved the time zone, even if the default happens to be correct. */
          isTimeZoneConfirmed: z.boolean(),
          /** False until an administrator has saved the gift levels, limits and costs. */
          isGivingConfirmed: z.boolean(),
          hasMailTransport: z.boolean(),
          hasEvent: z.boolean(),
        })
        .nullable(),
      completedEvents: z
        .array(
          z.object({
            id,
            eventType: z.string(),
            date,
            /** Registered and not marked absent; excludes the waiting list. */
            volunteers: count,
            hours: decimal,
          }),
        )
        .nullable(),
    }),
  },
});
