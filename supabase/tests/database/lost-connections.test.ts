import { once } from "node:events";
import net from "node:net";
import { expect, it } from "vitest";
import { anonymous, service } from "../../functions/_shared/caller.ts";
import { connectDatabase } from "../../functions/_shared/clients/database.ts";
import { toAppError } from "../../functions/_shared/errors.ts";
import { readStackFacts } from "../stack-facts.ts";
import { sql } from "./connection.ts";

const { databaseUrl } = readStackFacts();

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Selects a unique value twice and returns what came back. */
async function selectTwice(
  database: ReturnType<typeof connectDatabase>,
  word: string,
  transaction: "as" | "asReader" = "as",
): Promise<string> {
  try {
    return await database[transaction](service, async (sql) => {
      const [firstRow] = await sql`select ${word}::text as value, pg_sleep(0.01)`;
      const [secondRow] = await sql`select ${word}::text as value`;
      return `${firstRow?.value} ${secondRow?.value}`;
    });
  } catch (error) {
    return toAppError(error).code;
  }
}

it("losing connections in transactions doesn't mix up responses or leave requests waiting", async () => {
  const database = connectDatabase(databaseUrl);
  const [{ startedAt }] = await sql<[{ startedAt: Date }]>`select now() as "startedAt"`;
  const stopController = new AbortController();
  const results: { word: string; result: string }[] = [];
  const callerPromises = Array.from({ length: 12 }, async (_, caller) => {
    for (let round = 0; !stopController.signal.aborted; round++) {
      const word = `word-${caller}-${round}`;
      const result = await Promise.race([
        selectTwice(database, word, caller % 2 === 0 ? "as" : "asReader"),
        pause(5000).then(() => "late"),
      ]);
      results.push({ word, result });
    }
  });
  for (let round = 0; round < 30; round++) {
    await pause(40);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'functions' and backend_start >= ${startedAt}`;
  }
  stopController.abort();
  await Promise.all(callerPromises);
  await database.close();

  const failures = results.filter(({ word, result }) => result !== `${word} ${word}`);
  expect(results.length).toBeGreaterThan(failures.length);
  expect(new Set(failures.map(({ result }) => result))).toEqual(new Set(["provider_unavailable"]));
});

it("a read that loses its connection fails, even if its next query succeeds on a new one", async () => {
  const database = connectDatabase(databaseUrl, 1);
  const roles: string[] = [];
  const read = database.asReader(anonymous, async (transaction) => {
    const selectRole = async () => {
      const [row] = await transaction<[{ role: string; pid: number }]>`
        select current_user as role, pg_backend_pid() as pid`;
      roles.push(row.role);
      return row.pid;
    };
    await sql`select pg_terminate_backend(${await selectRole()}, 5000)`;
    while (roles.length < 2) await selectRole().catch(() => undefined);
    return "the owner's rows";
  });
  expect(toAppError(await read.catch((error: unknown) => error))).toMatchObject({
    code: "provider_unavailable",
  });
  expect(roles).toEqual(["anon", "postgres"]);
  expect(await selectTwice(database, "next", "asReader")).toBe("next next");
  await database.close();
});

/** Starts a server that refuses every connection, as Postgres does while it starts. */
async function startUnavailableDatabase() {
  const refused = { count: 0, url: "", close: () => server.close() };
  const message = Buffer.from("SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0");
  const head = Buffer.from("E\0\0\0\0");
  head.writeUInt32BE(message.length + 4, 1);
  const server = net.createServer((socket) => {
    refused.count += 1;
    socket.once("data", () => socket.end(Buffer.concat([head, message])));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  refused.url = `postgres://localhost:${port}/postgres?ssl=disable`;
  return refused;
}

it.each(["as", "asReader"] as const)(
  "when the database is down, each request tries to connect only once and fails immediately, even the tenth one (%s)",
  { timeout: 10_000 },
  async (transaction) => {
    const refused = await startUnavailableDatabase();
    const database = connectDatabase(refused.url);
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(await selectTwice(database, "word", transaction)).toBe("provider_unavailable");
    }
    expect(refused.count).toBe(10);
    await database.close();
    refused.close();
  },
);

it.each([
  ["53100", "provider_unavailable"],
  ["53300", "busy"],
  ["58030", "provider_unavailable"],
])("SQLSTATE %s on a connection that stays open returns %s immediately", async (sqlstate, code) => {
  const database = connectDatabase(databaseUrl);
  const failedQuery = database.as(service, async (sql) => {
    const failingStatement = `do $$ begin raise exception 'no room' using errcode = '${sqlstate}'; end $$`;
    await sql.unsafe(failingStatement);
  });
  expect(toAppError(await failedQuery.catch((error: unknown) => error))).toMatchObject({
    code,
    status: 503,
  });
  expect(await selectTwice(database, "next")).toBe("next next");
  await database.close();
});
