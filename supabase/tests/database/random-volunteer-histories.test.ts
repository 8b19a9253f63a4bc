import { expect, onTestFinished, test } from "vitest";
import { firstSeed, getRoundCount, isLongRun } from "../random.ts";
import { connect } from "./connection.ts";
import { tryHistories } from "./volunteer-history-trials.ts";

test("sums, emails, waiting lists and merges are right after random histories of volunteers", async () => {
  const connection = connect();
  onTestFinished(() => connection.end());
  const problems = await tryHistories(connection, {
    // The gate repeats the same histories, and the long run tries new ones.
    firstSeed: isLongRun ? firstSeed : 1,
    count: getRoundCount(1000, 10_000),
    turns: isLongRun ? 12 : 8,
  });
  expect(problems).toEqual([]);
}, 3_600_000);
