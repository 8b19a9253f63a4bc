import type { Output } from "../../_shared/contracts/endpoint.ts";
import type { myGiftEndpoints } from "../../_shared/contracts/my-gifts.ts";
import { AppError } from "../../_shared/errors.ts";
import type { Sql } from "../../_shared/clients/database.ts";

export type MyGifts = Output<typeof myGiftEndpoints.listMyGifts>;
export type Paper = Output<typeof myGiftEndpoints.getMyGiftReceipt>;

/**
 * Runs a donor's query and explains an expired link. The database itself decides from the link which donations to show.
 */
export const withinTheHour =
  <Result>(work: (sql: Sql) => Promise<Result>) =>
  async (sql: Sql): Promise<Result> => {
    const [row] = await sql<[{ isOver: boolean }]>`
      select private.gift_donor() is null as is_over`;
    if (row.isOver) throw new AppError("gift_session_ended");
    return work(sql);
  };

export async function listMyGifts(sql: Sql): Promise<MyGifts> {
  const [row] = await sql<[{ gifts: MyGifts }]>`select private.my_gifts() as gifts`;
  return row.gifts;
}

export async function findReceipt(sql: Sql, giftId: string): Promise<Paper | undefined> {
  const [row] = await sql<[{ paper: Paper | null }]>`
    select private.my_gift_receipt(${giftId}) as paper`;
  return row.paper ?? undefined;
}

export async function findStatement(sql: Sql, year: number): Promise<Paper | undefined> {
  const [row] = await sql<[{ paper: Paper | null }]>`
    select private.my_gift_statement(${year}) as paper`;
  return row.paper ?? undefined;
}
