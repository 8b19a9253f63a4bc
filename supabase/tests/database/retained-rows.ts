import { randomUUID } from "node:crypto";
import type { RetentionRuleName } from "../../functions/_shared/contracts/choices.ts";
import { runAs, server, type Transaction } from "./connection.ts";

/** Turns on only this rule and makes it keep data for 30 days. */
export const turnRuleOn = (tx: Transaction, rule: RetentionRuleName) => tx`
  update public.retention_rules set is_on = name = ${rule}, keep_days = 30`;
export const applyRule = (tx: Transaction, rule: RetentionRuleName, rowLimit = 500) =>
  runAs(tx, server, async (savepoint) => {
    const [row] = await savepoint<[{ affected: number }]>`
      select private.apply_retention_rule(${rule}, ${rowLimit}, now()) as affected`;
    return row.affected;
  });
export const readDueLogins = (tx: Transaction, rule: RetentionRuleName) =>
  runAs(tx, server, async (savepoint) => {
    const rows = await savepoint<{ userId: string; isUnused: boolean }[]>`
      select user_id as "userId", is_unused as "isUnused"
      from private.logins_due_for_retention(${rule}, 500)`;
    return [...rows];
  });
/** Deletes the sample rows that a retention rule could apply to, or resets their dates. */
export const clearOldRows = (tx: Transaction) => tx`
  with mails as (delete from public.email_outbox), links as (delete from public.donor_links),
    invitations as (delete from public.admin_invitations), activations as (delete from public.activation_links)
  update public.volunteer_applications set reviewed_at = now() where status = 'rejected'`;

export const readInsertedId = async (rows: PromiseLike<readonly { id: string }[]>) =>
  (await rows)[0]!.id;
export const addRejectedApplicationRow = (
  tx: Transaction,
  age: string,
  login: string | null = null,
) =>
  readInsertedId(tx<{ id: string }[]>`
    insert into public.volunteer_applications (
      user_id, first_name, last_name, email, phone, zip_code, city, state, availability, interests, status, reviewed_at,
      review_notes
    )
    values (
      ${login}, 'Canary', 'Canary', ${`canary-${randomUUID()}@example.org`}, '817 555 canary', 'canary', 'Canary', 'Canary',
      'flexible', 'Canary', 'rejected', now() - ${age}::interval, 'Canary'
    )
    returning id`);
export const addMail = (
  tx: Transaction,
  age: string,
  status = "sent",
  tested: string | null = null,
) =>
  readInsertedId(tx<{ id: string }[]>`
    insert into public.email_outbox (
      template_name, to_email, to_name, data, subject, last_error, status, sent_at, updated_at, tested
    )
    values (
      'Donation Confirmation', 'june@example.org', 'June', '{"name": "Canary"}', 'Canary', 'Canary', ${status},
      case when ${status} = 'sent' then now() - ${age}::interval end, now() - ${age}::interval, ${tested}::text::jsonb
    )
    returning id`);
/** Adds an approved application whose link expired this long ago. */
export const addUnconfirmedApplication = async (
  tx: Transaction,
  age: string,
  login: string | null = null,
) => {
  const email = `canary-${randomUUID()}@example.org`;
  const id = await readInsertedId(tx<{ id: string }[]>`
    insert into public.volunteer_applications (
      user_id, first_name, last_name, email, phone, availability, status, reviewed_at
    )
    values (${login}, 'Canary', 'Canary', ${email}, '817 555 canary', 'flexible', 'approved', now()) returning id`);
  await tx`insert into public.volunteers (name, email, phone) values ('Canary', ${email}, 'canary')`;
  await tx`
    insert into public.activation_links (application_id, created_at, expires_at)
    values (${id}, now() - ${age}::interval - interval '7 days', now() - ${age}::interval)`;
  return id;
};
export const exists = async (tx: Transaction, table: string, id: string) => {
  const rows = await tx.unsafe(`select from public.${table} where id = $1`, [id]);
  return rows.length > 0;
};
export const hasCanary = async (tx: Transaction, table: string, id: string) => {
  const rows = await tx.unsafe(
    `select from public.${table} as record where id = $1 and to_jsonb(record)::text ilike '%canary%'`,
    [id],
  );
  return rows.length > 0;
};
