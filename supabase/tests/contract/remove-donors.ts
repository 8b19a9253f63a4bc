import { sql } from "./stack.ts";

/** Removes the donors whose name or address begins with the word, with their donations and emails. */
export async function removeDonors(word: string): Promise<void> {
  const donorIds = (
    await sql<{ id: string }[]>`
      select id from public.donors where email like ${`${word}%`} or last_name = ${word} or first_name = ${word}`
  ).map(({ id }) => id);
  await sql`
    delete from public.email_outbox where to_email like ${`${word}%`}`;
  await sql`
    delete from public.noncash_donations where donor_id in ${sql(donorIds)} and replaces_id is not null`;
  await sql`delete from public.noncash_donations where donor_id in ${sql(donorIds)}`;
  await sql`
    delete from public.donation_adjustments where donation_id in (
      select id from public.donations where donor_id in ${sql(donorIds)}
    )`;
  await sql`delete from public.donations where donor_id in ${sql(donorIds)}`;
  await sql`delete from public.donors where id in ${sql(donorIds)}`;
}
