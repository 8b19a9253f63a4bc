import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, date, decimal, id, paperOrganization, time, year } from "./fields.ts";

const totals = z.object({ totalRegistrations: count, totalHours: decimal });

export const volunteerEventRegistrationEndpoints = {
  getRegistrationTotals: endpoint({
    method: "GET",
    path: "/api/volunteer-event-registrations",
    access: "public",
    summary: "Registrations and confirmed hours; a volunteer gets her own",
    output: totals,
    outputFor: { volunteer: totals.extend({ shiftsCompleted: count }) },
  }),
  readHoursCertificate: endpoint({
    method: "GET",
    path: "/api/volunteer/:volunteerId/hours-certificate",
    access: "volunteer",
    summary: "The volunteer's confirmed hours, of one year or of all, to print",
    params: z.object({ volunteerId: id }),
    query: z.object({ year: year.optional() }),
    output: z.object({
      organization: paperOrganization,
      volunteerName: z.string(),
      shifts: z.array(
        z.object({
          id,
          eventType: z.string(),
          date,
          startTime: time,
          endTime: time,
          address: z.string(),
          hours: decimal,
        }),
      ),
      totalHours: decimal,
      /** Years with confirmed hours, latest first. */
      years: z.array(count),
      issuedOn: date,
    }),
  }),
};
