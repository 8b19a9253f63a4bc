import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { withRollback, sql, type Transaction } from "./connection.ts";

interface SweptTable {
  readonly sweep: string;
  readonly table: string;
  readonly add: (tx: Transaction, age: string) => Promise<string>;
  readonly idColumn: string;
  readonly ageBeforeLimit: string;
  readonly ageAfterLimit: string;
}

const sweptTables: readonly SweptTable[] = [
  {
    sweep: "sweep_idempotency_keys",
    table: "idempotency_keys",
    idColumn: "key",
    add: async (tx, age) => {
      const key = randomUUID();
      await tx`
        insert into public.idempotency_keys (user_id, operation, key, request_hash, created_at)
        values (${randomUUID()}, 'createLocation', ${key}, 'hash', now() - ${age}::interval)`;
      return key;
    },
    ageBeforeLimit: "23:59:59",
    ageAfterLimit: "24:00:01",
  },
  {
    sweep: "sweep_imports",
    table: "import_rows",
    idColumn: "import_id",
    add: async (tx, age) => {
      const [row] = await tx<[{ id: string }]>`
        with added as (
          insert into public.imports (kind, source, file_name, file_hash, headings, mapping, row_count, is_demo, created_at)
          values ('donors', 'swept', 'f.csv', ${"f".repeat(64)}, '[]', '{}', 1, true, clock_timestamp() - ${age}::interval)
          returning id
        )
        insert into public.import_rows (import_id, row_number, cells, fields) select id, 1, '[]', '{}' from added
        returning import_id as id`;
      return row.id;
    },
    ageBeforeLimit: "23:59:00",
    ageAfterLimit: "24:00:01",
  },
  {
    sweep: "sweep_rate_limits",
    table: "rate_limits",
    idColumn: "subject_hash",
    add: async (tx, age) => {
      const subject = randomUUID();
      await tx`
        insert into public.rate_limits (bucket, subject_hash, hits, window_started_at, window_ends_at)
        select 'test', ${subject}, 1, began, began + interval '1 hour'
        from (select clock_timestamp() - ${age}::interval as began) as counter`;
      return subject;
    },
    ageBeforeLimit: "00:59:00",
    ageAfterLimit: "01:00:01",
  },
  {
    sweep: "sweep_rate_limits",
    table: "payment_attempts",
    idColumn: "attempt_id",
    add: async (tx, age) => {
      const attempt = randomUUID();
      await tx`
        insert into public.payment_attempts (attempt_id, address_hash, email_hash, started_at)
        values (${attempt}, 'address', 'email', clock_timestamp() - ${age}::interval)`;
      return attempt;
    },
    ageBeforeLimit: "23:59:00",
    ageAfterLimit: "24:00:01",
  },
  {
    sweep: "sweep_merges",
    table: "merge_moves",
    idColumn: "merge_id",
    add: async (tx, age) => {
      const [donors] = await tx<[{ keptId: string; mergedId: string }]>`
        with added as (insert into public.donors (email) values (null), (null) returning id)
        select min(id::text) as "keptId", max(id::text) as "mergedId" from added`;
      const [merge] = await tx<[{ id: string }]>`
        insert into public.donor_merges (kept_id, merged_id, choices, donation_count, merged_by, undo_until)
        values (${donors.keptId}, ${donors.mergedId}, '{}', 0, 'admin', now() + interval '30 days' - ${age}::interval)
        returning id`;
      await tx`
        insert into public.merge_moves (merge_id, table_name, column_name, row_key)
        values (${merge.id}, 'donations', 'donor_id', ${randomUUID()})`;
      return merge.id;
    },
    ageBeforeLimit: "29 days 23:59:59",
    ageAfterLimit: "30 days 00:00:01",
  },
  {
    sweep: "sweep_stripe_events",
    table: "stripe_events",
    idColumn: "id",
    add: async (tx, age) => {
      const id = `evt_${randomUUID()}`;
      await tx`
        insert into public.stripe_events (id, type, livemode, created_at, received_at)
        values (${id}, 'charge.succeeded', false, now() - ${age}::interval, now() - ${age}::interval)`;
      return id;
    },
    ageBeforeLimit: "89 days 23:59:59",
    ageAfterLimit: "90 days 00:00:01",
  },
];

/** Returns which of the rows remain after the sweep. */
const sweepAndCheckRows = (
  tx: Transaction,
  { sweep, table, idColumn }: SweptTable,
  ids: readonly string[],
) =>
  tx
    .unsafe(`select private.${sweep}()`)
    .then(() =>
      tx.unsafe<{ id: string }[]>(
        `select ${idColumn}::text as id from public.${table} where ${idColumn}::text = any ($1)`,
        [[...ids]],
      ),
    )
    .then((rows) => ids.map((id) => rows.some((row) => row.id === id)));

test("every scheduled database sweep is tested here", async () => {
  const jobs = await sql<{ statement: string | null }[]>`
    select statement from private.scheduled_jobs()`;
  const scheduledSweeps = jobs.flatMap(
    ({ statement }) => /private\.(sweep_\w+)/.exec(statement ?? "")?.[1] ?? [],
  );
  // pg_cron's own log is swept in schedule.test.ts, which creates it.
  expect(scheduledSweeps.toSorted()).toEqual(
    [...new Set(["sweep_cron_log", ...sweptTables.map(({ sweep }) => sweep)])].toSorted(),
  );
});

test.each(sweptTables)(
  "$sweep deletes old rows of $table and keeps newer ones",
  async (sweptTable) => {
    await withRollback(async (tx) => {
      const ids = [
        await sweptTable.add(tx, sweptTable.ageBeforeLimit),
        await sweptTable.add(tx, sweptTable.ageAfterLimit),
      ];
      // The newest row always stays, so this row makes sure that the others aren't the newest.
      await sweptTable.add(tx, "0 seconds");
      expect(await sweepAndCheckRows(tx, sweptTable, ids)).toEqual([true, false]);
    });
  },
);

test("sweep_stripe_events keeps the last event, however old", async () => {
  await withRollback(async (tx) => {
    await tx`delete from public.stripe_events`;
    const stripeEvents = sweptTables.find(({ table }) => table === "stripe_events")!;
    const ids = [await stripeEvents.add(tx, "400 days"), await stripeEvents.add(tx, "300 days")];
    expect(await sweepAndCheckRows(tx, stripeEvents, ids)).toEqual([false, true]);
  });
});
