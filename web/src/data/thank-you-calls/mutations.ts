import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";

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
