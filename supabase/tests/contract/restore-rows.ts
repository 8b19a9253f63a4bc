import { recordKinds } from "../records.ts";
import { MARK } from "./audited-rows.ts";
import { sql } from "./stack.ts";

/** Returns the existing rows that audited writes change, by table. All other writes add a row first. */
export async function readSingleRows(): Promise<ReadonlyMap<string, object>> {
  const rows = new Map<string, object>();
  for (const [table, where] of [
    ["settings", sql`true`],
    ["privacy_settings", sql`true`],
    ["contact_info", sql`true`],
    ["hero_section", sql`true`],
    ["impact_stats", sql`true`],
    ["legal_content", sql`key = 'terms_policy'`],
    ["care_package_goals", sql`is_active`],
    ["section_content", sql`section = 'about'`],
  ] as const) {
    const [row] = await sql`
      select to_jsonb(row) - 'updated_at' - 'last_updated' - 'created_at' - 'singleton' as row
      from ${sql(`public.${table}`)} as row where ${where}`;
    if (row) rows.set(table, row["row"] as object);
  }
  return rows;
}

/** Restores changed rows and deletes new ones. The audit entries stay. */
export async function restoreRows(originalRows: ReadonlyMap<string, object>): Promise<void> {
  for (const [table, row] of originalRows) {
    const { id, ...columns } = row as Record<string, unknown>;
    await sql`update ${sql(`public.${table}`)} set ${sql(columns)} where id = ${String(id)}`;
  }
  await sql`
    delete from public.donations where deposit_id in (
      select id from public.deposits as deposit where to_jsonb(deposit)::text like ${`%${MARK}%`}
    )`;
  for (const { table } of recordKinds) {
    await sql`
      delete from ${sql(`public.${table}`)} as row where to_jsonb(row)::text like ${`%${MARK}%`}`;
  }
  await sql`delete from public.blog_post_drafts where title = ${MARK}`;
  await sql`delete from public.testimonials where name = ${MARK}`;
  await sql`delete from public.email_outbox where to_email like ${`%${MARK}%`}`;
  await sql`delete from public.email_outbox where data ->> 'administrator' like ${`${MARK}%`}`;
  await sql`delete from public.admin_invitations where email like ${`%${MARK}%`}`;
  await sql`delete from public.volunteer_applications where email like ${`%${MARK}%`}`;
  await sql`
    delete from public.donation_adjustments where donation_id in (
      select id from public.donations where email_key like ${`%${MARK}%`}
    )`;
  await sql`delete from public.noncash_donations where description = ${MARK}`;
  await sql`
    delete from public.donations as donation using public.donors as donor
    where donor.id = donation.donor_id and donor.email like ${`%${MARK}%`} and donation.replaces_id is not null`;
  await sql`delete from public.donations where email_key like ${`%${MARK}%`}`;
  await sql`
    delete from public.donor_tasks where donor_id in (
      select id from public.donors where email like ${`%${MARK}%`}
    )`;
  await sql`delete from public.subscriptions where email like ${`%${MARK}%`}`;
  const merges = await sql<{ mergedId: string }[]>`
    delete from public.donor_merges where kept_id in (
      select id from public.donors where email like ${`%${MARK}%`}
    ) returning merged_id as "mergedId"`;
  // Deletes merged donors by id, because a permanent merge removes their email address.
  for (const { mergedId } of merges) await sql`delete from public.donors where id = ${mergedId}`;
  await sql`delete from public.donors where email like ${`%${MARK}%`}`;
  await sql`
    delete from public.volunteer_merges where kept_id in (
      select id from public.volunteers where email like ${`%${MARK}%`}
    )`;
  await sql`delete from public.volunteers where email like ${`%${MARK}%`}`;
  await sql`delete from auth.users where email like ${`%${MARK}%`}`;
}
