import type { z } from "zod";
import type { adminRecurringDonation } from "../../_shared/contracts/recurring-donations.ts";
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

type AdminRecurringDonation = z.input<typeof adminRecurringDonation>;

export async function findRecurringDonation(
  sql: Sql,
  id: string,
): Promise<AdminRecurringDonation | undefined> {
  const [row] = await sql<[{ donation: AdminRecurringDonation | null }]>`
    select private.subscription_record(${id}) as donation`;
  return row.donation ?? undefined;
}

interface CancellationRequest {
  readonly stripeSubscriptionId: string | null;
  readonly isCanceled: boolean;
  /** True if the same administrator has requested this cancellation before. */
  readonly isRepeated: boolean;
}

export async function requestCancellation(
  sql: Sql,
  id: string,
  reason: string,
): Promise<CancellationRequest | undefined> {
  const [row] = await sql<[{ request: CancellationRequest | null }]>`
    select private.request_cancellation(${id}, ${reason}) as request`;
  return row.request ?? undefined;
}

interface CardLinkRecipient {
  readonly donorId: string;
  readonly email: string;
  /** Whether a link sent to this address shows this donor's gifts. */
  readonly opensDonor: boolean;
  readonly hasBillingPortal: boolean;
}

export async function findCardLinkRecipient(
  sql: Sql,
  id: string,
): Promise<CardLinkRecipient | undefined> {
  const [row] = await sql<[{ recipient: CardLinkRecipient | null }]>`
    select private.card_link_recipient(${id}) as recipient`;
  return row.recipient ?? undefined;
}
