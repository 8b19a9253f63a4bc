import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { mutation } from "../mutation.ts";
import { readQuery } from "../read-query.ts";
import { resource } from "../resource.ts";

export type OutboxMail = ApiOutput<"GET /api/email-outbox", "admin">[number];

export const emailOutbox = resource({ list: "GET /api/email-outbox", isRefetchedOnMount: true });

export type MailPause = NonNullable<ApiOutput<"GET /api/email-outbox/pause">["pause"]>;

/** Why emails have to wait, or null. Polls every minute, because the server sends emails that often. */
export const useMailPause = () =>
  useQuery({
    ...readQuery("GET /api/email-outbox/pause", { as: "admin" }),
    select: ({ pause }) => pause,
    refetchInterval: 60_000,
  });

const RESEND_EFFECT = { invalidates: ["GET /api/email-outbox"], evenAfterFailure: true } as const;

export const useResendEmail = mutation("POST /api/email-outbox/:id/resend", {
  request: ({ id, toEmail }: { readonly id: string; readonly toEmail?: string }) => ({
    as: "admin",
    params: { id },
    body: { toEmail },
  }),
  ...RESEND_EFFECT,
});

export const useResendFailedEmails = mutation("POST /api/email-outbox/resend-failed", {
  request: () => ({ as: "admin" }),
  ...RESEND_EFFECT,
});
