import type { Sql } from "../../_shared/clients/database.ts";

export const requestEmailChange = (sql: Sql, email: string) =>
  sql`select private.request_email_change(${email})`;

export const cancelEmailChange = (sql: Sql) => sql`select private.cancel_email_change()`;

export interface ClaimedEmailChange {
  readonly userId: string;
  readonly email: string;
  /** The address that the account has until the change is done. */
  readonly formerEmail: string;
  /** True if an earlier attempt has finished and only its response was lost. */
  readonly isDone: boolean;
}

/** Claims a link until the claim is released. Returns undefined if the link doesn't work. */
export async function claimEmailChange(
  sql: Sql,
  linkId: string,
): Promise<ClaimedEmailChange | undefined> {
  const [row] = await sql<ClaimedEmailChange[]>`
    select user_id, email, former_email, is_done from private.claim_email_change(${linkId})`;
  return row;
}

export const releaseEmailChange = (sql: Sql, linkId: string) =>
  sql`select private.release_email_change(${linkId})`;

/**
 * Moves everything except the login to the new address. If the link has stopped working or someone else has gotten the
 * address since the claim, returns the address that the login must keep.
 */
export async function redeemEmailChange(sql: Sql, linkId: string): Promise<string | null> {
  const [row] = await sql<[{ keptEmail: string | null }]>`
    select private.redeem_email_change(${linkId}) as kept_email`;
  return row.keptEmail;
}
