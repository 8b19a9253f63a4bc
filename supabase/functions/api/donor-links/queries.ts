import type { Sql } from "../../_shared/clients/database.ts";

/** Emails a link if the address has donated. The result doesn't reveal whether it has. */
export const requestDonorLink = (sql: Sql, email: string) =>
  sql`select private.request_donor_link(${email})`;

/** Returns when the opened link expires, or null if it is unknown, used or expired. */
export async function redeemDonorLink(sql: Sql, linkId: string): Promise<string | null> {
  const [row] = await sql<[{ until: string | null }]>`
    select private.redeem_donor_link(${linkId}) as until`;
  return row.until;
}
