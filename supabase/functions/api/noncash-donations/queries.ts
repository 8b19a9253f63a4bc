import type { z } from "zod";
import type { Fragment, Row, Sql } from "../../_shared/clients/database.ts";
import type { ListQueryOf, WholeListQueryOf } from "../../_shared/contracts/list.ts";
import type { noncashDonationEndpoints } from "../../_shared/contracts/noncash-donations.ts";
import { readPage } from "../../_shared/queries/page.ts";
import { isShownMoney } from "../../_shared/queries/shown-money.ts";
import { openWholeList } from "../../_shared/queries/whole-list.ts";
import { createWrites } from "../../_shared/queries/write.ts";
import type { NoncashDocument } from "../../_shared/rules/noncash-documents.ts";
import { stateLateReason } from "../../_shared/donations/queries/late-reason.ts";
import { selectOrCreateDonorId } from "../../_shared/donations/queries/recorded-donations.ts";

type NoncashDonation = z.input<typeof noncashDonationEndpoints.recordNoncashDonation.output>;
type NewNoncashDonation = z.output<typeof noncashDonationEndpoints.recordNoncashDonation.body>;

type CorrectedNoncashDonation = z.output<
  typeof noncashDonationEndpoints.correctNoncashDonation.body
>;

const selectLinkedNoncashDonation = (sql: Sql, condition: Fragment) => sql`
  (select jsonb_build_object('id', linked.id, 'gift', private.describe_noncash_donation(linked))
    from public.noncash_donations as linked where ${condition})`;

const selectNoncashDonations = (sql: Sql) => sql`(
  select noncash.*, donor_name.first_name, donor_name.last_name, donor.email,
    exists (
      select from public.email_outbox as mail
      where mail.dedupe_key = 'noncash:' || noncash.id and mail.status in ('queued', 'sending', 'sent')
    ) as is_letter_mailed,
    ${selectLinkedNoncashDonation(sql, sql`linked.id = noncash.replaces_id`)} as replaces,
    ${selectLinkedNoncashDonation(sql, sql`linked.replaces_id = noncash.id`)} as replaced_by
  from public.noncash_donations as noncash
  join public.donors as donor on donor.id = noncash.donor_id
  cross join lateral private.donor_name(donor.id) as donor_name
) as noncash_donation`;

type NoncashQuery = WholeListQueryOf<typeof noncashDonationEndpoints.listNoncashDonations>;

const createListSource = (sql: Sql, { kind, isDemo }: NoncashQuery) => ({
  columns: sql`*`,
  from: selectNoncashDonations(sql),
  where: [isShownMoney(sql, isDemo), ...(kind === undefined ? [] : [sql`kind = ${kind}`])],
  searchedText: sql`private.search_text(concat_ws(' ', first_name, last_name, description))`,
  orders: { receivedOn: [sql`received_on`] },
});

export const listNoncashDonations = (
  sql: Sql,
  query: ListQueryOf<typeof noncashDonationEndpoints.listNoncashDonations>,
) => readPage<NoncashDonation>(sql, query, createListSource(sql, query));

export type ExportedNoncashDonation = Row<"noncash_donations"> &
  Pick<NoncashDonation, "firstName" | "lastName" | "email">;

export const openNoncashList = (sql: Sql, query: NoncashQuery) =>
  openWholeList<ExportedNoncashDonation>(sql, query, createListSource(sql, query));

export async function findNoncashDonation(
  sql: Sql,
  id: string,
): Promise<NoncashDonation | undefined> {
  const [row] = await sql<NoncashDonation[]>`
    select * from ${selectNoncashDonations(sql)} where id = ${id}`;
  return row;
}

/** Returns the arguments that a new donation and a corrected one have in common. */
function listRecordedArguments(
  sql: Sql,
  donation: NewNoncashDonation | CorrectedNoncashDonation,
): Fragment {
  const { kind, description, shares, receivedOn, note, sendsLetter } = donation;
  return sql`
    donor_id => ${selectOrCreateDonorId(sql, donation)},
    kind => ${kind},
    description => ${description},
    shares => ${kind === "stock" ? (shares ?? null) : null}::numeric,
    received_on => ${receivedOn}::date,
    estimated_value => ${donation.estimatedValue ?? null}::numeric,
    note => nullif(${note ?? null}, ''),
    sends_letter => ${sendsLetter ?? true}`;
}

export async function recordNoncashDonation(
  sql: Sql,
  donation: NewNoncashDonation,
  isDemo: boolean,
): Promise<string> {
  await stateLateReason(sql, donation.lateReason);
  const [row] = await sql<[{ id: string }]>`
    select private.record_noncash_donation(
      ${listRecordedArguments(sql, donation)},
      is_demo => ${isDemo}
    ) as id`;
  return row.id;
}

/** Voids donated goods or shares and records corrected ones. Returns the new row's id. */
export async function correctNoncashDonation(
  sql: Sql,
  id: string,
  donation: CorrectedNoncashDonation,
): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    select private.correct_noncash_donation(
      noncash_id => ${id},
      reason => ${donation.reason},
      ${listRecordedArguments(sql, donation)}
    ) as id`;
  return row.id;
}

export async function recordStockSale(
  sql: Sql,
  id: string,
  { proceeds, soldOn, lateReason }: z.output<typeof noncashDonationEndpoints.recordStockSale.body>,
): Promise<void> {
  await stateLateReason(sql, lateReason);
  await sql`select private.record_stock_sale(${id}, ${proceeds}::numeric, ${soldOn}::date)`;
}

/** Writes the fields that the donor's letter doesn't have. */
const noncashWrites = createWrites("noncash_donations", { readCurrent: findNoncashDonation });

export async function updateNoncashDonation(
  sql: Sql,
  id: string,
  { lateReason, ...changes }: z.output<typeof noncashDonationEndpoints.updateNoncashDonation.body>,
): Promise<NoncashDonation | undefined> {
  await stateLateReason(sql, lateReason);
  const updatedRow = await noncashWrites.update(sql, id, changes);
  return updatedRow && findNoncashDonation(sql, id);
}

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
