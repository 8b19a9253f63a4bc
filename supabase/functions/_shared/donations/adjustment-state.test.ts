import { describe, expect, it } from "vitest";
import {
  type AdjustmentUpdate,
  type AdjustmentState,
  supersedes,
  impliesCharge,
} from "./adjustment-state.ts";

const toTime = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();
const createRefund = (status: "pending" | "succeeded" | "failed" | "canceled", second: number) =>
  ({
    kind: "refund",
    id: "re_1",
    amount: 500,
    reason: undefined,
    status,
    occurredAt: toTime(second),
  }) as const;
const createDispute = (status: "open" | "won" | "lost", second: number) =>
  ({
    kind: "dispute",
    id: "dp_1",
    amount: 900,
    reason: undefined,
    status,
    occurredAt: toTime(second),
  }) as const;

const listPermutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) =>
        listPermutations(items.toSpliced(index, 1)).map((others) => [item, ...others]),
      );

const applyInOrder = (order: readonly AdjustmentUpdate[]): AdjustmentState | undefined =>
  order.reduce<AdjustmentState | undefined>(
    (state, update) =>
      supersedes(update, state) ? { ...update, reportedAt: update.occurredAt } : state,
    undefined,
  );

/** Applies the updates in every possible order, each of them twice, and returns the final statuses. */
const findFinalStatuses = (updates: readonly AdjustmentUpdate[]) =>
  new Set(listPermutations(updates).map((order) => applyInOrder([...order, ...order])?.status));

describe("threat 21: refunds and disputes in any order", () => {
  it.each([
    [[createRefund("pending", 1), createRefund("succeeded", 2)], "succeeded"],
    [
      [createRefund("pending", 1), createRefund("succeeded", 2), createRefund("failed", 3)],
      "failed",
    ],
    [[createRefund("pending", 1), createRefund("canceled", 2)], "canceled"],
    [[createDispute("open", 1), createDispute("won", 2)], "won"],
    [[createDispute("open", 1), createDispute("lost", 2)], "lost"],
    // The bank reversed its decision after closing the dispute.
    [[createDispute("open", 1), createDispute("lost", 2), createDispute("won", 3)], "won"],
    [[createDispute("open", 1), createDispute("won", 2), createDispute("lost", 2)], "won"],
  ])("reported as %j end as %s", (updates, finalStatus) => {
    expect(findFinalStatuses(updates)).toEqual(new Set([finalStatus]));
  });

  it.each([
    [{ ...createRefund("succeeded", 1), amount: 700 }, createRefund("succeeded", 2)],
    [{ ...createRefund("pending", 1), amount: 700 }, createRefund("pending", 2)],
    [{ ...createDispute("open", 1), amount: 400 }, createDispute("open", 2)],
  ])(
    "ignore an older event with a different amount, whichever comes first: %j",
    (olderUpdate, newerUpdate) => {
      for (const order of listPermutations<AdjustmentUpdate>([olderUpdate, newerUpdate])) {
        expect(applyInOrder(order)).toMatchObject({
          amount: newerUpdate.amount,
          reportedAt: toTime(2),
        });
      }
    },
  );

  it("don't change if a fact is repeated", () => {
    const knownState = { status: "succeeded", amount: 500, reportedAt: toTime(1) } as const;
    expect(supersedes(createRefund("succeeded", 9), knownState)).toBe(false);
  });

  it("imply a successful charge unless a refund is pending", () => {
    expect(impliesCharge(createRefund("pending", 1))).toBe(false);
    expect(impliesCharge(createRefund("succeeded", 1))).toBe(true);
    expect(impliesCharge(createDispute("open", 1))).toBe(true);
  });
});
