import { afterAll, beforeAll, expect, it } from "vitest";
import { DonationStack } from "./kills.ts";

let stack: DonationStack;

beforeAll(async () => {
  stack = await DonationStack.create();
});
afterAll(() => stack.stop());

/** The long version, `npm run bench kills`, kills a process at ten different points, each time during 200 donations. */
it.each([
  { victim: "postgres", commits: 8 },
  { victim: "function", commits: 8 },
  { victim: "launcher", commits: 8 },
] as const)(
  "DON-52: every donation counts once when the $victim is killed between a commit and its response",
  async (moment) => {
    const outcome = await stack.killDuring(30, moment);
    expect(outcome).toEqual({
      ...moment,
      recoveryMs: expect.any(Number),
      confirmedCount: 30,
      wrongDonationCount: 0,
      duplicateReceiptCount: 0,
      totalsDifferenceCount: 0,
      surplusCents: 0,
      unexpectedResponses: [],
    });
    expect(outcome.recoveryMs).toBeLessThan(30_000);
  },
);
