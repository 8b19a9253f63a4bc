import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { flag, id, idParams, line, message, newPassword, timestamp } from "./fields.ts";
import { listEndpoint } from "./list.ts";

export const volunteerAccountEndpoints = adminEndpoints("volunteers", {
  listVolunteerAccounts: listEndpoint({
    path: "/api/volunteer-accounts",
    summary: "Volunteer accounts",
    sorts: ["lastName", "-lastName", "-createdAt", "createdAt", "-lastLoginAt"],
    searchedFields: "name and email",
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
  toggleVolunteerAccountStatus: {
    method: "PUT",
    path: "/api/volunteer-accounts/:id/toggle-status",
    summary:
      "Disable or enable an account; disabling it takes the person off coming shifts and emails everyone concerned",
    params: idParams,
    // Sets the state instead of toggling it, so that an outdated list can't change it by mistake. Without a body, the
    // call toggles the state (VACC-05).
    body: z.strictObject({ isActive: z.boolean(), sendsEmail: z.boolean().optional() }).optional(),
    output: message,
  },
  activateVolunteerAccount: {
    method: "POST",
    path: "/api/volunteer-activation",
    access: "public",
    summary: "Set up an approved account with its single-use emailed link and set its password",
    rateLimit: { max: 60, windowSeconds: 900 },
    body: z.strictObject({ token: line(200), password: newPassword }),
    output: message,
  },
});
