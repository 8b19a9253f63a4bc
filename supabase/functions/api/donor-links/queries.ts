import type { Sql } from "../../_shared/clients/database.ts";

/** Emails a link if someone with that address has donated. The result doesn't reveal whether anyone has. */
export const requestDonorLink = (sql: Sql, email: string) =>
  sql`select private.request_donor_link(${email})`;

/** Opens a link. Returns when the access expires, or null if the link is unknown, used or expired. */
export async function redeemDonorLink(sql: Sql, linkId: string): Promise<string | null> {
  const [row] = await sql<[{ expiresAt: string | null }]>`
    select private.redeem_donor_link(${linkId}) as expires_at`;
  return row.expiresAt;
}
