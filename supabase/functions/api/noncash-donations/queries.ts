import type { z } from "zod";
import type { Sql } from "../../_shared/clients/database.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import type { noncashDonationEndpoints } from "../../_shared/contracts/noncash-donations.ts";
import { readPage } from "../../_shared/queries/page.ts";
import type { NoncashDocument } from "../../_shared/rules/noncash-documents.ts";
import { donorIdOf } from "../donations/queries.ts";

type NoncashDonation = z.input<typeof noncashDonationEndpoints.recordNoncashDonation.output>;
type NewNoncashDonation = z.output<typeof noncashDonationEndpoints.recordNoncashDonation.body>;

const noncashDonations = (sql: Sql) => sql`(
  select noncash.*, donor_name.first_name, donor_name.last_name, donor.email
  from public.noncash_donations as noncash
  join public.donors as donor on donor.id = noncash.donor_id
  cross join lateral private.donor_name(donor.id) as donor_name
) as noncash_donation`;

export const listNoncashDonations = (
  sql: Sql,
  query: ListQueryOf<typeof noncashDonationEndpoints.listNoncashDonations>,
) =>
  readPage<NoncashDonation>(sql, query, {
    columns: sql`*`,
    from: noncashDonations(sql),
    where: query.kind === undefined ? [] : [sql`kind = ${query.kind}`],
    searchedText: sql`lower(concat_ws(' ', first_name, last_name, description))`,
    orders: { receivedOn: [sql`received_on`] },
  });

export async function findNoncashDonation(
  sql: Sql,
  id: string,
): Promise<NoncashDonation | undefined> {
  const [row] = await sql<NoncashDonation[]>`
    select * from ${noncashDonations(sql)} where id = ${id}`;
  return row;
}

export async function recordNoncashDonation(
  sql: Sql,
  donation: NewNoncashDonation,
  isDemo: boolean,
): Promise<string> {
  const { kind, description, shares, receivedOn, note, sendsLetter } = donation;
  const [row] = await sql<[{ id: string }]>`
    select private.record_noncash_donation(
      donor_id => ${donorIdOf(sql, donation)},
      kind => ${kind},
      description => ${description},
      shares => ${kind === "stock" ? (shares ?? null) : null}::numeric,
      received_on => ${receivedOn}::date,
      is_demo => ${isDemo},
      note => nullif(${note ?? null}, ''),
      sends_letter => ${sendsLetter ?? true}
    ) as id`;
  return row.id;
}

export const recordStockSale = (
  sql: Sql,
  id: string,
  { proceeds, soldOn }: z.output<typeof noncashDonationEndpoints.recordStockSale.body>,
) => sql`select private.record_stock_sale(${id}, ${proceeds}::numeric, ${soldOn}::date)`;

export const voidNoncashDonation = (sql: Sql, id: string, reason: string) =>
  sql`select private.void_noncash_donation(${id}, ${reason})`;

/** Returns undefined if the donation was voided. */
export async function findNoncashDocument(
  sql: Sql,
  id: string,
): Promise<NoncashDocument | undefined> {
  const [row] = await sql<[{ letter: NoncashDocument | null }]>`
    select private.noncash_document(${id}) as letter`;
  return row.letter ?? undefined;
}
