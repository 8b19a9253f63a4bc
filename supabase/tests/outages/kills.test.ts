import { afterAll, beforeAll, expect, it } from "vitest";
import { NIGHTLY } from "../results.ts";
import { DonationStack } from "./kills.ts";
import type { Victim } from "./killable-stack.ts";

let stack: DonationStack;

beforeAll(async () => {
  stack = await DonationStack.create();
});
afterAll(() => stack.stop());

/** The long version, `npm run bench kills`, kills a process at ten different points, each time during 200 donations. */
const killDuringDonations = async (victim: Victim) => {
  const moment = { victim, commits: 8 };
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
  return outcome.recoveryMs;
};

it("DON-52: every donation counts once when the function is killed between a commit and its response", async () => {
  expect(await killDuringDonations("function")).toBeLessThan(30_000);
});

it("the test fails with its moment if that is never reached", async () => {
  await expect(stack.killDuring(1, { victim: "function", responses: 2 })).rejects.toThrow(
    'the moment wasn\'t reached: {"victim":"function","responses":2}, with 1 of 1 donations',
  );
});

it.each(["postgres", "launcher"] as const)(
  "DON-52: every donation counts once when the %s is killed between a commit and its response",
  { tags: [NIGHTLY] },
  async (victim) => {
    expect(await killDuringDonations(victim)).toBeLessThan(30_000);
  },
);
