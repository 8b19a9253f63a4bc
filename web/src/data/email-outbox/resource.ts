import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOutput } from "#lib/api/api-client.ts";
import { invalidateReads, readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export type OutboxMail = ApiOutput<"GET /api/email-outbox", "admin">[number];

export const emailOutbox = resource({ list: "GET /api/email-outbox" });

export type MailPause = NonNullable<ApiOutput<"GET /api/email-outbox/pause">["pause"]>;

/** Why emails have to wait, or null. Polls every minute, because the server sends emails that often. */
export const useMailPause = () =>
  useQuery({
    ...readQuery("GET /api/email-outbox/pause", { as: "admin" }),
    select: ({ pause }) => pause,
    refetchInterval: 60_000,
  });

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
