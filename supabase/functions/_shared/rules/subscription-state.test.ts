import { describe, expect, it } from "vitest";
import {
  type SubscriptionFacts,
  type SubscriptionState,
  subscriptionAfter,
} from "./subscription-state.ts";

const begun: SubscriptionState = {
  status: "incomplete",
  amount: 2500,
  toldAt: null,
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

/** Returns the one final state over all orders of the facts, each applied twice; lookups return `truth`. */
function endOf(facts: readonly SubscriptionFacts[], truth: SubscriptionFacts): SubscriptionState {
  const ends = ordersOf(facts).map((order) =>
    [...order, ...order].reduce<SubscriptionState>((gift, fact) => {
      const next = subscriptionAfter(gift, fact);
      if (next !== "ask") return next;
      const answered = subscriptionAfter(gift, { ...truth, at: fact.at, isAsked: true });
      if (answered === "ask") throw new Error("An answer needs no question");
      return answered;
    }, begun),
  );
  for (const end of ends) {
    expect({ ...end, toldAt: null }).toEqual({ ...ends[0], toldAt: null });
  }
  return ends[0]!;
}

const incomplete: SubscriptionFacts = { status: "incomplete", at: at(1) };
const active: SubscriptionFacts = { status: "active", at: at(2), currentPeriodEnd: at(30) };
const failed: SubscriptionFacts = { status: "past_due", at: at(3) };
const paid: SubscriptionFacts = { status: "active", at: at(4), currentPeriodEnd: at(50) };
const ended: SubscriptionFacts = { status: "cancelled", at: at(5), cancelledAt: at(5) };

describe("threats row 22: a monthly gift after facts in every order", () => {
  it("failed then paid returns to active, whatever comes first", () => {
    expect(endOf([incomplete, active, failed, paid], paid)).toMatchObject({
      status: "active",
      currentPeriodEnd: at(50),
    });
    expect(endOf([incomplete, active, failed], failed)).toMatchObject({ status: "past_due" });
  });

  it("120 orders with its end: it stays ended", () => {
    expect(endOf([incomplete, active, failed, paid, ended], ended)).toMatchObject({
      status: "cancelled",
      cancelledAt: at(5),
    });
  });

  it("two facts of one second that differ: the provider is asked", () => {
    const sameSecond = [incomplete, active, failed].map((fact) => ({ ...fact, at: at(1) }));
    expect(endOf(sameSecond, { ...active, at: at(1) })).toMatchObject({ status: "active" });
  });

  it("a late fact that would change something: the provider is asked", () => {
    const running = subscriptionAfter(begun, active) as SubscriptionState;
    expect(subscriptionAfter(running, { ...failed, isLate: true })).toBe("ask");
    expect(subscriptionAfter(running, { ...active, at: at(9), isLate: true })).toMatchObject({
      status: "active",
    });
  });

  it("a wish to end, a new amount, and that both were taken back", () => {
    const running = subscriptionAfter(begun, active) as SubscriptionState;
    const ending = { ...active, at: at(6), cancelsAt: at(30), amount: 3000 };
    const told = subscriptionAfter(running, ending) as SubscriptionState;
    expect(told).toMatchObject({ cancelsAt: at(30), amount: 3000 });
    expect(subscriptionAfter(told, { ...active, at: at(7), cancelsAt: null })).toMatchObject({
      cancelsAt: null,
      amount: 3000,
    });
  });

  it("an older event with another amount or status changes neither", () => {
    const told = subscriptionAfter(begun, { ...active, at: at(6), amount: 3000 });
    const older = { ...failed, at: at(5) };
    expect(subscriptionAfter(told as SubscriptionState, older)).toEqual(told);
    expect(subscriptionAfter(told as SubscriptionState, { ...older, amount: 2500 })).toBe("ask");
  });

  it("an answer that brings nothing new changes nothing", () => {
    const running = subscriptionAfter(begun, active) as SubscriptionState;
    expect(subscriptionAfter(running, { ...active, at: at(9), isAsked: true })).toEqual(running);
  });
});
