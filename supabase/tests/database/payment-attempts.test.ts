import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { service } from "../../functions/_shared/caller.ts";
import { connectDatabase, type Sql } from "../../functions/_shared/clients/database.ts";
import { admitAttempt as admitPaymentAttempt } from "../../functions/_shared/donations/queries/pending-donations.ts";
import {
  runAs,
  connect,
  catchSqlState,
  withRollback,
  server,
  visitor,
  type Transaction,
} from "./connection.ts";
import { readStackFacts } from "../stack-facts.ts";

const admitAttempt = async (
  tx: Transaction,
  address: string,
  overrides: {
    attempt?: string;
    email?: string;
    max?: number;
    maxPerDonor?: number;
    network?: string | null;
    formToken?: string | null;
  } = {},
): Promise<number | "used token"> => {
  const { attempt = randomUUID(), email = randomUUID(), max = 3, maxPerDonor = max } = overrides;
  const { network = null, formToken = null } = overrides;
  const [row] = await tx<[{ wait: number; isTokenUsed: boolean }]>`
    select wait_seconds as wait, is_token_used as "isTokenUsed"
    from private.admit_payment_attempt(
      ${attempt}, ${address}, ${network}, ${email}, ${formToken}, ${max}, ${10 * max}, ${maxPerDonor}, '10 minutes'
    )`;
  return row.isTokenUsed ? "used token" : row.wait;
};

const addDonation = async (tx: Transaction, attempt: string, assignments: string) => {
  await tx`
    select private.create_pending_donation(${attempt}, 50, 'Ann', 'Lee', 'ann@example.org', false, true)`;
  await tx.unsafe(`update public.donations set ${assignments} where attempt_id = '${attempt}'`);
};

describe("threat 23, threat 58: unfinished payment attempts", () => {
  test("an attempt over the limit is refused with the time to wait, and a retry doesn't count again", async () => {
    await withRollback(async (tx) => {
      const attempt = randomUUID();
      expect(await admitAttempt(tx, "one", { attempt })).toBe(0);
      await tx`
        update public.payment_attempts set started_at = started_at - interval '4 minutes'`;
      for (let number = 2; number <= 3; number += 1) expect(await admitAttempt(tx, "one")).toBe(0);
      const wait = await admitAttempt(tx, "one");
      expect(wait).toBeGreaterThan(350);
      expect(wait).toBeLessThanOrEqual(360);
      expect(await admitAttempt(tx, "one", { attempt })).toBe(0);
      expect(await admitAttempt(tx, "two")).toBe(0);
      await tx`update public.payment_attempts set started_at = started_at - interval '6 minutes'`;
      expect(await admitAttempt(tx, "one")).toBe(0);
    });
  });

  test("are counted by email at each address, not across addresses", async () => {
    await withRollback(async (tx) => {
      const limits = { email: "ann", max: 5, maxPerDonor: 3 };
      for (const address of ["one", "one", "one", "two", "two", "two"]) {
        expect(await admitAttempt(tx, address, limits)).toBe(0);
      }
      expect(await admitAttempt(tx, "one", limits)).toBeGreaterThan(0);
      expect(await admitAttempt(tx, "three", limits)).toBe(0);
      expect(await admitAttempt(tx, "one", { ...limits, email: "bob" })).toBe(0);
      expect(await admitAttempt(tx, "one", { ...limits, email: "cleo" })).toBe(0);
      expect(await admitAttempt(tx, "one", { ...limits, email: "dora" })).toBeGreaterThan(0);
    });
  });

  test("are counted in the /48 around an address, ten times as often", async () => {
    await withRollback(async (tx) => {
      for (let number = 0; number < 10; number += 1) {
        const attempt = { network: "a /48", max: 1 };
        expect(await admitAttempt(tx, `a /64: ${number}`, attempt)).toBe(0);
        expect(await admitAttempt(tx, `a /64: ${number}`, attempt)).toBeGreaterThan(0);
      }
      const attempt = { network: "a /48", max: 1 };
      expect(await admitAttempt(tx, "another /64", attempt)).toBeGreaterThan(0);
      expect(await admitAttempt(tx, "another /64", { network: "another /48", max: 1 })).toBe(0);
    });
  });

  test.each([
    ["a donor", 8, []],
    ["an address", 10, ["emailHash"]],
    ["a /48", 100, ["emailHash", "addressHash"]],
  ])("of %s are refused after %d", async (_, limit, variedFields) => {
    const database = connectDatabase(readStackFacts().databaseUrl);
    const [address, network, email] = [randomUUID(), randomUUID(), randomUUID()];
    const admit = (tx: Sql) =>
      admitPaymentAttempt(tx, {
        attemptId: randomUUID(),
        formTokenId: null,
        addressHash: address,
        networkHash: network,
        emailHash: email,
        ...Object.fromEntries(variedFields.map((field) => [field, randomUUID()])),
      });
    let admittedCount = 0;
    try {
      // The refusal takes all of them back.
      await expect(
        database.as(service, async (tx) => {
          for (; admittedCount < 1000; admittedCount += 1) await admit(tx);
        }),
      ).rejects.toMatchObject({ code: "too_many_requests" });
      expect(admittedCount).toBe(limit);
    } finally {
      await database.close();
    }
  });

  test("use a form token only once, and repeat it as often as they like", async () => {
    await withRollback(async (tx) => {
      const [attempt, formToken] = [randomUUID(), randomUUID()];
      expect(await admitAttempt(tx, "one", { attempt, formToken })).toBe(0);
      expect(await admitAttempt(tx, "one", { attempt, formToken })).toBe(0);
      expect(await admitAttempt(tx, "one", { formToken })).toBe("used token");
      expect(await admitAttempt(tx, "two", { formToken })).toBe("used token");
      expect(await admitAttempt(tx, "one", { formToken: randomUUID() })).toBe(0);
    });
  });

  test.each([
    ["status = 'completed'", 0],
    ["status = 'failed', failed_at = now()", 1],
    ["processing_at = now()", 0],
    ["processing_at = now(), status = 'failed', failed_at = now()", 1],
    ["first_name = 'Ann'", 1],
  ])("with %s, a donation counts as %d attempts", async (assignments, attemptCount) => {
    await withRollback(async (tx) => {
      const attempt = randomUUID();
      await admitAttempt(tx, "one", { attempt, max: 1 });
      await addDonation(tx, attempt, assignments);
      expect(Number(await admitAttempt(tx, "one", { max: 1 })) > 0).toBe(attemptCount === 1);
    });
  });

  test("exactly ten of four hundred simultaneous attempts from one address start", async () => {
    const pool = connect(10);
    const address = randomUUID();
    try {
      const waitSeconds = await Promise.all(
        Array.from({ length: 400 }, () =>
          pool.begin((tx) => admitAttempt(tx, address, { max: 10 })),
        ),
      );
      expect(waitSeconds.filter((wait) => wait === 0)).toHaveLength(10);
    } finally {
      await pool`delete from public.payment_attempts where address_hash = ${address}`;
      await pool.end();
    }
  });

  test("are admitted only by the server and deleted after a day", async () => {
    await withRollback(async (tx) => {
      expect(
        await catchSqlState(runAs(tx, visitor, (savepoint) => admitAttempt(savepoint, "one"))),
      ).toBe("42501");
      expect(await runAs(tx, server, (savepoint) => admitAttempt(savepoint, "one"))).toBe(0);
      await tx`update public.payment_attempts set started_at = now() - interval '25 hours'`;
      expect(await admitAttempt(tx, "two")).toBe(0);
      await tx`select private.sweep_rate_limits()`;
      const remainingRows = await tx`select address_hash from public.payment_attempts`;
      expect(remainingRows).toEqual([{ address_hash: "two" }]);
    });
  });
});
