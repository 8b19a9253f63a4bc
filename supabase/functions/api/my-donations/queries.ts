import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { myDonationEndpoints } from "../../_shared/contracts/my-donations.ts";
import { AppError } from "../../_shared/errors.ts";
import type { Sql } from "../../_shared/clients/database.ts";

export type MyDonationsRow = Output<typeof myDonationEndpoints.listMyDonations>;
export type DonationDocumentRow = Output<typeof myDonationEndpoints.getMyDonationReceipt>;

/**
 * Wraps a donor's query so that it throws if the access through the link has expired. The link tells the database which
 * donations to show.
 */
export const requireOpenSession =
  <Result>(work: (sql: Sql) => Promise<Result>) =>
  async (sql: Sql): Promise<Result> => {
    const [row] = await sql<[{ isOver: boolean }]>`
      select private.linked_email() is null as is_over`;
    if (row.isOver) throw new AppError("gift_session_ended");
    return work(sql);
  };

export async function listMyDonations(sql: Sql): Promise<MyDonationsRow> {
  const [row] = await sql<
    [{ donations: MyDonationsRow }]
  >`select private.my_donations() as donations`;
  return row.donations;
}

export async function findOwnReceipt(
  sql: Sql,
  donationId: string,
): Promise<DonationDocumentRow | undefined> {
  const [row] = await sql<[{ document: DonationDocumentRow | null }]>`
    select private.my_donation_receipt(${donationId}) as document`;
  return row.document ?? undefined;
}

export async function findStatement(
  sql: Sql,
  year: number,
): Promise<DonationDocumentRow | undefined> {
  const [row] = await sql<[{ document: DonationDocumentRow | null }]>`
    select private.my_annual_statement(${year}) as document`;
  return row.document ?? undefined;
}
