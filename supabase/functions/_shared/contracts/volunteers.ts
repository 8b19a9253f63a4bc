import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, decimal, id, pageQuery, timestamp } from "./fields.ts";

export const volunteerEndpoints = {
  listVolunteers: endpoint({
    method: "GET",
    path: "/api/volunteers",
    access: "public",
    summary: "How many there are; administrators get the directory",
    query: pageQuery,
    output: z.array(z.object({ volunteerCount: count, activeCount: count })),
    outputFor: {
      admin: z.array(
        z.object({
          id,
          name: z.string(),
          email: z.string(),
          phone: z.string().nullable(),
          zipCode: z.string().nullable(),
          city: z.string().nullable(),
          state: z.string().nullable(),
          availability: z.string().nullable(),
          totalHours: decimal,
          packagesHelped: count,
          isActive: z.boolean(),
          createdAt: timestamp,
        }),
      ),
    },
  }),
};
