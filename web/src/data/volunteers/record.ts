import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

export type VolunteerRecord = ApiOutput<"GET /api/volunteers/:id", "admin">;

export const useVolunteer = (id: string) =>
  useQuery(readQuery("GET /api/volunteers/:id", { as: "admin", params: { id } }));

/** Refetches even after a failure, because another administrator may have been first. */
export const useInviteVolunteer = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api("POST /api/volunteers/:id/invite", { as: "admin", params: { id } }),
    onSettled: () =>
      invalidateReads(queryClient, [
        "GET /api/volunteers",
        "GET /api/volunteers/:id",
        "GET /api/volunteer-applications",
        "GET /api/email-outbox",
      ]),
  });
};
