import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";

/** Also refetches after a failure, because the link may have been sent even though the response was lost. */
const useEmailChangeWrite = <Input>(write: (input: Input) => Promise<unknown>) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => invalidateReads(queryClient, ["GET /api/volunteer/:volunteerId/details"]),
  });
};

export const useRequestEmailChange = (volunteerId: string) =>
  useEmailChangeWrite((body: ApiOptions<"POST /api/volunteer/:volunteerId/email-change">["body"]) =>
    api("POST /api/volunteer/:volunteerId/email-change", {
      as: "volunteer",
      params: { volunteerId },
      body,
    }),
  );

export const useCancelEmailChange = (volunteerId: string) =>
  useEmailChangeWrite(() =>
    api("DELETE /api/volunteer/:volunteerId/email-change", {
      as: "volunteer",
      params: { volunteerId },
    }),
  );

export const useConfirmEmailChange = () =>
  useMutation({
    mutationFn: (token: string) => api("POST /api/email-changes/confirm", { body: { token } }),
  });
