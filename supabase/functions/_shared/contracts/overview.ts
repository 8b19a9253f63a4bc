import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, date, decimal, id } from "./fields.ts";

/** A figure for this month, last month, and the same number of days of last month. */
const monthlyFigures = z.object({
  thisMonth: decimal,
  lastMonth: decimal,
  lastMonthSoFar: decimal,
});

export const overviewEndpoints = {
  getOverview: endpoint({
    method: "GET",
    path: "/api/admin/overview",
    access: "admin",
    area: "any",
    summary:
      "This month compared with last month, attendance over the past 30 days, spots over the next 30, the latest eight completed events, and which setup steps are done; null for areas that the administrator doesn't have",
    output: z.object({
      /** `November` */
      monthName: z.string(),
      lastMonthName: z.string(),
      /** Days of last month that `lastMonthSoFar` covers. */
      daysCompared: count,
      gifts: monthlyFigures.nullable(),
      packages: monthlyFigures.nullable(),
      /** Volunteers who joined and are active. */
      newVolunteers: monthlyFigures.nullable(),
      /** False until an administrator sets a goal. Until then, `monthlyGoal` is the default. */
      isGoalSet: z.boolean(),
      monthlyGoal: count,
      /** All donors, and those who donated more than once. */
      donors: z.object({ all: count, returning: count }).nullable(),
      /** Hours at this month's completed events, excluding volunteers marked absent. */
      volunteerHours: decimal.nullable(),
      /** Events that ended in the last 30 days. */
      attendance: z.object({ expected: count, came: count }).nullable(),
      /** Spots at the events of the next 30 days that have a limit. */
      places: z.object({ taken: count, offered: count }).nullable(),
      /** Steps of setting up a new site; true once they are done. */
      setup: z
        .object({
          hasContactInfo: z.boolean(),
          /** Whether the tax ID under Contact Information is an EIN, rather than "applied for". */
          hasTaxId: z.boolean(),
          /** False until an administrator saves the time zone, even if the default is right. */
          isTimeZoneConfirmed: z.boolean(),
          /** False until an administrator saves the gift levels, limits and costs. */
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
  }),
};
