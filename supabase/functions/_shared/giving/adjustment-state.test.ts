import { describe, expect, it } from "vitest";
import {
  type AdjustmentUpdate,
  type AdjustmentState,
  supersedes,
  impliesCharge,
} from "./adjustment-state.ts";

const timeAt = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString();
const refund = (status: "pending" | "succeeded" | "failed" | "cancelled", second: number) =>
  ({
    kind: "refund",
    id: "re_1",
    amount: 500,
    reason: undefined,
    status,
    occurredAt: timeAt(second),
  }) as const;
const dispute = (status: "open" | "won" | "lost", second: number) =>
  ({
    kind: "dispute",
    id: "dp_1",
    amount: 900,
    reason: undefined,
    status,
    occurredAt: timeAt(second),
  }) as const;

const ordersOf = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) =>
        ordersOf(items.toSpliced(index, 1)).map((others) => [item, ...others]),
      );

const stateAfter = (order: readonly AdjustmentUpdate[]): AdjustmentState | undefined =>
  order.reduce<AdjustmentState | undefined>(
    (state, update) =>
      supersedes(update, state) ? { ...update, reportedAt: update.occurredAt } : state,
    undefined,
  );

/** Returns the final statuses of all orders of the updates, each applied twice. */
const finalStatusesOf = (updates: readonly AdjustmentUpdate[]) =>
  new Set(ordersOf(updates).map((order) => stateAfter([...order, ...order])?.status));

describe("threat 21: refunds and disputes in any order", () => {
  it.each([
    [[refund("pending", 1), refund("succeeded", 2)], "succeeded"],
    [[refund("pending", 1), refund("succeeded", 2), refund("failed", 3)], "failed"],
    [[refund("pending", 1), refund("cancelled", 2)], "cancelled"],
    [[dispute("open", 1), dispute("won", 2)], "won"],
    [[dispute("open", 1), dispute("lost", 2)], "lost"],
    // The bank reversed its decision after closing the dispute.
    [[dispute("open", 1), dispute("lost", 2), dispute("won", 3)], "won"],
    [[dispute("open", 1), dispute("won", 2), dispute("lost", 2)], "won"],
  ])("lead from %j to %s", (updates, finalStatus) => {
    expect(finalStatusesOf(updates)).toEqual(new Set([finalStatus]));
  });

  it.each([
    [{ ...refund("succeeded", 1), amount: 700 }, refund("succeeded", 2)],
    [{ ...refund("pending", 1), amount: 700 }, refund("pending", 2)],
    [{ ...dispute("open", 1), amount: 400 }, dispute("open", 2)],
  ])(
    "ignore an older event with a different amount, whichever comes first: %j",
    (olderUpdate, newerUpdate) => {
      for (const order of ordersOf<AdjustmentUpdate>([olderUpdate, newerUpdate])) {
        expect(stateAfter(order)).toMatchObject({
          amount: newerUpdate.amount,
          reportedAt: timeAt(2),
        });
      }
    },
  );

  it("are unchanged by a known fact", () => {
    const knownState = { status: "succeeded", amount: 500, reportedAt: timeAt(1) } as const;
    expect(supersedes(refund("succeeded", 9), knownState)).toBe(false);
  });

  it("imply a successful charge unless a refund is pending", () => {
    expect(impliesCharge(refund("pending", 1))).toBe(false);
    expect(impliesCharge(refund("succeeded", 1))).toBe(true);
    expect(impliesCharge(dispute("open", 1))).toBe(true);
  });
});
