import { describe, expect, it } from "vitest";
import {
  type SubscriptionUpdate,
  type RecurringDonationState,
  getUpdatedRecurringDonation,
} from "./recurring-donation-state.ts";

const newRecurringDonation: RecurringDonationState = {
  status: "incomplete",
  amount: 2500,
  reportedAt: null,
  currentPeriodEnd: null,
  cancelsAt: null,
  canceledAt: null,
};
const timeAt = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();

const listOrders = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) =>
        listOrders(items.toSpliced(index, 1)).map((others) => [item, ...others]),
      );

/**
 * Applies the updates in every possible order, each of them twice, and returns the final state, which must always be
 * the same. Lookups return `currentUpdate`.
 */
function findFinalState(
  updates: readonly SubscriptionUpdate[],
  currentUpdate: SubscriptionUpdate,
): RecurringDonationState {
  const finalStates = listOrders(updates).map((order) =>
    [...order, ...order].reduce<RecurringDonationState>((state, update) => {
      const nextState = getUpdatedRecurringDonation(state, update);
      if (nextState !== "needs-lookup") return nextState;
      const stateAfterLookup = getUpdatedRecurringDonation(state, {
        ...currentUpdate,
        occurredAt: update.occurredAt,
        isLookup: true,
      });
      if (stateAfterLookup === "needs-lookup")
        throw new Error("A lookup can't require another lookup");
      return stateAfterLookup;
    }, newRecurringDonation),
  );
  for (const finalState of finalStates) {
    expect({ ...finalState, reportedAt: null }).toEqual({ ...finalStates[0], reportedAt: null });
  }
  return finalStates[0]!;
}

const incompleteUpdate: SubscriptionUpdate = { status: "incomplete", occurredAt: timeAt(1) };
const activeUpdate: SubscriptionUpdate = {
  status: "active",
  occurredAt: timeAt(2),
  currentPeriodEnd: timeAt(30),
};
const failedUpdate: SubscriptionUpdate = { status: "past_due", occurredAt: timeAt(3) };
const paidUpdate: SubscriptionUpdate = {
  status: "active",
  occurredAt: timeAt(4),
  currentPeriodEnd: timeAt(50),
};
const endedUpdate: SubscriptionUpdate = {
  status: "canceled",
  occurredAt: timeAt(5),
  canceledAt: timeAt(5),
};

describe("threat 22: facts about a recurring donation, in any order", () => {
  it("make it active if an invoice is paid after a failed one, whichever is reported first", () => {
    expect(
      findFinalState([incompleteUpdate, activeUpdate, failedUpdate, paidUpdate], paidUpdate),
    ).toMatchObject({
      status: "active",
      currentPeriodEnd: timeAt(50),
    });
    expect(
      findFinalState([incompleteUpdate, activeUpdate, failedUpdate], failedUpdate),
    ).toMatchObject({
      status: "past_due",
    });
  });

  it("never undo a cancellation, in any of 120 orders", () => {
    expect(
      findFinalState(
        [incompleteUpdate, activeUpdate, failedUpdate, paidUpdate, endedUpdate],
        endedUpdate,
      ),
    ).toMatchObject({
      status: "canceled",
      canceledAt: timeAt(5),
    });
  });

  it("need a lookup if two of them conflict in the same second", () => {
    const updatesInSameSecond = [incompleteUpdate, activeUpdate, failedUpdate].map((update) => ({
      ...update,
      occurredAt: timeAt(1),
    }));
    expect(
      findFinalState(updatesInSameSecond, { ...activeUpdate, occurredAt: timeAt(1) }),
    ).toMatchObject({
      status: "active",
    });
  });

  it("need a lookup if one arrives late and would change something", () => {
    const activeDonation = getUpdatedRecurringDonation(
      newRecurringDonation,
      activeUpdate,
    ) as RecurringDonationState;
    expect(getUpdatedRecurringDonation(activeDonation, { ...failedUpdate, isLate: true })).toBe(
      "needs-lookup",
    );
    expect(
      getUpdatedRecurringDonation(activeDonation, {
        ...activeUpdate,
        occurredAt: timeAt(9),
        isLate: true,
      }),
    ).toMatchObject({
      status: "active",
    });
  });

  it("set a new amount and a scheduled end, which can be undone", () => {
    const activeDonation = getUpdatedRecurringDonation(
      newRecurringDonation,
      activeUpdate,
    ) as RecurringDonationState;
    const endingUpdate = {
      ...activeUpdate,
      occurredAt: timeAt(6),
      cancelsAt: timeAt(30),
      amount: 3000,
    };
    const state = getUpdatedRecurringDonation(
      activeDonation,
      endingUpdate,
    ) as RecurringDonationState;
    expect(state).toMatchObject({ cancelsAt: timeAt(30), amount: 3000 });
    expect(
      getUpdatedRecurringDonation(state, {
        ...activeUpdate,
        occurredAt: timeAt(7),
        cancelsAt: null,
      }),
    ).toMatchObject({
      cancelsAt: null,
      amount: 3000,
    });
  });

  it("change nothing if an older fact with another status arrives, but need a lookup if its amount differs too", () => {
    const state = getUpdatedRecurringDonation(newRecurringDonation, {
      ...activeUpdate,
      occurredAt: timeAt(6),
      amount: 3000,
    });
    const olderUpdate = { ...failedUpdate, occurredAt: timeAt(5) };
    expect(getUpdatedRecurringDonation(state as RecurringDonationState, olderUpdate)).toEqual(
      state,
    );
    expect(
      getUpdatedRecurringDonation(state as RecurringDonationState, {
        ...olderUpdate,
        amount: 2500,
      }),
    ).toBe("needs-lookup");
  });

  it("change nothing if a lookup finds nothing new", () => {
    const activeDonation = getUpdatedRecurringDonation(
      newRecurringDonation,
      activeUpdate,
    ) as RecurringDonationState;
    expect(
      getUpdatedRecurringDonation(activeDonation, {
        ...activeUpdate,
        occurredAt: timeAt(9),
        isLookup: true,
      }),
    ).toEqual(activeDonation);
  });
});
