import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  addAdmin,
  runAs,
  connect,
  catchSqlState,
  withRollback,
  server,
  visitor,
  type Transaction,
} from "./connection.ts";

interface HitResult {
  allowed: boolean;
  hits: number;
  retrySeconds: number;
}

async function countAttempt(
  tx: Transaction,
  subject: string,
  max: number,
  seconds = 900,
): Promise<HitResult> {
  const [row] = await tx<HitResult[]>`
    select allowed, hits, retry_after_seconds as "retrySeconds"
    from private.count_rate_limit_hit('test', ${subject}, ${max}, make_interval(secs => ${seconds}))`;
  return row!;
}

describe("threat 11, threat 13, threat 23: counting attempts", () => {
  test("allows ten attempts, refuses the eleventh with the time to wait and doesn't affect other keys", async () => {
    await withRollback(async (tx) => {
      for (let number = 1; number <= 10; number += 1) {
        expect(await countAttempt(tx, "one", 10)).toEqual({
          allowed: true,
          hits: number,
          retrySeconds: 0,
        });
      }
      const eleventhAttempt = await countAttempt(tx, "one", 10);
      expect(eleventhAttempt).toMatchObject({ allowed: false, hits: 11 });
      expect(eleventhAttempt.retrySeconds).toBeGreaterThan(890);
      expect(eleventhAttempt.retrySeconds).toBeLessThanOrEqual(900);
      expect(await countAttempt(tx, "two", 10)).toMatchObject({ allowed: true, hits: 1 });
    });
  });

  test("starts again after a window has ended", async () => {
    await withRollback(async (tx) => {
      await countAttempt(tx, "one", 1);
      expect(await countAttempt(tx, "one", 1)).toMatchObject({ allowed: false });
      await tx`
        update public.rate_limits set window_ends_at = clock_timestamp() - interval '1 second'
        where subject_hash = 'one'`;
      expect(await countAttempt(tx, "one", 1)).toEqual({ allowed: true, hits: 1, retrySeconds: 0 });
    });
  });

  test("doesn't count peeks", async () => {
    await withRollback(async (tx) => {
      const peek = () => tx`select * from private.peek_at_rate_limit('test', 'one', 2)`;
      expect((await peek())[0]).toMatchObject({ allowed: true, hits: 0 });
      await countAttempt(tx, "one", 2);
      await countAttempt(tx, "one", 2);
      expect((await peek())[0]).toMatchObject({ allowed: false, hits: 2 });
      expect((await peek())[0]).toMatchObject({ allowed: false, hits: 2 });
    });
  });

  test("allows exactly ten of a hundred parallel attempts", async () => {
    const pool = connect(10);
    const subject = randomUUID();
    try {
      const results = await Promise.all(
        Array.from({ length: 100 }, () => pool.begin((tx) => countAttempt(tx, subject, 10))),
      );
      expect(results.filter(({ allowed }) => allowed)).toHaveLength(10);
      expect(results.map(({ hits }) => hits).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 100 }, (_, index) => index + 1),
      );
    } finally {
      await pool`delete from public.rate_limits where subject_hash = ${subject}`;
      await pool.end();
    }
  });

  test("is possible only for the server", async () => {
    await withRollback(async (tx) => {
      expect(
        await runAs(tx, server, (savepoint) => countAttempt(savepoint, "one", 1)),
      ).toMatchObject({
        hits: 1,
      });
      for (const person of [visitor, await addAdmin(tx)]) {
        expect(
          await catchSqlState(runAs(tx, person, (savepoint) => countAttempt(savepoint, "one", 1))),
        ).toBe("42501");
      }
    });
  });
});
