import type { MyGifts } from "./my-gifts.ts";
import type { Sql } from "../../_shared/clients/database.ts";

export type OwnMonthlyGift = MyGifts["monthlyGifts"][number] & {
  readonly stripeCustomerId: string | null;
  readonly stripeSubscriptionId: string | null;
};

export async function findMonthlyGift(sql: Sql, id: string): Promise<OwnMonthlyGift | undefined> {
  const [row] = await sql<[{ gift: OwnMonthlyGift | null }]>`
    select private.my_subscription(${id}) as gift`;
  return row.gift ?? undefined;
}

export const cancelDemoMonthlyGift = (sql: Sql, id: string) =>
  sql`select private.cancel_demo_subscription(${id})`;
