import type { Sql } from "../../_shared/clients/database.ts";

export interface Activation {
  readonly email: string;
  /** The Auth user that the new account replaces. */
  readonly formerUserId: string | null;
}

/** Claims a link until it is released. Returns undefined if it is unknown, used, expired or void. */
export async function claimActivationLink(
  sql: Sql,
  linkId: string,
): Promise<Activation | undefined> {
  const [row] = await sql<Activation[]>`
    select email, former_user_id from private.claim_activation_link(${linkId})`;
  return row;
}

export const releaseActivationLink = (sql: Sql, linkId: string) =>
  sql`select private.release_activation_link(${linkId})`;

export const redeemActivationLink = (sql: Sql, linkId: string, userId: string) =>
  sql`select private.redeem_activation_link(${linkId}, ${userId})`;
