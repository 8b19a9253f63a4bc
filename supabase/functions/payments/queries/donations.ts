import type { Sql } from "../../_shared/clients/database.ts";
import { withFeeCovered } from "../../_shared/rules/fee-cover.ts";
import { centsToDollars, dollarsToCents } from "../../_shared/rules/money.ts";

export interface NewGift {
  readonly attemptId: string;
  /** Dollars, as text: the donor's choice, without the fee. */
  readonly amount: string;
  readonly coversFee: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isRecurring: boolean;
  readonly isAnonymous: boolean;
  readonly inHonorOf?: string | undefined;
  readonly isDemo: boolean;
}

export interface BegunGift {
  readonly id: string;
  /** Cents: the total charged, and the fee within it. */
  readonly charged: number;
  readonly feeCovered: number;
  /** Null until the provider assigns one. */
  readonly paymentIntentId: string | null;
  readonly monthly: BegunMonthlyGift | undefined;
}

export interface BegunMonthlyGift {
  readonly id: string;
  readonly stripeCustomerId: string | null;
}

/**
 * Inserts one row per attempt, which a repeated attempt gets again; with its subscription if recurring. Throws SQLSTATE
 * CP001 if a repeated attempt differs, CP014 if the amount is out of range.
 */
export async function beginGift(
  sql: Sql,
  gift: NewGift,
  as: { readonly paymentIntentId: string } | { readonly provider: "stripe" },
): Promise<BegunGift> {
  const charge = await chargeOf(sql, gift);
  const monthly =
    gift.isRecurring && "provider" in as ? await beginMonthlyGift(sql, gift, charge) : undefined;
  const [row] = await sql<[{ donation: { id: string; paymentIntentId: string | null } }]>`
    select private.create_pending_donation(
      attempt_id => ${gift.attemptId},
      amount => ${centsToDollars(charge.charged)},
      first_name => ${gift.firstName},
      last_name => ${gift.lastName},
      email => ${gift.email},
      is_recurring => ${gift.isRecurring},
      is_demo => ${gift.isDemo},
      payment_intent_id => ${"paymentIntentId" in as ? as.paymentIntentId : null},
      is_anonymous => ${gift.isAnonymous},
      in_honor_of => ${gift.inHonorOf ?? null},
      fee_covered => ${centsToDollars(charge.feeCovered)},
      subscription_id => ${monthly?.id ?? null}
    ) as donation`;
  return { ...charge, ...row.donation, monthly };
}

interface Charge {
  readonly charged: number;
  readonly feeCovered: number;
}

/** Uses the current settings. */
async function chargeOf(sql: Sql, { amount, coversFee }: NewGift): Promise<Charge> {
  const gift = dollarsToCents(amount) ?? 0;
  if (!coversFee) return { charged: gift, feeCovered: 0 };
  const [fee] = await sql<[{ cardFeePercent: number; cardFeeFixed: number }]>`
    select card_fee_percent::float8, card_fee_fixed::float8 from public.settings`;
  const charged = withFeeCovered(gift, fee);
  return { charged, feeCovered: charged - gift };
}

async function beginMonthlyGift(
  sql: Sql,
  gift: NewGift,
  { charged, feeCovered }: Charge,
): Promise<BegunMonthlyGift> {
  const [row] = await sql<[{ subscription: BegunMonthlyGift }]>`
    select private.create_pending_subscription(
      attempt_id => ${gift.attemptId},
      amount => ${centsToDollars(charged)},
      first_name => ${gift.firstName},
      last_name => ${gift.lastName},
      email => ${gift.email},
      is_demo => ${gift.isDemo},
      is_anonymous => ${gift.isAnonymous},
      in_honor_of => ${gift.inHonorOf ?? null},
      fee_covered => ${centsToDollars(feeCovered)}
    ) as subscription`;
  return row.subscription;
}

/** Stores the provider's ids once; later callers get the first. */
export const attachPaymentIntent = (
  sql: Sql,
  { id }: BegunGift,
  paymentIntentId: string,
  invoiceId: string | undefined,
) => sql`select private.attach_payment_intent(${id}, ${paymentIntentId}, ${invoiceId ?? null})`;

export const attachSubscription = (
  sql: Sql,
  { id }: BegunMonthlyGift,
  customerId: string,
  subscriptionId: string | undefined,
) => sql`select private.attach_subscription(${id}, ${customerId}, ${subscriptionId ?? null})`;
