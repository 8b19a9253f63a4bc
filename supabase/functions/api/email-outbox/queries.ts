import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { emailOutboxEndpoints } from "../../_shared/contracts/email-outbox.ts";
import type { EMAIL_STATUSES } from "../../_shared/contracts/choices.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import type { Caller } from "../../_shared/caller.ts";
import { createOwnAreasConditions } from "../../_shared/queries/own-areas.ts";
import { readPage } from "../../_shared/queries/page.ts";

export { readMailPause } from "../../_shared/queries/mail-pause.ts";

type Mail = Pick<
  Row<"email_outbox">,
  | "id"
  | "templateName"
  | "subject"
  | "toEmail"
  | "toName"
  | "attempts"
  | "lastError"
  | "nextAttemptAt"
  | "createdAt"
  | "sentAt"
> & {
  status: (typeof EMAIL_STATUSES)[number];
  isTest: boolean;
  isEmptied: boolean;
  currentEmail: string | null;
};

export const listEmailOutbox = (
  sql: Sql,
  caller: Caller,
  query: ListQueryOf<typeof emailOutboxEndpoints.listEmailOutbox>,
) =>
  readPage<Mail>(sql, query, {
    columns: sql`
      id, template_name, subject, tested is not null as is_test, to_email, to_name, status, attempts, last_error,
      next_attempt_at, created_at, sent_at, emptied_at is not null as is_emptied,
      case
        when data ?| '{donationId,subscriptionId,noncashDonationId,donorId}'
        then nullif(lower((private.mail_recipient(data)).email), lower(to_email))
      end as current_email`,
    from: "email_outbox",
    where: [
      ...createOwnAreasConditions(
        sql,
        caller,
        sql`private.mail_area(template_name, tested is not null)`,
      ),
      ...(query.status === undefined ? [] : [sql`status = ${query.status}`]),
      ...(query.templateName === undefined ? [] : [sql`template_name = ${query.templateName}`]),
      ...(query.isFormerDemo === undefined
        ? []
        : [sql`private.is_former_demo_mail(data) = ${query.isFormerDemo}`]),
      ...(query.donorId === undefined
        ? []
        : [
            sql`lower(to_email) in (
              select address.email_key from public.donor_emails as address where address.donor_id = ${query.donorId}
            )`,
          ]),
      ...(query.volunteerId === undefined
        ? []
        : [
            // At a shared mailbox, the name says whom an email is for.
            sql`(
              (
                lower(to_email) in (
                  select private.volunteer_addresses(person) from public.volunteers as person
                  where person.id = ${query.volunteerId}
                )
                and data ->> 'sharedMailbox' is distinct from 'contact'
              )
              or (lower(to_email), to_name) in (
                select lower(person.contact_email), person.name from public.volunteers as person
                where person.id = ${query.volunteerId}
              )
            )`,
          ]),
    ],
    searchedText: sql`search_text`,
    orders: { createdAt: [sql`created_at`] },
  });

/** Queues failed emails again and returns how many. */
export async function resendFailedEmails(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select private.resend_failed_emails() as count`;
  return row.count;
}

/** Throws CP009 if the email doesn't exist, and CP011 while it is being sent. */
export const resendEmail = (sql: Sql, id: string, toEmail?: string) =>
  sql`select private.resend_email(${id}, ${toEmail ?? null})`;
