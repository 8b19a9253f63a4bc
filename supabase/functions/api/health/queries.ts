import type { Sql } from "../../_shared/clients/database.ts";
import type { HealthProblemKind } from "../../_shared/contracts/choices.ts";

export { lacksErasureKey } from "../../_shared/queries/erasure-key.ts";
export { readMailOrganization } from "../../_shared/queries/mail-organization.ts";
export { type MailPauseFacts, readMailPause } from "../../_shared/queries/mail-pause.ts";
export {
  type ProviderState,
  readProviderState,
  recordProviderCheck,
} from "../../_shared/queries/payment-provider.ts";
export { readWebhookActivity } from "../../_shared/queries/webhook-activity.ts";

interface HealthFacts {
  readonly hasContactInfo: boolean;
  /** Whether an email has been due for ten minutes. */
  readonly hasWaitingEmails: boolean;
  /** Whether no email was accepted for 15 minutes although some are due. */
  readonly isMailStalled: boolean;
  /** The number of consecutive failed calls to the build hook. */
  readonly buildAttempts: number;
  /** When the build hook last accepted a call. */
  readonly buildCalledAt: string | null;
  /** The problems owners have been emailed about. */
  readonly announcedProblems: readonly HealthProblemKind[];
  /** The problems that an email about couldn't leave. */
  readonly untoldProblems: readonly HealthProblemKind[];
}

export async function readHealthFacts(sql: Sql): Promise<HealthFacts> {
  const [row] = await sql<[HealthFacts]>`
    select
      exists (select from public.contact_info) as has_contact_info,
      exists (
        select from public.email_outbox
        where status in ('queued', 'sending') and next_attempt_at < now() - interval '10 minutes'
      ) as has_waiting_emails,
      private.is_mail_stalled() as is_mail_stalled,
      builds.attempts as build_attempts,
      builds.called_at as build_called_at,
      alerts.announced_problems,
      alerts.untold_problems
    from public.health_alerts as alerts cross join public.site_builds as builds`;
  return row;
}

/** Claims the checks of this minute for one caller. As a write, it fails if the database can't store anything. */
export async function claimChecks(sql: Sql): Promise<boolean> {
  const rows = await sql`
    update public.health_alerts set checked_at = now()
    where checked_at <= now() - interval '50 seconds'
    returning 1`;
  return rows.length > 0;
}

/**
 * Claims a change in the problems for one caller, at most once every ten minutes. If that caller crashes or can't send
 * the email, a later caller claims the change again, and owners hear of the problem even if it is solved by then. Returns
 * the problems that owners know of or should have been told about, and the number of alerts so far.
 */
export async function claimAlert(sql: Sql, kinds: readonly HealthProblemKind[]) {
  const current = sql`${JSON.stringify(kinds)}::text::jsonb`;
  const [claim] = await sql<
    { earlierProblems: readonly HealthProblemKind[]; announcementCount: string }[]
  >`
    with earlier as (
      select alerts.untold_problems from public.health_alerts as alerts
    )
    update public.health_alerts as alerts
    set claimed_at = now(), untold_problems = earlier.untold_problems || ${current}
    from earlier
    where alerts.claimed_at <= now() - interval '10 minutes'
      and (alerts.announced_problems <> ${current} or not alerts.untold_problems <@ ${current})
    returning alerts.announced_problems || earlier.untold_problems as earlier_problems, alerts.announcement_count`;
  return claim;
}

export const finishAlert = (sql: Sql, kinds: readonly HealthProblemKind[]) => sql`
  update public.health_alerts
  set announced_problems = ${JSON.stringify(kinds)}::text::jsonb, untold_problems = '[]',
    announcement_count = announcement_count + 1`;

export const listOwnerAddresses = (sql: Sql) =>
  sql<{ id: string; name: string; email: string }[]>`
    select id, name, email from private.owner_addresses()`;

/** Returns what the migrations made and who may do what, by table, function and bucket. */
export async function readAccess(sql: Sql): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; access: string }[]>`
    select name, access from private.list_access()`;
  return Object.fromEntries(rows.map(({ name, access }) => [name, access]));
}
