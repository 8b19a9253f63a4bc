import type { Row, Sql } from "../../_shared/clients/database.ts";
import type { PaperKind } from "../../_shared/contracts/choices.ts";
import type { DonationDocument } from "../../_shared/rules/donation-documents.ts";
import type { LetterDocument } from "../../_shared/rules/letter-documents.ts";

/** A paper's data. `document` is null if there is nothing to print. */
export interface PaperRow<Document> {
  /** The given ID. */
  readonly id: string;
  /** The donation of a receipt, otherwise the given ID. */
  readonly recordId: string;
  readonly donorId: string;
  readonly name: string;
  readonly document: Document | null;
}

const selectIds = (sql: Sql, ids: readonly string[]) => sql`(
  select entry.id::uuid as id, entry.position
  from jsonb_array_elements_text(${sql.json([...ids])}) with ordinality as entry (id, position)
) as given`;

/** Returns the receipts of donations, in the order of the IDs. */
export const listReceipts = (sql: Sql, ids: readonly string[]) =>
  sql<PaperRow<DonationDocument>[]>`
    select donation.id, donation.id as record_id, donation.donor_id,
      btrim(donation.first_name || ' ' || donation.last_name) as name,
      private.donation_receipt(donation.id) as document
    from ${selectIds(sql, ids)}
    join public.donations as donation on donation.id = given.id
    order by given.position`;

/** Returns the receipt of each donor's latest donation, in the order of the IDs. */
export const listLatestReceipts = (sql: Sql, ids: readonly string[]) =>
  sql<PaperRow<DonationDocument>[]>`
    select given.id, coalesce(receipt.document #>> '{gifts,0,id}', given.id::text) as record_id, donor.id as donor_id,
      btrim(named.first_name || ' ' || named.last_name) as name, receipt.document
    from ${selectIds(sql, ids)}
    join public.donors as donor on donor.id = private.kept_donor(given.id)
    cross join lateral private.donor_name(donor.id) as named
    cross join lateral (select private.latest_receipt(donor.id) as document) as receipt
    order by given.position`;

/** Returns the statements of donors, in the order of the IDs. */
export const listStatements = (sql: Sql, ids: readonly string[], year: number) =>
  sql<PaperRow<DonationDocument>[]>`
    select given.id, given.id as record_id, donor.id as donor_id, btrim(named.first_name || ' ' || named.last_name) as name,
      private.annual_statement(donor.id, ${year}) as document
    from ${selectIds(sql, ids)}
    join public.donors as donor on donor.id = private.kept_donor(given.id)
    cross join lateral private.donor_name(donor.id) as named
    order by given.position`;

/** Returns what letters and labels need to know about donors, in the order of the IDs. */
export const listLetters = (sql: Sql, ids: readonly string[]) =>
  sql<PaperRow<LetterDocument>[]>`
    select given.id, given.id as record_id, donor.id as donor_id, btrim(named.first_name || ' ' || named.last_name) as name,
      private.letter_document(donor.id) as document
    from ${selectIds(sql, ids)}
    join public.donors as donor on donor.id = private.kept_donor(given.id)
    cross join lateral private.donor_name(donor.id) as named
    order by given.position`;

export async function findLetterTemplate(
  sql: Sql,
  id: string,
): Promise<Pick<Row<"letter_templates">, "name" | "body"> | undefined> {
  const [row] = await sql<Pick<Row<"letter_templates">, "name" | "body">[]>`
    select name, body from public.letter_templates where id = ${id}`;
  return row;
}

interface PrintedPapers {
  readonly kind: PaperKind;
  readonly ids: readonly string[];
  readonly year?: number | undefined;
}

/** Returns how many papers were recorded. */
export async function recordPrintedPapers(
  sql: Sql,
  { kind, ids, year }: PrintedPapers,
  letterName: string | undefined,
): Promise<number> {
  const [row] = await sql<[{ recorded: number }]>`
    select private.record_printed_papers(
      ${kind}, array(select given.id from ${selectIds(sql, ids)}), ${year ?? null}::integer, ${letterName ?? null}
    ) as recorded`;
  return row.recorded;
}
