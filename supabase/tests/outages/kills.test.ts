import { afterAll, beforeAll, expect, it } from "vitest";
import { DonationStack } from "./kills.ts";

let stack: DonationStack;

beforeAll(async () => {
  stack = await DonationStack.create();
});
afterAll(() => stack.stop());

/** The long version is `npm run bench kills`: 200 donations, ten moments. */
it.each([
  { victim: "postgres", committed: 8 },
  { victim: "function", committed: 8 },
  { victim: "launcher", committed: 8 },
] as const)(
  "DON-52: every donation counts once when the $victim is killed between a commit and its response",
  async (moment) => {
    const outcome = await stack.killDuring(30, moment);
    expect(outcome).toEqual({
      ...moment,
      backAfterMs: expect.any(Number),
      confirmedCount: 30,
      wrong: 0,
      receiptsTooMany: 0,
      totalsDiffer: 0,
      surplus: 0,
      unexpected: [],
    });
    expect(outcome.backAfterMs).toBeLessThan(30_000);
  },
);
