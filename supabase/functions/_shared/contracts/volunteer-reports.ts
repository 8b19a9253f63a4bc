import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { count, date, decimal, month } from "./fields.ts";

const figures = z.object({
  /** The hours of counted shifts, and the approved hours outside shifts. */
  hours: decimal,
  /** The part of `hours` that was outside shifts. */
  handedInHours: decimal,
  /** Each person once, whatever they did. */
  people: count,
  /** A shift that two people worked counts twice. */
  shifts: count,
});

/** Whole days, both included; without them, everything that has a date. */
const period = z.object({ from: date.optional(), to: date.optional() });

export const volunteerReportEndpoints = adminEndpoints("volunteers", {
  readVolunteerReport: {
    method: "GET",
    path: "/api/volunteer-reports",
    summary:
      "Volunteers' hours, people and shifts in a period, as a total and by month, latest first; months without hours are left out",
    query: period,
    output: z.object({ total: figures, months: z.array(figures.extend({ month })) }),
  },
  downloadVolunteerReport: {
    method: "GET",
    path: "/api/volunteer-reports/file",
    summary: "The report as a CSV file: one row per month, and one for the whole period",
    query: period,
    output: "text/csv",
  },
});
