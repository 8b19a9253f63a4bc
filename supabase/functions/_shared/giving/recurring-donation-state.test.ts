import { describe, expect, it } from "vitest";
import {
  type SubscriptionUpdate,
  type RecurringDonationState,
  recurringDonationAfter,
} from "./recurring-donation-state.ts";

const begun: RecurringDonationState = {
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
    [...order, ...order].reduce<RecurringDonationState>((recurring, fact) => {
      const next = recurringDonationAfter(recurring, fact);
      if (next !== "ask") return next;
      const answered = recurringDonationAfter(recurring, { ...truth, at: fact.at, isLookup: true });
      if (answered === "ask") throw new Error("An answer needs no question");
      return answered;
    }, begun),
  );
  for (const end of ends) {
    expect({ ...end, reportedAt: null }).toEqual({ ...ends[0], reportedAt: null });
  }
  return ends[0]!;
}

const incomplete: SubscriptionUpdate = { status: "incomplete", at: at(1) };
const active: SubscriptionUpdate = { status: "active", at: at(2), currentPeriodEnd: at(30) };
const failed: SubscriptionUpdate = { status: "past_due", at: at(3) };
const paid: SubscriptionUpdate = { status: "active", at: at(4), currentPeriodEnd: at(50) };
const ended: SubscriptionUpdate = { status: "cancelled", at: at(5), cancelledAt: at(5) };

describe("threat 22: a recurring donation after facts in any order", () => {
  it("a paid invoice after a failed one makes it active, whichever comes first", () => {
    expect(endOf([incomplete, active, failed, paid], paid)).toMatchObject({
      status: "active",
      currentPeriodEnd: at(50),
    });
    expect(endOf([incomplete, active, failed], failed)).toMatchObject({ status: "past_due" });
  });

  it("a cancellation is final in all 120 orders", () => {
    expect(endOf([incomplete, active, failed, paid, ended], ended)).toMatchObject({
      status: "cancelled",
      cancelledAt: at(5),
    });
  });

  it("two conflicting facts in the same second need a lookup", () => {
    const sameSecond = [incomplete, active, failed].map((fact) => ({ ...fact, at: at(1) }));
    expect(endOf(sameSecond, { ...active, at: at(1) })).toMatchObject({ status: "active" });
  });

  it("a late fact that would change something needs a lookup", () => {
    const running = recurringDonationAfter(begun, active) as RecurringDonationState;
    expect(recurringDonationAfter(running, { ...failed, isLate: true })).toBe("ask");
    expect(recurringDonationAfter(running, { ...active, at: at(9), isLate: true })).toMatchObject({
      status: "active",
    });
  });

  it("a scheduled end and a new amount apply, and can be undone", () => {
    const running = recurringDonationAfter(begun, active) as RecurringDonationState;
    const ending = { ...active, at: at(6), cancelsAt: at(30), amount: 3000 };
    const state = recurringDonationAfter(running, ending) as RecurringDonationState;
    expect(state).toMatchObject({ cancelsAt: at(30), amount: 3000 });
    expect(recurringDonationAfter(state, { ...active, at: at(7), cancelsAt: null })).toMatchObject({
      cancelsAt: null,
      amount: 3000,
    });
  });

  it("an older event with a different amount or status changes neither", () => {
    const state = recurringDonationAfter(begun, { ...active, at: at(6), amount: 3000 });
    const older = { ...failed, at: at(5) };
    expect(recurringDonationAfter(state as RecurringDonationState, older)).toEqual(state);
    expect(
      recurringDonationAfter(state as RecurringDonationState, { ...older, amount: 2500 }),
    ).toBe("ask");
  });

  it("a lookup that finds nothing new changes nothing", () => {
    const running = recurringDonationAfter(begun, active) as RecurringDonationState;
    expect(recurringDonationAfter(running, { ...active, at: at(9), isLookup: true })).toEqual(
      running,
    );
  });
});
