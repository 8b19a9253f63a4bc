import type { Sql } from "../../_shared/clients/database.ts";

/** Mails a link where the address has given; nothing tells whether it has. */
export const requestGiftLink = (sql: Sql, email: string) =>
  sql`select private.request_gift_link(${email})`;

/** Until when the opened link holds; null for one that is unknown, used or too old. */
export async function redeemGiftLink(sql: Sql, linkId: string): Promise<string | null> {
  const [row] = await sql<[{ until: string | null }]>`
    select private.redeem_gift_link(${linkId}) as until`;
  return row.until;
}
