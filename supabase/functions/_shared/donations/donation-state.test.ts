import { describe, expect, it } from "vitest";
import {
  type DonationState,
  getUpdatedDonation,
  type PaymentUpdate,
  getPaymentStatus,
} from "./donation-state.ts";

const newDonation: DonationState = {
  processingAt: null,
  completedAt: null,
  failedAt: null,
  failures: [],
  failureCode: null,
  failureReason: null,
};
const timeAt = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();

const openUpdate: PaymentUpdate = { outcome: "open", occurredAt: timeAt(0) };
const declinedUpdate: PaymentUpdate = {
  outcome: "failed",
  occurredAt: timeAt(1),
  failure: { id: "ch_1", code: "card_declined", reason: "Declined" },
};
const secondDeclinedUpdate: PaymentUpdate = {
  outcome: "failed",
  occurredAt: timeAt(2),
  failure: { id: "ch_2", code: "insufficient_funds" },
};
const processingUpdate: PaymentUpdate = { outcome: "processing", occurredAt: timeAt(3) };
const succeededUpdate: PaymentUpdate = { outcome: "succeeded", occurredAt: timeAt(4) };
const secondSucceededUpdate: PaymentUpdate = { outcome: "succeeded", occurredAt: timeAt(6) };
const canceledUpdate: PaymentUpdate = {
  outcome: "canceled",
  occurredAt: timeAt(5),
  failure: { code: "abandoned" },
};

const listOrders = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) =>
        listOrders(items.toSpliced(index, 1)).map((others) => [item, ...others]),
      );

/**
 * Applies the updates in every possible order, each of them twice, and returns the final state, which must always be
 * the same.
 */
function findFinalState(updates: readonly PaymentUpdate[]): DonationState & { status: string } {
  const finalStates = listOrders(updates).map((order) => {
    let donation = newDonation;
    for (const update of [...order, ...order]) donation = getUpdatedDonation(donation, update);
    return { ...donation, status: getPaymentStatus(donation) };
  });
  for (const finalState of finalStates) expect(finalState).toEqual(finalStates[0]);
  return finalStates[0]!;
}

describe("threat 16: facts about a payment, in any order", () => {
  it("never undo a charge because of a late decline, in any of 720 orders", () => {
    expect(
      findFinalState([
        openUpdate,
        declinedUpdate,
        secondDeclinedUpdate,
        processingUpdate,
        succeededUpdate,
        secondSucceededUpdate,
      ]),
    ).toEqual({
      processingAt: timeAt(3),
      completedAt: timeAt(4),
      failedAt: null,
      failures: ["ch_1", "ch_2"],
      failureCode: null,
      failureReason: null,
      status: "completed",
    });
  });

  it("give the reason for the latest decline, and count each decline once", () => {
    expect(findFinalState([openUpdate, declinedUpdate, secondDeclinedUpdate])).toMatchObject({
      status: "failed",
      failedAt: timeAt(2),
      failures: ["ch_1", "ch_2"],
      failureCode: "insufficient_funds",
      failureReason: null,
    });
  });

  it("mark a donation as pending if a bank debit follows a declined card, and as failed if the debit is returned", () => {
    expect(findFinalState([openUpdate, declinedUpdate, processingUpdate])).toMatchObject({
      status: "pending",
    });
    const returnedUpdate: PaymentUpdate = { ...secondDeclinedUpdate, occurredAt: timeAt(7) };
    expect(
      findFinalState([openUpdate, declinedUpdate, processingUpdate, returnedUpdate]),
    ).toMatchObject({
      status: "failed",
      failureCode: "insufficient_funds",
    });
  });

  it("mark a donation as failed if a bank debit is returned, even if the charge is older than the last fact applied", () => {
    const state = getUpdatedDonation(getUpdatedDonation(newDonation, processingUpdate), {
      ...secondDeclinedUpdate,
      isLookup: true,
    });
    expect(getPaymentStatus(state)).toBe("failed");
    expect(getUpdatedDonation(state, { ...secondDeclinedUpdate, isLookup: true })).toEqual(state);
  });

  it("complete a donation only with a successful charge", () => {
    expect(findFinalState([openUpdate])).toMatchObject({ status: "pending" });
    expect(findFinalState([openUpdate, processingUpdate])).toMatchObject({
      status: "pending",
      completedAt: null,
    });
    expect(findFinalState([openUpdate, declinedUpdate, canceledUpdate])).toMatchObject({
      status: "failed",
      failureCode: "abandoned",
      failures: ["ch_1"],
    });
    expect(findFinalState([canceledUpdate, succeededUpdate])).toMatchObject({
      status: "completed",
      failedAt: null,
    });
  });
});
