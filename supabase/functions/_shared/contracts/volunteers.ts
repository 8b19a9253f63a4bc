import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, decimal, flag, id, timestamp } from "./fields.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";

const listVolunteers = listEndpoint({
  path: "/api/volunteers",
  access: "public",
  area: "volunteers",
  summary: "Volunteer counts; administrators get the directory",
  sorts: [
    "name",
    "-name",
    "-createdAt",
    "createdAt",
    "-totalHours",
    "totalHours",
    "-packagesHelped",
    "packagesHelped",
  ],
  searches: "name and email",
  filters: { isActive: flag },
  publicOutput: z.array(z.object({ volunteerCount: count, activeCount: count })),
  item: z.object({
    id,
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    zipCode: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    availability: z.string().nullable(),
    /** Of the total, hours before this site. */
    openingHours: decimal,
    totalHours: decimal,
    packagesHelped: count,
    isActive: z.boolean(),
    /** Account of the volunteer, which can be disabled and enabled; null if deleted. */
    accountId: id.nullable(),
    /** The link in the approval email hasn't been used. */
    awaitsActivation: z.boolean(),
    createdAt: timestamp,
  }),
});

export const volunteerEndpoints = {
  listVolunteers,
  exportVolunteers: endpoint(exportEndpoint("/api/volunteers/export", listVolunteers)),
};
