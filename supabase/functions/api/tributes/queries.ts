import type { z } from "zod";
import type { Fragment, Sql } from "../../_shared/clients/database.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import type { tributeEndpoints } from "../../_shared/contracts/tributes.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { isShownMoney } from "../../_shared/queries/shown-money.ts";

export type TributeRow = z.input<(typeof tributeEndpoints.listTributes)["list"]["item"]>;
export type OwnTribute = z.input<typeof tributeEndpoints.changeMyTribute.output>;
type TributeChange = z.output<typeof tributeEndpoints.changeMyTribute.body>;

const selectColumns = (sql: Sql) => sql`
  id, donation_id, donor_id, donor_name, given_by, honoree, is_memorial, recipient_name, recipient_email,
  recipient_address, message, send_on, state, stop_reason, left_at, updated_at`;

/** Lists cards. The cards of unpaid donations are listed only if the query asks for that state. */
export function listTributes(sql: Sql, query: ListQueryOf<typeof tributeEndpoints.listTributes>) {
  const { state, isPostal, isDue, donorId, donationId } = query;
  const where: readonly (Fragment | false)[] = [
    isShownMoney(sql),
    state === undefined ? sql`state <> 'unpaid'` : sql`state = ${state}`,
    isPostal !== undefined && sql`(recipient_address is not null) = ${isPostal}`,
    isDue !== undefined && sql`(send_on <= private.today()) = ${isDue}`,
    donorId !== undefined && sql`donor_id = ${donorId}`,
    donationId !== undefined && sql`donation_id = ${donationId}`,
  ];
  return readPage<TributeRow>(sql, query, {
    columns: selectColumns(sql),
    from: sql`private.tribute_records`,
    where: where.filter((condition) => condition !== false),
    searchedText: sql`private.search_text(recipient_name || ' ' || coalesce(recipient_email, '') || ' ' || honoree || ' ' || given_by)`,
    orders: { sendOn: [sql`send_on`] },
  });
}

export async function findTribute(sql: Sql, id: string): Promise<TributeRow | undefined> {
  const [row] = await sql<TributeRow[]>`
    select ${selectColumns(sql)} from private.tribute_records where id = ${id}`;
  return row;
}

/** Returns the name to print on a card, which may have been corrected since the donation; null for an anonymous donor. */
export async function findPrintedName(sql: Sql, donationId: string): Promise<string | null> {
  const [row] = await sql<[{ name: string | null }]>`
    select case when not donation.is_anonymous then giver.donor_name end as name
    from public.donations as donation
    cross join lateral private.giver_recipient(donation.donor_id, donation.first_name, donation.last_name) as giver
    where donation.id = ${donationId}`;
  return row.name;
}

export const stopTribute = (sql: Sql, id: string) => sql`select private.stop_tribute(${id})`;

/** Throws CP011 if the card was changed since it was read, and CP042 while its donation's refund is pending. */
export const markTributePrinted = (sql: Sql, id: string, updatedAt: string) =>
  sql`select private.mark_tribute_printed(${id}, ${updatedAt})`;

export async function listMyTributes(sql: Sql): Promise<readonly OwnTribute[]> {
  const [row] = await sql<[{ tributes: OwnTribute[] }]>`select private.my_tributes() as tributes`;
  return row.tributes;
}

export async function findMyTribute(sql: Sql, id: string): Promise<OwnTribute | undefined> {
  const [row] = await sql<[{ tribute: OwnTribute | null }]>`
    select private.my_tribute(${id}) as tribute`;
  return row.tribute ?? undefined;
}

/** Throws CP040 once the card has been sent, and CP011 if it was changed since it was read. */
export const changeTribute = (sql: Sql, id: string, card: TributeChange) => sql`
  select private.change_tribute(
    tribute_id => ${id},
    version => ${card.updatedAt},
    recipient_name => ${card.recipientName},
    recipient_email => ${card.recipientEmail},
    recipient_address => ${card.recipientAddress},
    message => ${card.message},
    send_on => ${card.sendOn}
  )`;

export const withdrawTribute = (sql: Sql, id: string) =>
  sql`select private.withdraw_tribute(${id})`;

/** Stops all cards to the recipient of one card. Returns whether the link is known. */
export async function optOutOfCards(sql: Sql, token: string): Promise<boolean> {
  const [row] = await sql<[{ isKnown: boolean }]>`
    select private.opt_out_of_cards(${token}) as is_known`;
  return row.isKnown;
}
