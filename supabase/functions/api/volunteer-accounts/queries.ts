import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import type { volunteerAccountEndpoints } from "../../_shared/contracts/volunteer-accounts.ts";
import { chooseShiftEmails } from "../volunteer-event-registrations/queries.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { sortName } from "../../_shared/queries/sort-name.ts";

type ListedAccount = Pick<
  Row<"volunteer_accounts">,
  "id" | "email" | "firstName" | "lastName" | "isActive" | "createdAt" | "lastLoginAt"
>;

export const listVolunteerAccounts = (
  sql: Sql,
  query: ListQueryOf<typeof volunteerAccountEndpoints.listVolunteerAccounts>,
) =>
  readPage<ListedAccount>(sql, query, {
    columns: sql`id, email, first_name, last_name, is_active, created_at, last_login_at`,
    from: "volunteer_accounts",
    where: [
      sql`merged_into_id is null`,
      ...(query.isActive === undefined ? [] : [sql`is_active = ${query.isActive}`]),
    ],
    searchedText: sql`search_text`,
    orders: {
      lastName: [sortName(sql, sql`last_name`), sortName(sql, sql`first_name`)],
      createdAt: [sql`created_at`],
      lastLoginAt: [sql`coalesce(last_login_at, '-infinity')`],
    },
  });

/** Sets the state, or toggles it if no state is given. Returns the new state. */
export async function setVolunteerActive(
  sql: Sql,
  id: string,
  {
    isActive,
    sendsEmail,
  }: { isActive?: boolean | undefined; sendsEmail?: boolean | undefined } = {},
): Promise<boolean> {
  await chooseShiftEmails(sql, sendsEmail);
  const [row] = await sql<[{ isActive: boolean }]>`
    select private.set_volunteer_active(${id}, ${isActive ?? null}) as is_active`;
  return row.isActive;
}

export interface Activation {
  readonly email: string;
  /** The Auth user that the new account replaces. */
  readonly formerUserId: string | null;
}

/** Claims a link until the claim is released. Returns undefined if the link is unknown, used, expired or void. */
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
