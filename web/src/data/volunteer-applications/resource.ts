import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "../../lib/api-client.ts";
import { forgetReads } from "../read-query.ts";
import { resource } from "../resource.ts";

export type AdminApplication = ApiOutput<"GET /api/volunteer-applications", "admin">[number];

export const volunteerApplications = resource({ list: "GET /api/volunteer-applications" });

export type Decision = "approve" | "reject";

export interface Review {
  readonly id: string;
  readonly decision: Decision;
  readonly reviewNotes: string;
}

/** Whatever came of it, the list says what is so now: somebody else may have been first. */
export const useReviewApplication = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision, reviewNotes }: Review) =>
      api(`POST /api/volunteer-applications/:id/${decision}`, {
        as: "admin",
        params: { id },
        body: { reviewNotes },
      }),
    onSettled: () =>
      forgetReads(queryClient, [
        "GET /api/volunteer-applications",
        "GET /api/volunteers",
        "GET /api/volunteer-accounts",
      ]),
  });
};

export const useResendApproval = () =>
  useMutation({
    mutationFn: (id: string) =>
      api("POST /api/volunteer-applications/:id/resend-approval", { as: "admin", params: { id } }),
  });
