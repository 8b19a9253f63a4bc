import type { z } from "zod";
import type { Row, Sql } from "../../_shared/clients/database.ts";
import { AppError } from "../../_shared/errors.ts";
import { formatFullName } from "../../_shared/rules/names.ts";
import type { donorEndpoints } from "../../_shared/contracts/donors.ts";
import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { ListQueryOf } from "../../_shared/contracts/list.ts";
import { countShown } from "../../_shared/queries/shown-money.ts";
import { readPage } from "../../_shared/queries/page.ts";
import type { DonationDocument } from "../../_shared/rules/donation-documents.ts";
import { selectAllDonors } from "../../_shared/donations/queries/all-donors.ts";
import { createWrites } from "../../_shared/queries/write.ts";
import { sortName } from "../../_shared/queries/sort-name.ts";

type DonorRecord = z.input<typeof donorEndpoints.getDonor.output>;

type ListedDonor = Output<typeof donorEndpoints.listDonors>[number];

/** Lists every donor, even those whose donations don't count. */
export const listDonors = (sql: Sql, query: ListQueryOf<typeof donorEndpoints.listDonors>) =>
  readPage<ListedDonor>(sql, query, {
    columns: sql`
      id, first_name, last_name, email, nullif(last_donation_at, '-infinity') as last_donation_at,
      (select private.zip_code_of(known.address) from public.donors as known where known.id = donor.id) as zip_code`,
    from: selectAllDonors(sql),
    minCount: query.email === undefined ? countShown(sql, "donor_count") : undefined,
    where:
      query.email === undefined
        ? []
        : [
            sql`id in (
              select known.donor_id from public.donor_emails as known where known.email_key = lower(${query.email})
              union select known.id from public.donors as known where lower(known.email) = lower(${query.email})
            )`,
          ],
    searchedText: sql`search_text`,
    orders: { lastName: [sortName(sql, sql`last_name`), sortName(sql, sql`first_name`)] },
  });

export async function findDonor(sql: Sql, id: string): Promise<DonorRecord | undefined> {
  const [row] = await sql<[{ donor: DonorRecord | null }]>`
    select private.donor_record(${id}) as donor`;
  return row.donor ?? undefined;
}

/** Returns undefined if none of the donor's donations in that year count. */
export async function findDonorStatement(
  sql: Sql,
  id: string,
  year: number,
): Promise<DonationDocument | undefined> {
  const [row] = await sql<[{ statement: DonationDocument | null }]>`
    select private.donor_statement(${id}, ${year}) as statement`;
  return row.statement ?? undefined;
}

export const eraseFormerDetails = (sql: Sql, id: string) =>
  sql`select private.erase_former_details(${id})`;

/** Returns false if the address doesn't lead to the donor, or is the donor's current one. */
export async function markOtherAddress(
  sql: Sql,
  id: string,
  { address, isMistaken }: DonorRecord["otherAddresses"][number],
): Promise<boolean> {
  const [row] = await sql<[{ isMarked: boolean }]>`
    select private.mark_mistaken_address(${id}, ${address}, ${isMistaken}) as is_marked`;
  return row.isMarked;
}

const { update } = createWrites("donors", { readCurrent: findDonor });

type NewDonor = z.output<typeof donorEndpoints.createDonor.body>;

/** Adds a donor who hasn't given yet. An email address that leads to a donor is refused. */
export async function createDonor(sql: Sql, donor: NewDonor): Promise<DonorRecord | undefined> {
  const [row] = await sql<[{ id: string }]>`
    select private.create_donor(
      first_name => ${donor.firstName},
      last_name => ${donor.lastName ?? ""},
      email => ${donor.email ?? null},
      address => ${donor.address ?? null},
      addressee => ${donor.addressee ?? null},
      salutation => ${donor.salutation ?? null},
      phone => ${donor.phone ?? null},
      notes => ${donor.notes ?? null},
      tags => ${sql.json(donor.tags ?? [])}
    ) as id`;
  return findDonor(sql, row.id);
}

type DonorChanges = Partial<Row<"donors">> & {
  readonly isFormerEmailMistaken?: boolean | undefined;
};

const pickName = ({ firstName, lastName }: DonorRecord) => ({ firstName, lastName });

/**
 * Updates a donor. First and last name are always corrected together, because a donor without a corrected name gets
 * both from the latest donation.
 */
export async function updateDonor(
  sql: Sql,
  id: string,
  { isFormerEmailMistaken = false, ...changes }: DonorChanges,
): Promise<DonorRecord | undefined> {
  const isRenamed = changes.firstName !== undefined || changes.lastName !== undefined;
  const current = isRenamed || isFormerEmailMistaken ? await findDonor(sql, id) : undefined;
  const name = isRenamed && current && pickName(current);
  const updatedRow = await update(sql, id, { ...name, ...changes });
  if (isFormerEmailMistaken && current) {
    await markOtherAddress(sql, id, { address: current.email ?? "", isMistaken: true });
  }
  const donor = await findDonor(sql, id);
  if (donor && !updatedRow) {
    throw new AppError("conflict", {
      message: `This donor was merged into ${formatFullName(donor)}. Open that donor's page to correct it.`,
    });
  }
  return donor;
}
