import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, idParams, message, pageQuery, timestamp } from "./fields.ts";

export const volunteerAccountEndpoints = {
  listVolunteerAccounts: endpoint({
    method: "GET",
    path: "/api/volunteer-accounts",
    access: "admin",
    summary: "Volunteers' logins",
    query: pageQuery,
    output: z.array(
      z.object({
        id,
        email: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        isActive: z.boolean(),
        createdAt: timestamp,
        lastLoginAt: timestamp.nullable(),
      }),
    ),
  }),
  toggleVolunteerAccountStatus: endpoint({
    method: "PUT",
    path: "/api/volunteer-accounts/:id/toggle-status",
    access: "admin",
    summary: "Disable or enable a login",
    params: idParams,
    output: message,
  }),
};
