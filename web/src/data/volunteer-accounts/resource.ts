import type { ApiOutput } from "#lib/api/api-client.ts";
import { EVENT_READS } from "../events/resource.ts";
import { mutation } from "../mutation.ts";
import { resource } from "../resource.ts";

export type VolunteerAccount = ApiOutput<"GET /api/volunteer-accounts", "admin">[number];

export const volunteerAccounts = resource({ list: "GET /api/volunteer-accounts" });

interface AccountStatus extends Pick<VolunteerAccount, "id" | "isActive"> {
  /** Whether to email the people whose shifts change because an account is disabled. */
  readonly sendsEmail?: boolean;
}

export const useSetAccountStatus = mutation("PUT /api/volunteer-accounts/:id/toggle-status", {
  request: ({ id, ...body }: AccountStatus) => ({ as: "admin", params: { id }, body }),
  invalidates: [
    "GET /api/volunteer-accounts",
    "GET /api/volunteer-applications",
    "GET /api/volunteers",
    "GET /api/volunteers/:id",
    "GET /api/attendance",
    ...EVENT_READS,
  ],
  evenAfterFailure: true,
});
