import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { createPostgresClient } from "../../functions/_shared/clients/connections.ts";
import {
  readProviderState,
  recordFailedCheckout,
  recordProviderCheck,
} from "../../functions/_shared/queries/payment-provider.ts";
import { readWebhookActivity } from "../../functions/_shared/queries/webhook-activity.ts";
import { claimAlert, claimChecks } from "../../functions/api/health/queries.ts";
import { withRollbackIn } from "../rolled-back.ts";
import { readStackFacts } from "../stack-facts.ts";
import { addAdmin, catchSqlState, type Transaction } from "./connection.ts";

// The queries expect rows as the functions' own client returns them.
const client = createPostgresClient(readStackFacts().databaseUrl, () => undefined);
afterAll(() => client.end());

const withRollback = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  withRollbackIn<Transaction, Result>(
    (run) => client.begin((tx) => run(tx as unknown as Transaction)),
    work,
  );

interface StateLimit {
  readonly what: string;
  /** How long ago, or how many, for which it is true, and the nearest for which it isn't. */
  readonly lastTrue: string | number;
  readonly firstFalse: string | number;
  readonly isTrue: (tx: Transaction, limit: string) => Promise<boolean>;
}

const setProvider = (tx: Transaction, values: string) =>
  tx.unsafe(`
    delete from public.stripe_reconciliations;
    insert into public.stripe_reconciliations (is_demo, failing_since, failed_at, checkouts_failing_since, checkout_failed_at)
    values (false, ${values})`);

const readIsRefused = async (tx: Transaction) =>
  (await readProviderState(tx, false))?.isRefusingUs ?? false;

const emptyOutbox = async (tx: Transaction) => {
  await tx`delete from public.email_outbox`;
  await tx`update public.mail_transport set failing_since = null, pause = null, paused_at = null, paused_until = null`;
};

const addEmails = (tx: Transaction, count: number, dueSince: string, attempts = 0) => tx`
  insert into public.email_outbox (template_name, to_email, to_name, status, attempts, next_attempt_at)
  select 'Gift Link', 'reader-' || number || '@example.org', 'A reader', 'queued', ${attempts},
    now() - ${dueSince}::interval
  from generate_series(1, ${count}::integer) as number`;

const readIsStalled = async (tx: Transaction) => {
  const [row] = await tx<[{ stalled: boolean }]>`select private.is_mail_stalled() as stalled`;
  return row.stalled;
};

const countUnpaid = async (tx: Transaction, startedAgo: string) => {
  await tx`delete from public.payment_attempts`;
  await tx`
    insert into public.payment_attempts (attempt_id, address_hash, email_hash, started_at)
    select gen_random_uuid(), 'address', 'email', clock_timestamp() - ${startedAgo}::interval from generate_series(1, 400)`;
  const rows =
    await tx`select from private.unusual_traffic() as traffic where traffic.kind = 'unpaid'`;
  return rows.length === 1;
};

const STATE_LIMITS: readonly StateLimit[] = [
  {
    what: "the provider refuses us if checks have failed for",
    lastTrue: "5 minutes",
    firstFalse: "4 minutes 59 seconds",
    isTrue: async (tx, ago) => {
      await setProvider(tx, `now() - interval '${ago}', now(), null, null`);
      return readIsRefused(tx);
    },
  },
  {
    what: "a failed check counts for",
    lastTrue: "14 minutes 59 seconds",
    firstFalse: "15 minutes",
    isTrue: async (tx, ago) => {
      await setProvider(tx, `now() - interval '1 hour', now() - interval '${ago}', null, null`);
      return readIsRefused(tx);
    },
  },
  {
    what: "the provider refuses us if the last checkout failed after the first one by",
    lastTrue: "5 minutes",
    firstFalse: "4 minutes 59 seconds",
    isTrue: async (tx, ago) => {
      await setProvider(tx, `null, null, now() - interval '${ago}', now()`);
      return readIsRefused(tx);
    },
  },
  {
    what: "a failed checkout counts for",
    lastTrue: "23 hours 59 minutes 59 seconds",
    firstFalse: "1 day",
    isTrue: async (tx, ago) => {
      await setProvider(tx, `null, null, now() - interval '2 days', now() - interval '${ago}'`);
      return readIsRefused(tx);
    },
  },
  {
    what: "a failed checkout continues earlier ones for",
    lastTrue: "23 hours 59 minutes 59 seconds",
    firstFalse: "1 day",
    isTrue: async (tx, ago) => {
      await setProvider(tx, `null, null, now() - interval '2 days', now() - interval '${ago}'`);
      await recordFailedCheckout(tx, false);
      return readIsRefused(tx);
    },
  },
  {
    what: "a failed check continues earlier ones for",
    lastTrue: "59 minutes 59 seconds",
    firstFalse: "1 hour",
    isTrue: async (tx, ago) => {
      await setProvider(tx, `now() - interval '2 hours', now() - interval '${ago}', null, null`);
      await recordProviderCheck(tx, false, false);
      return readIsRefused(tx);
    },
  },
  {
    what: "owners can be told of a change again after",
    lastTrue: "10 minutes",
    firstFalse: "9 minutes 59 seconds",
    isTrue: async (tx, ago) => {
      await tx`
        update public.health_alerts set announced_problems = '[]', untold_problems = '[]', claimed_at = now() - ${ago}::interval`;
      return (await claimAlert(tx, ["emails"])) !== undefined;
    },
  },
  {
    what: "the provider can be checked again after",
    lastTrue: "50 seconds",
    firstFalse: "49 seconds",
    isTrue: async (tx, ago) => {
      await tx`update public.health_alerts set checked_at = now() - ${ago}::interval`;
      return claimChecks(tx);
    },
  },
  {
    what: "emails are stalled if attempts have failed for",
    lastTrue: "15 minutes",
    firstFalse: "14 minutes 59 seconds",
    isTrue: async (tx, ago) => {
      await emptyOutbox(tx);
      await addEmails(tx, 3, "0", 1);
      await tx`update public.mail_transport set failing_since = now() - ${ago}::interval`;
      return readIsStalled(tx);
    },
  },
  {
    what: "emails are stalled if no one has tried to send one that has been due for",
    lastTrue: "15 minutes",
    firstFalse: "14 minutes 59 seconds",
    isTrue: async (tx, ago) => {
      await emptyOutbox(tx);
      await addEmails(tx, 1, ago);
      return readIsStalled(tx);
    },
  },
  {
    what: "emails are stalled if they have failed at mailboxes:",
    lastTrue: 3,
    firstFalse: 2,
    isTrue: async (tx, count) => {
      await emptyOutbox(tx);
      await addEmails(tx, Number(count), "0", 1);
      await tx`update public.mail_transport set failing_since = now() - interval '1 hour'`;
      return readIsStalled(tx);
    },
  },
  {
    what: "an unpaid payment counts as one of a flood for",
    lastTrue: "9 minutes 55 seconds",
    firstFalse: "10 minutes",
    isTrue: countUnpaid,
  },
  {
    what: "an administrator's password can be changed before the change ends in",
    lastTrue: "1 second",
    firstFalse: "0 seconds",
    isTrue: async (tx, left) => {
      const { id } = await addAdmin(tx);
      await tx`select private.open_password_change(${id})`;
      await tx`update public.password_changes set open_until = now() + ${left}::interval where user_id = ${id}`;
      const change = tx.savepoint(
        (savepoint) =>
          savepoint`update auth.users set encrypted_password = ${randomUUID()} where id = ${id}`,
      );
      return (await catchSqlState(change)) === undefined;
    },
  },
];

describe("the last moment or count at which something holds, and the next one", () => {
  test.each(STATE_LIMITS.map((limit) => [limit.what, limit] as const))(
    "%s",
    async (_, { lastTrue, firstFalse, isTrue }) => {
      expect(await withRollback((tx) => isTrue(tx, String(lastTrue)))).toBe(true);
      expect(await withRollback((tx) => isTrue(tx, String(firstFalse)))).toBe(false);
    },
  );

  test("each opened change of a password lasts 30 seconds, also if another one was just opened", async () => {
    await withRollback(async (tx) => {
      const { id } = await addAdmin(tx);
      for (let round = 0; round < 2; round += 1) {
        await tx`select private.open_password_change(${id})`;
        const [row] = await tx<[{ isExact: boolean }]>`
          select open_until = now() + interval '30 seconds' as is_exact from public.password_changes where user_id = ${id}`;
        expect(row.isExact).toBe(true);
        await tx`update public.password_changes set open_until = now() + interval '1 second'`;
      }
    });
  });

  test("a check that the provider accepts ends what its checks and checkouts have failed since", async () => {
    await withRollback(async (tx) => {
      const ago = "now() - interval '1 hour', now()";
      await setProvider(tx, `${ago}, ${ago}`);
      expect(await readIsRefused(tx)).toBe(true);
      await recordProviderCheck(tx, false, true);
      expect(await readProviderState(tx, false)).toEqual({
        isRefusingUs: false,
        hasFailedCheckout: false,
      });
    });
  });

  test("a checkout that worked ends failed ones of its own mode only", async () => {
    await withRollback(async (tx) => {
      await setProvider(tx, "null, null, now() - interval '1 hour', now() - interval '1 minute'");
      const addDonation = (isDemo: boolean) => tx`
        insert into public.donations (first_name, last_name, email, amount, is_demo, stripe_payment_intent_id)
        values ('Ann', 'Lee', 'ann@example.org', 5, ${isDemo}, ${`pi_${randomUUID()}`})`;
      await addDonation(true);
      expect(await readIsRefused(tx)).toBe(true);
      await addDonation(false);
      expect(await readIsRefused(tx)).toBe(false);
    });
  });

  test.each([
    ["since the payment", 1, false],
    ["before the payment", -1, true],
  ])(
    "an event %s says that webhooks work, unless it is of the other mode",
    async (_, seconds, hasMissed) => {
      await withRollback(async (tx) => {
        await tx`delete from public.stripe_events`;
        await tx`delete from public.stripe_reconciliations`;
        await tx`insert into public.stripe_reconciliations (is_demo, missed_payment_at) values (false, now() - interval '1 minute')`;
        const addEvent = (isLive: boolean) => tx`
        insert into public.stripe_events (id, type, object_id, livemode, created_at, received_at)
        select ${`evt_${randomUUID()}`}, 'charge.succeeded', 'ch_1', ${isLive}, moment, moment
        from (select now() - interval '1 minute' + make_interval(secs => ${seconds}) as moment) as one`;
        await addEvent(false);
        expect((await readWebhookActivity(tx, true)).hasMissedPayment).toBe(true);
        await addEvent(true);
        expect((await readWebhookActivity(tx, true)).hasMissedPayment).toBe(hasMissed);
      });
    },
  );
});
