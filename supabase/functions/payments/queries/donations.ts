import type { Sql } from "../../_shared/clients/database.ts";
import { withFeeCovered } from "../../_shared/rules/fee-cover.ts";
import { centsToDollars, dollarsToCents } from "../../_shared/rules/money.ts";

export interface NewGift {
  readonly attemptId: string;
  /** Dollars, as text; what the donor chose, without the fee. */
  readonly amount: string;
  readonly coversFee: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isRecurring: boolean;
  readonly isAnonymous: boolean;
  readonly inHonorOf?: string | undefined;
  readonly isDemo: boolean;
  readonly paymentIntentId: string;
}

interface BegunGift {
  readonly amount: number;
  readonly paymentIntentId: string;
}

/**
 * One row per attempt: a repeated attempt gets the intent of the first. Raises SQLSTATE CP001 where the repeated
 * attempt has other facts, CP014 where the amount is out of range.
 */
export async function beginGift(sql: Sql, gift: NewGift): Promise<BegunGift> {
  const { amount, feeCovered } = await chargeOf(sql, gift);
  const [row] = await sql<[{ donation: BegunGift }]>`
    select private.create_pending_donation(
      attempt_id => ${gift.attemptId},
      amount => ${amount},
      first_name => ${gift.firstName},
      last_name => ${gift.lastName},
      email => ${gift.email},
      is_recurring => ${gift.isRecurring},
      is_demo => ${gift.isDemo},
      payment_intent_id => ${gift.paymentIntentId},
      is_anonymous => ${gift.isAnonymous},
      in_honor_of => ${gift.inHonorOf ?? null},
      fee_covered => ${feeCovered}
    ) as donation`;
  return row.donation;
}

/** What is charged in all, and how much of it is for the fee; by the settings of this moment. */
async function chargeOf(sql: Sql, { amount, coversFee }: NewGift) {
  if (!coversFee) return { amount, feeCovered: "0" };
  const gift = dollarsToCents(amount) ?? 0;
  const [fee] = await sql<[{ cardFeePercent: number; cardFeeFixed: number }]>`
    select card_fee_percent::float8, card_fee_fixed::float8 from public.settings`;
  const charged = withFeeCovered(gift, fee);
  return { amount: centsToDollars(charged), feeCovered: centsToDollars(charged - gift) };
}
