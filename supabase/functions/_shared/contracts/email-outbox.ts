import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { count, id, idParams, line, message, timestamp } from "./fields.ts";
import { EMAIL_STATUSES } from "./limits.ts";
import { listEndpoint } from "./list.ts";

export const emailOutboxEndpoints = {
  listEmailOutbox: listEndpoint({
    path: "/api/email-outbox",
    access: "admin",
    summary: "Mails to deliver and the log of delivered ones, newest first",
    sorts: ["-createdAt", "createdAt"],
    searches: "recipient and template",
    filters: {
      status: z.enum(EMAIL_STATUSES).optional(),
      templateName: line(100).optional(),
    },
    item: z.object({
      id,
      templateName: z.string(),
      toEmail: z.string(),
      toName: z.string(),
      status: z.enum(EMAIL_STATUSES),
      attempts: count,
      lastError: z.string().nullable(),
      nextAttemptAt: timestamp,
      createdAt: timestamp,
      sentAt: timestamp.nullable(),
    }),
  }),
  resendEmail: endpoint({
    method: "POST",
    path: "/api/email-outbox/:id/resend",
    access: "admin",
    summary: "Send a mail again that was sent, failed or was cancelled",
    params: idParams,
    output: message,
  }),
};
