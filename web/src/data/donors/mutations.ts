import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";

/** Refetches the donor even after a failure, because the server may have processed the request. */
export const useEraseFormerDetails = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api("DELETE /api/donors/:id/former-details", { as: "admin", params: { id } }),
    onSettled: () => invalidateReads(queryClient, ["GET /api/donors/:id"]),
  });
};
