import type { Sql } from "../../_shared/clients/database.ts";
import type { HealthProblemKind } from "../../_shared/contracts/choices.ts";

export { lacksErasureKey } from "../../_shared/queries/erasure-key.ts";
export { readMailOrganization } from "../../_shared/queries/mail-organization.ts";
export { type MailPauseFacts, readMailPause } from "../../_shared/queries/mail-pause.ts";
export { readWebhookActivity } from "../../_shared/queries/webhook-activity.ts";

interface HealthFacts {
  readonly hasContactInfo: boolean;
  /** Whether an email has been due for ten minutes. */
  readonly hasWaitingEmails: boolean;
  /** The number of consecutive failed calls to the build hook. */
  readonly buildAttempts: number;
  /** The problems owners have been emailed about. */
  readonly announcedProblems: readonly HealthProblemKind[];
}

export async function readHealthFacts(sql: Sql): Promise<HealthFacts> {
  const [row] = await sql<[HealthFacts]>`
    select
      exists (select from public.contact_info) as has_contact_info,
      exists (
        select from public.email_outbox
        where status in ('queued', 'sending') and next_attempt_at < now() - interval '10 minutes'
      ) as has_waiting_emails,
      (select attempts from public.site_builds) as build_attempts,
      (select announced_problems from public.health_alerts) as announced_problems`;
  return row;
}

/**
 * Claims a change in the problems for one caller, at most once every ten minutes. If that caller crashes or can't send
 * the email, a later caller claims the change again. Returns the problems in the last alert, and the number of alerts
 * so far.
 */
export async function claimAlert(sql: Sql, kinds: readonly HealthProblemKind[]) {
  const [claim] = await sql<
    { announcedProblems: readonly HealthProblemKind[]; announcementCount: string }[]
  >`
    update public.health_alerts set claimed_at = now()
    where claimed_at <= now() - interval '10 minutes'
      and announced_problems <> ${JSON.stringify(kinds)}::text::jsonb
    returning announced_problems, announcement_count`;
  return claim;
}

export const finishAlert = (sql: Sql, kinds: readonly HealthProblemKind[]) => sql`
  update public.health_alerts
  set announced_problems = ${JSON.stringify(kinds)}::text::jsonb, announcement_count = announcement_count + 1`;

export const listOwnerAddresses = (sql: Sql) =>
  sql<{ id: string; name: string; email: string }[]>`
    select id, name, email from private.owner_addresses()`;
