import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  server,
  runAs,
  visitor,
  catchSqlState,
  withRollback,
  type Transaction,
} from "./connection.ts";

const UNPAID_FLOOD = 300;
const REFUSED_FLOOD = 1000;

const readTraffic = (tx: Transaction) =>
  tx<{ kind: string; count: number }[]>`select kind, count from private.unusual_traffic()`;

const readMails = (tx: Transaction) =>
  tx<{ to: string; traffic: string }[]>`
    select to_email as to, data ->> 'traffic' as traffic from public.email_outbox
    where template_name = 'Unusual Traffic' order by 1, 2`;

const readOwners = async (tx: Transaction) =>
  (await tx<{ email: string }[]>`select email from private.owner_addresses() order by 1`).map(
    ({ email }) => email,
  );

const clearCounters = async (tx: Transaction) => {
  await tx`delete from public.rate_limits`;
  await tx`delete from public.payment_attempts`;
  await tx`delete from public.email_outbox where template_name = 'Unusual Traffic'`;
};

const startPayments = (tx: Transaction, count: number) =>
  tx`
    insert into public.payment_attempts (attempt_id, address_hash, email_hash)
    select gen_random_uuid(), 'address ' || number, 'email ' || number from generate_series(1, ${count}) as number`;

const admit = async (tx: Transaction) => {
  const [row] = await tx<[{ wait: number; isFlooded: boolean }]>`
    select wait_seconds as wait, is_flooded as "isFlooded"
    from private.admit_payment_attempt(
      ${randomUUID()}, ${randomUUID()}, null, ${randomUUID()}, null, 10, 100, 8, '10 minutes'
    )`;
  return row;
};

const refuse = (tx: Transaction, counts: Record<string, number>) =>
  tx`select private.count_refused_requests(${tx.json(counts)})`;

describe("threats 23 and 11: a flood on the whole site", () => {
  test("of unpaid payments slows new ones and emails each owner once a day, and never refuses", async () => {
    await withRollback(async (tx) => {
      await clearCounters(tx);
      await startPayments(tx, UNPAID_FLOOD - 2);
      expect(await admit(tx)).toEqual({ wait: 0, isFlooded: false });
      expect(await readTraffic(tx)).toEqual([]);
      expect(await admit(tx)).toEqual({ wait: 0, isFlooded: true });
      expect(await admit(tx)).toEqual({ wait: 0, isFlooded: true });
      expect(await readTraffic(tx)).toEqual([{ kind: "unpaid", count: UNPAID_FLOOD + 1 }]);
      const mails = await readMails(tx);
      expect(mails.map(({ to }) => to)).toEqual(await readOwners(tx));
      expect(mails[0]?.traffic).toContain("more than 300 payments");
      await tx`update public.payment_attempts set started_at = started_at - interval '11 minutes'`;
      expect(await admit(tx)).toEqual({ wait: 0, isFlooded: false });
    });
  });

  test("of refused requests emails each owner once a day, and ends after an hour", async () => {
    await withRollback(async (tx) => {
      await clearCounters(tx);
      await runAs(tx, server, (savepoint) =>
        refuse(savepoint, { 401: 500, 429: REFUSED_FLOOD - 501 }),
      );
      expect([await readTraffic(tx), await readMails(tx)]).toEqual([[], []]);
      await refuse(tx, { 403: 1 });
      expect(await readTraffic(tx)).toEqual([{ kind: "refused", count: REFUSED_FLOOD }]);
      await refuse(tx, { 401: 7 });
      expect(await readTraffic(tx)).toEqual([{ kind: "refused", count: REFUSED_FLOOD + 7 }]);
      expect((await readMails(tx)).map(({ to }) => to)).toEqual(await readOwners(tx));
      await tx`update public.rate_limits set window_ends_at = now() - interval '1 second'`;
      expect(await readTraffic(tx)).toEqual([]);
      await refuse(tx, { 401: 1 });
      expect(await readTraffic(tx)).toEqual([]);
    });
  });

  test("can be counted only by the server", async () => {
    await withRollback(async (tx) => {
      expect(
        await catchSqlState(runAs(tx, visitor, (savepoint) => refuse(savepoint, { 401: 1 }))),
      ).toBe("42501");
    });
  });
});
