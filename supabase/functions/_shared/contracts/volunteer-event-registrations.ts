import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, decimal } from "./fields.ts";

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
};
