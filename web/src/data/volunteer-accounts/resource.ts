import type { ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { resource } from "../resource.ts";

export type VolunteerAccount = ApiOutput<"GET /api/volunteer-accounts", "admin">[number];

export const volunteerAccounts = resource({ list: "GET /api/volunteer-accounts" });

export const useSetAccountStatus = mutation("PUT /api/volunteer-accounts/:id/toggle-status", {
  request: ({ id, isActive }: Pick<VolunteerAccount, "id" | "isActive">) => ({
    as: "admin",
    params: { id },
    body: { isActive },
  }),
  invalidates: [
    "GET /api/volunteer-accounts",
    "GET /api/volunteer-applications",
    "GET /api/volunteers",
    "GET /api/volunteers/:id",
  ],
  evenAfterFailure: true,
});
