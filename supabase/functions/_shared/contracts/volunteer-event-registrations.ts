import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, decimal } from "./fields.ts";

export const volunteerEventRegistrationEndpoints = {
  getRegistrationTotals: endpoint({
    method: "GET",
    path: "/api/volunteer-event-registrations",
    access: "public",
    summary: "Registrations and confirmed hours; a volunteer gets her own",
    output: z.object({ totalRegistrations: count, totalHours: decimal }),
  }),
};
