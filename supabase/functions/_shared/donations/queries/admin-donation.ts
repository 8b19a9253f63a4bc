import type { Row, Sql } from "../../clients/database.ts";
import type { DONATION_METHODS, DONATION_STATUSES } from "../../contracts/choices.ts";

export type AdminDonationRow = Pick<
  Row<"donations">,
  | "id"
  | "donorId"
  | "firstName"
  | "lastName"
  | "email"
  | "amount"
  | "isRecurring"
  | "isDemo"
  | "createdAt"
  | "givenOn"
  | "feeCovered"
  | "adjustedAmount"
  | "isAnonymous"
  | "inHonorOf"
  | "isMemorial"
  | "source"
  | "reference"
  | "note"
  | "isWired"
  | "updatedAt"
> & {
  status: (typeof DONATION_STATUSES)[number];
  method: (typeof DONATION_METHODS)[number];
  isFraudWarned: boolean;
};

/** All columns except `created_at`, because lists of charges show the charge's time instead. */
export const adminDonationColumns = (sql: Sql) => sql`
  id, donor_id, first_name, last_name, email, amount, is_recurring, is_demo, status, fee_covered, adjusted_amount, is_anonymous,
  in_honor_of, is_memorial, given_on, source, method, reference, note, is_wired, updated_at, fraud_warned_at is not null as is_fraud_warned`;

/** Returns undefined if there is no such donation or the caller can't see it. */
export async function findAdminDonation(
  sql: Sql,
  id: string,
): Promise<AdminDonationRow | undefined> {
  const [row] = await sql<AdminDonationRow[]>`
    select ${adminDonationColumns(sql)}, created_at from public.donations where id = ${id}`;
  return row;
}
