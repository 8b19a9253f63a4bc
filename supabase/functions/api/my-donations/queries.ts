import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { myDonationEndpoints } from "../../_shared/contracts/my-donations.ts";
import { AppError } from "../../_shared/errors.ts";
import type { Sql } from "../../_shared/clients/database.ts";

export type MyDonationsRow = Output<typeof myDonationEndpoints.listMyDonations>;
export type DonationDocumentRow = Output<typeof myDonationEndpoints.getMyDonationReceipt>;

/**
 * Runs a donor's query and explains an expired link. The database itself decides from the link which donations to show.
 */
export const requireOpenSession =
  <Result>(work: (sql: Sql) => Promise<Result>) =>
  async (sql: Sql): Promise<Result> => {
    const [row] = await sql<[{ isOver: boolean }]>`
      select private.linked_donor() is null as is_over`;
    if (row.isOver) throw new AppError("gift_session_ended");
    return work(sql);
  };

export async function listMyDonations(sql: Sql): Promise<MyDonationsRow> {
  const [row] = await sql<[{ gifts: MyDonationsRow }]>`select private.my_donations() as gifts`;
  return row.gifts;
}

export async function findReceipt(
  sql: Sql,
  giftId: string,
): Promise<DonationDocumentRow | undefined> {
  const [row] = await sql<[{ paper: DonationDocumentRow | null }]>`
    select private.my_donation_receipt(${giftId}) as paper`;
  return row.paper ?? undefined;
}

export async function findStatement(
  sql: Sql,
  year: number,
): Promise<DonationDocumentRow | undefined> {
  const [row] = await sql<[{ paper: DonationDocumentRow | null }]>`
    select private.my_annual_statement(${year}) as paper`;
  return row.paper ?? undefined;
}
