import type { MyDonationsRow } from "../my-donations/queries.ts";
import type { Sql } from "../../_shared/clients/database.ts";

export type OwnRecurringDonation = MyDonationsRow["monthlyGifts"][number] & {
  readonly stripeCustomerId: string | null;
  readonly stripeSubscriptionId: string | null;
};

export async function findOwnRecurringDonation(
  sql: Sql,
  id: string,
): Promise<OwnRecurringDonation | undefined> {
  const [row] = await sql<[{ donation: OwnRecurringDonation | null }]>`
    select private.my_subscription(${id}) as donation`;
  return row.donation ?? undefined;
}

export const cancelDemoRecurringDonation = (sql: Sql, id: string) =>
  sql`select private.cancel_demo_subscription(${id})`;
