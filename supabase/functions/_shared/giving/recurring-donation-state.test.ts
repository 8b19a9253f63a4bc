import { describe, expect, it } from "vitest";
import {
  type SubscriptionUpdate,
  type RecurringDonationState,
  recurringDonationAfter,
} from "./recurring-donation-state.ts";

const newRecurringDonation: RecurringDonationState = {
  status: "incomplete",
  amount: 2500,
  reportedAt: null,
  currentPeriodEnd: null,
  cancelsAt: null,
  cancelledAt: null,
};
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();

const ordersOf = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) =>
        ordersOf(items.toSpliced(index, 1)).map((others) => [item, ...others]),
      );

/** Returns the final state, which must be the same for all orders of the facts; lookups return `truth`. */
function endOf(
  updates: readonly SubscriptionUpdate[],
  truth: SubscriptionUpdate,
): RecurringDonationState {
  const ends = ordersOf(updates).map((order) =>
    [...order, ...order].reduce<RecurringDonationState>((state, fact) => {
      const nextState = recurringDonationAfter(state, fact);
      if (nextState !== "ask") return nextState;
      const stateAfterLookup = recurringDonationAfter(state, {
        ...truth,
        at: fact.at,
        isLookup: true,
      });
      if (stateAfterLookup === "ask") throw new Error("A lookup can't require another lookup");
      return stateAfterLookup;
    }, newRecurringDonation),
  );
  for (const end of ends) {
    expect({ ...end, reportedAt: null }).toEqual({ ...ends[0], reportedAt: null });
  }
  return ends[0]!;
}

const incomplete: SubscriptionUpdate = { status: "incomplete", at: at(1) };
const active: SubscriptionUpdate = { status: "active", at: at(2), currentPeriodEnd: at(30) };
const failedUpdate: SubscriptionUpdate = { status: "past_due", at: at(3) };
const paidUpdate: SubscriptionUpdate = { status: "active", at: at(4), currentPeriodEnd: at(50) };
const endedUpdate: SubscriptionUpdate = { status: "cancelled", at: at(5), cancelledAt: at(5) };

describe("threat 22: a recurring donation after facts in any order", () => {
  it("an invoice paid after a failed one makes the donation active, whichever is reported first", () => {
    expect(endOf([incomplete, active, failedUpdate, paidUpdate], paidUpdate)).toMatchObject({
      status: "active",
      currentPeriodEnd: at(50),
    });
    expect(endOf([incomplete, active, failedUpdate], failedUpdate)).toMatchObject({
      status: "past_due",
    });
  });

  it("a cancellation is final in all 120 orders", () => {
    expect(
      endOf([incomplete, active, failedUpdate, paidUpdate, endedUpdate], endedUpdate),
    ).toMatchObject({
      status: "cancelled",
      cancelledAt: at(5),
    });
  });

  it("two conflicting facts in the same second need a lookup", () => {
    const sameSecond = [incomplete, active, failedUpdate].map((fact) => ({ ...fact, at: at(1) }));
    expect(endOf(sameSecond, { ...active, at: at(1) })).toMatchObject({ status: "active" });
  });

  it("a late fact that would change something needs a lookup", () => {
    const activeDonation = recurringDonationAfter(
      newRecurringDonation,
      active,
    ) as RecurringDonationState;
    expect(recurringDonationAfter(activeDonation, { ...failedUpdate, isLate: true })).toBe("ask");
    expect(
      recurringDonationAfter(activeDonation, { ...active, at: at(9), isLate: true }),
    ).toMatchObject({
      status: "active",
    });
  });

  it("a scheduled end and a new amount apply, and can be undone", () => {
    const activeDonation = recurringDonationAfter(
      newRecurringDonation,
      active,
    ) as RecurringDonationState;
    const endingUpdate = { ...active, at: at(6), cancelsAt: at(30), amount: 3000 };
    const state = recurringDonationAfter(activeDonation, endingUpdate) as RecurringDonationState;
    expect(state).toMatchObject({ cancelsAt: at(30), amount: 3000 });
    expect(recurringDonationAfter(state, { ...active, at: at(7), cancelsAt: null })).toMatchObject({
      cancelsAt: null,
      amount: 3000,
    });
  });

  it("an older event with a different amount or status changes neither", () => {
    const state = recurringDonationAfter(newRecurringDonation, {
      ...active,
      at: at(6),
      amount: 3000,
    });
    const older = { ...failedUpdate, at: at(5) };
    expect(recurringDonationAfter(state as RecurringDonationState, older)).toEqual(state);
    expect(
      recurringDonationAfter(state as RecurringDonationState, { ...older, amount: 2500 }),
    ).toBe("ask");
  });

  it("a lookup that finds nothing new changes nothing", () => {
    const activeDonation = recurringDonationAfter(
      newRecurringDonation,
      active,
    ) as RecurringDonationState;
    expect(
      recurringDonationAfter(activeDonation, { ...active, at: at(9), isLookup: true }),
    ).toEqual(activeDonation);
  });
});
