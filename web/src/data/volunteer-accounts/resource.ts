import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";
import { resource } from "../resource.ts";

export type VolunteerAccount = ApiOutput<"GET /api/volunteer-accounts", "admin">[number];

export const volunteerAccounts = resource({ list: "GET /api/volunteer-accounts" });

export const useSetAccountStatus = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isActive }: Pick<VolunteerAccount, "id" | "isActive">) =>
      api("PUT /api/volunteer-accounts/:id/toggle-status", {
        as: "admin",
        params: { id },
        body: { isActive },
      }),
    onSettled: () =>
      invalidateReads(queryClient, [
        "GET /api/volunteer-accounts",
        "GET /api/volunteers",
        "GET /api/volunteers/:id",
      ]),
  });
};
