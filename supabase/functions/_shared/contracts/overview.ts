import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, date, decimal, id } from "./fields.ts";

/** A figure of the current month, of the whole month before, and of as many of its days as this month has had. */
const monthly = z.object({ thisMonth: decimal, lastMonth: decimal, lastMonthSoFar: decimal });

export const overviewEndpoints = {
  getOverview: endpoint({
    method: "GET",
    path: "/api/admin/overview",
    access: "admin",
    summary:
      "This month compared with last month, attendance over the past 30 days, spots over the next 30 and the latest eight completed events",
    output: z.object({
      /** `November` */
      monthName: z.string(),
      lastMonthName: z.string(),
      /** How many days of the last month `lastMonthSoFar` has. */
      daysCompared: count,
      /** In dollars. */
      gifts: monthly,
      packages: monthly,
      /** Who joined and is active. */
      newVolunteers: monthly,
      monthlyGoal: count,
      /** Donors, and those of them who gave more than once. */
      donors: z.object({ all: count, returning: count }),
      /** Of this month's completed events, by everybody who was not marked absent. */
      volunteerHours: decimal,
      /** Of the events that ended within 30 days. */
      attendance: z.object({ expected: count, came: count }),
      /** Of the limited shifts within the next 30 days. */
      places: z.object({ taken: count, offered: count }),
      completedEvents: z.array(
        z.object({
          id,
          eventType: z.string(),
          date,
          /** Registered and not marked absent; nobody who only waited. */
          volunteers: count,
          hours: decimal,
        }),
      ),
    }),
  }),
};
