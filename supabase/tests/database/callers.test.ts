import { afterAll, expect, test } from "vitest";
import { connectDatabase, type Sql } from "../../functions/_shared/clients/database.ts";
import { anonymous, service, type Caller } from "../../functions/_shared/caller.ts";
import { readStackFacts } from "../stack-facts.ts";

const database = connectDatabase(readStackFacts().databaseUrl);
afterAll(() => database.close());

const unknownUserId = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
const accountCaller: Caller = {
  kind: "account",
  userId: unknownUserId,
  accessToken: "",
  claims: { sub: unknownUserId, role: "authenticated", session_id: unknownUserId, exp: 0 },
};

const transactionMethods = ["as", "asReader"] as const;
type TransactionMethod = (typeof transactionMethods)[number];

const readCaller = (caller: Caller, transaction: TransactionMethod = "as") =>
  database[transaction](caller, async (sql) => {
    const [row] = await sql<[{ role: string; uid: string | null }]>`
      select current_user as role, auth.uid() as uid`;
    return row;
  });

test("each of hundreds of transactions on shared connections runs as its own caller", async () => {
  const expected = [
    [anonymous, { role: "anon", uid: null }],
    [service, { role: "service_role", uid: null }],
    [accountCaller, { role: "authenticated", uid: unknownUserId }],
  ] as const;
  const calls = Array.from({ length: 300 }, (_, index) => expected[index % 3] ?? expected[0]);
  const callerRows = await Promise.all(
    calls.map(([caller], index) => readCaller(caller, index % 2 === 0 ? "as" : "asReader")),
  );
  expect(callerRows).toEqual(calls.map(([, expectedRow]) => expectedRow));
});

test("a failed transaction is rolled back, and its connection is free for the next caller", async () => {
  const failedTransaction = database.as(service, async (sql) => {
    await sql`insert into public.testimonials (name, title, content) values ('x', 'x', 'undone')`;
    throw new Error("too late");
  });
  await expect(failedTransaction).rejects.toThrow("too late");
  const undoneRows = await database.as(
    service,
    (sql) => sql`
    select 1 from public.testimonials where content = 'undone'`,
  );
  expect([...undoneRows]).toEqual([]);
  expect(await readCaller(anonymous)).toEqual({ role: "anon", uid: null });
});

test("a read has the same settings as a write, but can't write", async () => {
  const readSettings = (caller: Caller, transaction: TransactionMethod) =>
    database[transaction](caller, async (sql) => {
      const [row] = await sql<[Record<string, unknown>]>`
        select
          current_user as role,
          current_setting('request.jwt.claims') as claims,
          current_setting('statement_timeout') as timeout,
          current_setting('TimeZone') as zone`;
      return row;
    });
  for (const caller of [anonymous, service, accountCaller]) {
    expect(await readSettings(caller, "asReader")).toEqual(await readSettings(caller, "as"));
    const write = database.asReader(caller, (sql) => sql`create temporary table x ()`);
    await expect(write).rejects.toMatchObject({ code: "25006" });
  }
});

test("a failed read is rolled back, and its connection is free for the next caller", async () => {
  const oneConnection = connectDatabase(readStackFacts().databaseUrl, 1);
  try {
    const read = (work: (sql: Sql) => Promise<unknown>) => oneConnection.asReader(anonymous, work);
    await expect(read(() => Promise.reject(new Error("too late")))).rejects.toThrow("too late");
    await expect(read((sql) => sql`select 1 / 0`)).rejects.toMatchObject({ code: "22012" });
    expect([...((await read((sql) => sql`select 1 as one`)) as object[])]).toEqual([{ one: 1 }]);
  } finally {
    await oneConnection.close();
  }
});

test("timestamps are returned in UTC, whatever the server's time zone is", async () => {
  const chicagoDatabase = connectDatabase(
    `${readStackFacts().databaseUrl}?timezone=America/Chicago`,
  );
  try {
    const times = await chicagoDatabase.as(anonymous, async (sql) => {
      const [row] = await sql<[{ zone: string; longAgo: string }]>`
        select current_setting('TimeZone') as zone, '1850-01-01 00:00Z'::timestamptz as long_ago`;
      return row;
    });
    expect(times).toEqual({ zone: "UTC", longAgo: "1850-01-01T00:00:00.000Z" });
  } finally {
    await chicagoDatabase.close();
  }
});

test("the role and the time limit are set even without prepared statements, as behind a pooler", async () => {
  const pooledDatabase = connectDatabase(`${readStackFacts().databaseUrl}?prepare=false`);
  const readSettings = (connection: typeof database, transaction: TransactionMethod) =>
    connection[transaction](anonymous, async (sql) => {
      const [row] = await sql<[{ role: string; timeout: string; prepared: number }]>`
        select
          current_user as role,
          current_setting('statement_timeout') as timeout,
          (select count(*)::integer from pg_prepared_statements) as prepared`;
      return row;
    });
  try {
    for (const transaction of transactionMethods) {
      expect(await readSettings(pooledDatabase, transaction)).toEqual({
        role: "anon",
        timeout: "15s",
        prepared: 0,
      });
      const { prepared, ...otherSettings } = await readSettings(database, transaction);
      expect(otherSettings).toEqual({ role: "anon", timeout: "15s" });
      expect(prepared).toBeGreaterThan(0);
    }
  } finally {
    await pooledDatabase.close();
  }
});
