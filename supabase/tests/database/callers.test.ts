import { afterAll, expect, test } from "vitest";
import { connectDatabase } from "../../functions/_shared/clients/database.ts";
import { anonymous, service, type Caller } from "../../functions/_shared/caller.ts";
import { readStackFacts } from "../stack-facts.ts";

const database = connectDatabase(readStackFacts().databaseUrl);
afterAll(() => database.close());

const nobody = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
const account: Caller = {
  kind: "account",
  userId: nobody,
  accessToken: "",
  claims: { sub: nobody, role: "authenticated", session_id: nobody, exp: 0 },
};

const readCaller = (caller: Caller) =>
  database.as(caller, async (sql) => {
    const [row] = await sql<[{ role: string; uid: string | null }]>`
      select current_user as role, auth.uid() as uid`;
    return row;
  });

test("runs each of hundreds of transactions on shared connections as its own caller", async () => {
  const expected = [
    [anonymous, { role: "anon", uid: null }],
    [service, { role: "service_role", uid: null }],
    [account, { role: "authenticated", uid: nobody }],
  ] as const;
  const calls = Array.from({ length: 300 }, (_, index) => expected[index % 3] ?? expected[0]);
  const answers = await Promise.all(calls.map(([caller]) => readCaller(caller)));
  expect(answers).toEqual(calls.map(([, answer]) => answer));
});

test("rolls back a failed transaction and frees its connection for the next caller", async () => {
  const failedTransaction = database.as(service, async (sql) => {
    await sql`insert into public.testimonials (name, title, content) values ('x', 'x', 'undone')`;
    throw new Error("too late");
  });
  await expect(failedTransaction).rejects.toThrow("too late");
  const callerRow = await database.as(
    service,
    (sql) => sql`
    select 1 from public.testimonials where content = 'undone'`,
  );
  expect([...callerRow]).toEqual([]);
  expect(await readCaller(anonymous)).toEqual({ role: "anon", uid: null });
});

test("returns timestamps in UTC, whatever the server's time zone is", async () => {
  const chicagoDatabase = connectDatabase(
    `${readStackFacts().databaseUrl}?timezone=America/Chicago`,
  );
  try {
    const caller = await chicagoDatabase.as(anonymous, async (sql) => {
      const [row] = await sql<[{ zone: string; longAgo: string }]>`
        select current_setting('TimeZone') as zone, '1850-01-01 00:00Z'::timestamptz as long_ago`;
      return row;
    });
    expect(caller).toEqual({ zone: "UTC", longAgo: "1850-01-01T00:00:00.000Z" });
  } finally {
    await chicagoDatabase.close();
  }
});

test("sets role and time limit without prepared statements too, as behind a pooler", async () => {
  const pooledDatabase = connectDatabase(`${readStackFacts().databaseUrl}?prepare=false`);
  const facts = (connection: typeof database) =>
    connection.as(anonymous, async (sql) => {
      const [row] = await sql<[{ role: string; timeout: string; prepared: number }]>`
        select
          current_user as role,
          current_setting('statement_timeout') as timeout,
          (select count(*)::integer from pg_prepared_statements) as prepared`;
      return row;
    });
  try {
    expect(await facts(pooledDatabase)).toEqual({ role: "anon", timeout: "15s", prepared: 0 });
    const { prepared, ...same } = await facts(database);
    expect(same).toEqual({ role: "anon", timeout: "15s" });
    expect(prepared).toBeGreaterThan(0);
  } finally {
    await pooledDatabase.close();
  }
});
