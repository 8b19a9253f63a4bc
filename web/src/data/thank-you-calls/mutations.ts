import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";

export type ThankYouCall = ApiOutput<"GET /api/thank-you-calls", "admin">[number];

/** Donors to call. */
export const useThankYouCalls = () =>
  useQuery(readQuery("GET /api/thank-you-calls", { as: "admin" }));

/** Refetches even after a failure, because the call may have been recorded, or the donor may have left the list. */
export const useRecordThankYouCall = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (donorId: string) =>
      api("POST /api/thank-you-calls", { as: "admin", body: { donorId } }),
    onSettled: () =>
      invalidateReads(queryClient, ["GET /api/thank-you-calls", "GET /api/donor-tasks"]),
  });
};
