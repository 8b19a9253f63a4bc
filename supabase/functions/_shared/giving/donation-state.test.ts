import { describe, expect, it } from "vitest";
import {
  type DonationState,
  donationAfter,
  type PaymentUpdate,
  paymentStatus,
} from "./donation-state.ts";

const newDonation: DonationState = {
  processingAt: null,
  completedAt: null,
  failedAt: null,
  failures: [],
  failureCode: null,
  failureReason: null,
};
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();

const openUpdate: PaymentUpdate = { outcome: "open", at: at(0) };
const declinedUpdate: PaymentUpdate = {
  outcome: "failed",
  at: at(1),
  failure: { id: "ch_1", code: "card_declined", reason: "Declined" },
};
const declinedAgain: PaymentUpdate = {
  outcome: "failed",
  at: at(2),
  failure: { id: "ch_2", code: "insufficient_funds" },
};
const processingUpdate: PaymentUpdate = { outcome: "processing", at: at(3) };
const succeededUpdate: PaymentUpdate = { outcome: "succeeded", at: at(4) };
const failedLater: PaymentUpdate = { outcome: "succeeded", at: at(6) };
const canceledUpdate: PaymentUpdate = {
  outcome: "cancelled",
  at: at(5),
  failure: { code: "abandoned" },
};

const ordersOf = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) =>
        ordersOf(items.toSpliced(index, 1)).map((others) => [item, ...others]),
      );

/** Returns the final state, which must be the same for all orders of the facts, each applied twice. */
function endOf(updates: readonly PaymentUpdate[]): DonationState & { status: string } {
  const ends = ordersOf(updates).map((order) => {
    let donation = newDonation;
    for (const fact of [...order, ...order]) donation = donationAfter(donation, fact);
    return { ...donation, status: paymentStatus(donation) };
  });
  for (const end of ends) expect(end).toEqual(ends[0]);
  return ends[0]!;
}

describe("threat 16: a donation after facts in any order", () => {
  it("a late decline never undoes a charge, in any of 720 orders", () => {
    expect(
      endOf([
        openUpdate,
        declinedUpdate,
        declinedAgain,
        processingUpdate,
        succeededUpdate,
        failedLater,
      ]),
    ).toEqual({
      processingAt: at(3),
      completedAt: at(4),
      failedAt: null,
      failures: ["ch_1", "ch_2"],
      failureCode: null,
      failureReason: null,
      status: "completed",
    });
  });

  it("the latest decline gives the reason, and each decline counts once", () => {
    expect(endOf([openUpdate, declinedUpdate, declinedAgain])).toMatchObject({
      status: "failed",
      failedAt: at(2),
      failures: ["ch_1", "ch_2"],
      failureCode: "insufficient_funds",
      failureReason: null,
    });
  });

  it("a bank debit after a declined card makes the donation pending, and failed if returned", () => {
    expect(endOf([openUpdate, declinedUpdate, processingUpdate])).toMatchObject({
      status: "pending",
    });
    const returnedUpdate: PaymentUpdate = { ...declinedAgain, at: at(7) };
    expect(endOf([openUpdate, declinedUpdate, processingUpdate, returnedUpdate])).toMatchObject({
      status: "failed",
      failureCode: "insufficient_funds",
    });
  });

  it("a returned bank debit makes the donation failed, although its charge is older", () => {
    const state = donationAfter(donationAfter(newDonation, processingUpdate), {
      ...declinedAgain,
      isLookup: true,
    });
    expect(paymentStatus(state)).toBe("failed");
    expect(donationAfter(state, { ...declinedAgain, isLookup: true })).toEqual(state);
  });

  it("only a successful charge completes the donation", () => {
    expect(endOf([openUpdate])).toMatchObject({ status: "pending" });
    expect(endOf([openUpdate, processingUpdate])).toMatchObject({
      status: "pending",
      completedAt: null,
    });
    expect(endOf([openUpdate, declinedUpdate, canceledUpdate])).toMatchObject({
      status: "failed",
      failureCode: "abandoned",
      failures: ["ch_1"],
    });
    expect(endOf([canceledUpdate, succeededUpdate])).toMatchObject({
      status: "completed",
      failedAt: null,
    });
  });
});
