import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { invalidateReads } from "../read-query.ts";
import { resource } from "../resource.ts";

export type OutboxMail = ApiOutput<"GET /api/email-outbox", "admin">[number];

export const emailOutbox = resource({ list: "GET /api/email-outbox" });

const useResend = <Input, Result>(mutationFn: (input: Input) => Promise<Result>) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => invalidateReads(queryClient, ["GET /api/email-outbox"]),
  });
};

export const useResendEmail = () =>
  useResend((id: string) =>
    api("POST /api/email-outbox/:id/resend", { as: "admin", params: { id } }),
  );

export const useResendFailedEmails = () =>
  useResend(() => api("POST /api/email-outbox/resend-failed", { as: "admin" }));
