import { z } from "zod";
import { adminEndpoints } from "./endpoint.ts";
import { count, email, flag, id, idParams, line, message, timestamp } from "./fields.ts";
import { EMAIL_STATUSES, MAIL_PAUSE_REASONS } from "./choices.ts";
import { listEndpoint } from "./list.ts";

/** Null unless emails have to wait. */
export const mailPause = z
  .object({
    reason: z.enum(MAIL_PAUSE_REASONS),
    /** When the next email goes out, or tries whether the provider works again. */
    until: timestamp,
    /** True if only emails to many people wait, because the rest of the day's emails is kept for others. */
    concernsMassOnly: z.boolean(),
    /** The limit on emails per day, if one is set. */
    dailyLimit: count.nullable(),
  })
  .nullable();

export const emailOutboxEndpoints = adminEndpoints("any", {
  listEmailOutbox: listEndpoint({
    path: "/api/email-outbox",
    summary: "Emails that are waiting and emails that were sent, newest first",
    sorts: ["-createdAt", "createdAt"],
    searchedFields: "recipient and template",
    filters: {
      status: z.enum(EMAIL_STATUSES).optional(),
      templateName: line(100).optional(),
      /** Whether the email is about demo or test money although real payments have started. */
      isFormerDemo: flag,
      /** Only emails to this donor, at any of their addresses. */
      donorId: id.optional(),
      /** Only emails to this volunteer, at any of their current or former addresses. */
      volunteerId: id.optional(),
    },
    item: z.object({
      id,
      templateName: z.string(),
      /** The subject as sent; null before the email is sent. */
      subject: z.string().nullable(),
      /** True for a test email to an administrator, filled with sample values. */
      isTest: z.boolean(),
      toEmail: z.string(),
      /** The donor's address now, if it differs from `toEmail`; otherwise null. */
      currentEmail: z.string().nullable(),
      toName: z.string(),
      status: z.enum(EMAIL_STATUSES),
      attempts: count,
      lastError: z.string().nullable(),
      nextAttemptAt: timestamp,
      createdAt: timestamp,
      sentAt: timestamp.nullable(),
      /** True if a retention rule has deleted the email's text, so the email can't be resent. */
      isEmptied: z.boolean(),
    }),
  }),
  readMailPause: {
    method: "GET",
    path: "/api/email-outbox/pause",
    summary: "Whether emails have to wait, why and until when",
    output: z.object({ pause: mailPause }),
  },
  resendFailedEmails: {
    method: "POST",
    path: "/api/email-outbox/resend-failed",
    summary: "Resend every failed email, such as after an outage",
    output: z.object({ count }),
  },
  resendEmail: {
    method: "POST",
    path: "/api/email-outbox/:id/resend",
    summary: "Resend an email that was sent, held or canceled, or that couldn't be delivered",
    params: idParams,
    /** Where to send it: `toEmail` or `currentEmail`. By default, it goes to the donor's address now. */
    body: z.strictObject({ toEmail: email }).partial().optional(),
    output: message,
  },
});
