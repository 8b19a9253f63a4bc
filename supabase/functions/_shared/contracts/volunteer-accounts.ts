import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { flag, id, idParams, message, timestamp } from "./fields.ts";
import { listEndpoint } from "./list.ts";

export const volunteerAccountEndpoints = {
  listVolunteerAccounts: listEndpoint({
    path: "/api/volunteer-accounts",
    access: "admin",
    summary: "Volunteers' logins",
    sorts: ["lastName", "-lastName", "-createdAt", "createdAt", "-lastLoginAt"],
    searches: "name and e-mail",
    filters: { isActive: flag },
    item: z.object({
      id,
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      isActive: z.boolean(),
      createdAt: timestamp,
      lastLoginAt: timestamp.nullable(),
    }),
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
