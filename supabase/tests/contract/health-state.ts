import { expect } from "vitest";
import type { SmtpDouble } from "../mail/smtp-double.ts";
import { postponeEmails, sql } from "./stack.ts";

/** Emails of these tests go to this domain, and alerts to owners don't. */
export const MAIL_DOMAIN = "health-effects.example.org";

/** Makes the site healthy, and forgets what owners were told. */
export async function resetHealthState(): Promise<void> {
  await sql`delete from public.email_outbox where to_email like ${`%@${MAIL_DOMAIN}`}`;
  await Promise.all([
    postponeEmails(),
    sql`update public.email_outbox set next_attempt_at = now() - interval '1 day' where status = 'failed'`,
    sql`update public.job_runs set ran_at = now(), added_at = now()`,
    sql`
      update public.health_alerts
      set announced_problems = '[]', untold_problems = '[]', claimed_at = '-infinity', checked_at = '-infinity'`,
  ]);
}

/** Moves everything that the site remembers back by this many minutes, except that its jobs have just run. */
export async function letMinutesPass(minutes: number): Promise<void> {
  const age = sql`make_interval(mins => ${minutes})`;
  await sql`update public.health_alerts set claimed_at = claimed_at - ${age}, checked_at = checked_at - ${age}`;
  await sql`
    update public.mail_transport
    set failing_since = failing_since - ${age}, paused_at = paused_at - ${age}, paused_until = paused_until - ${age}`;
  await sql`
    update public.email_outbox
    set created_at = created_at - ${age}, next_attempt_at = next_attempt_at - ${age},
      refused_at = refused_at - ${age}
    where to_email like ${`%@${MAIL_DOMAIN}`}`;
  await sql`update public.email_outbox set sent_at = sent_at - ${age} where sent_at > now() - interval '1 hour'`;
  await sql`
    update public.stripe_reconciliations
    set failing_since = failing_since - ${age}, failed_at = failed_at - ${age},
      checkouts_failing_since = checkouts_failing_since - ${age}, checkout_failed_at = checkout_failed_at - ${age}`;
}

/** Returns what `/api/health` of a function says: its status, and the kinds of problems. */
export async function requestHealth(url: string) {
  const response = await fetch(`${url}/health`);
  const json = (await response.json()) as { issues?: { path: string; message: string }[] };
  return { status: response.status, problems: (json.issues ?? []).map(({ path }) => path) };
}

export async function readSystemStatus(url: string, token: string) {
  const response = await fetch(`${url}/system-status`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return (await response.json()) as {
    payments: { state: string };
    problems: { kind: string; message: string }[];
  };
}

export const readAlertSubjects = ({ receivedEmails }: SmtpDouble) =>
  receivedEmails.flatMap(({ headers, to }) =>
    to.endsWith(MAIL_DOMAIN) ? [] : (headers.get("subject")?.[0] ?? []),
  );

export async function countOwners(): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count from private.owner_addresses()`;
  return row.count;
}

export async function readAnnouncedProblems(): Promise<string[]> {
  const [row] = await sql<[{ kinds: string[] }]>`
    select announced_problems as kinds from public.health_alerts`;
  return row.kinds;
}
