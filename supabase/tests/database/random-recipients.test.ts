import { expect, test } from "vitest";
import { createRandomGenerator, firstSeed, getRoundCount } from "../random.ts";
import { addAdmin, withRollback } from "./connection.ts";
import { RecipientHistory } from "./recipient-histories.ts";

const STEP_COUNT = 16;

test("threat 21: however donors are corrected and merged, every email and paper goes to the donor's address and name now, and a mistaken address opens no link", async () => {
  const totals = { emails: 0, papers: 0, refusedLinks: 0 };
  const roundCount = getRoundCount(6, 1000);
  for (let round = 0; round < roundCount; round += 1) {
    await withRollback(async (tx) => {
      const history = new RecipientHistory(tx, createRandomGenerator(firstSeed + round * 7919));
      await history.start(await addAdmin(tx));
      for (let step = 0; step < STEP_COUNT; step += 1) await history.step();
      await history.finish();
      for (const [name, count] of Object.entries(history.counts))
        totals[name as keyof typeof totals] += count;
    });
  }
  console.log(
    `${roundCount} histories: ${totals.emails} emails, ${totals.papers} papers, ${totals.refusedLinks} refused links`,
  );
  expect(totals.emails).toBeGreaterThan(roundCount * 3);
}, 1_800_000);
