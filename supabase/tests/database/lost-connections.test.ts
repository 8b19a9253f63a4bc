import { once } from "node:events";
import net from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anonymous, service } from "../../functions/_shared/caller.ts";
import { connectDatabase } from "../../functions/_shared/clients/database.ts";
import { type AppError, toAppError } from "../../functions/_shared/errors.ts";
import { WireTrap } from "../outages/wire-trap.ts";
import { readStackFacts } from "../stack-facts.ts";
import { uniqueWord } from "../unique-word.ts";
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

it.each(["as", "asReader"] as const)(
  "a transaction that loses its connection runs none of its next queries on a new one (%s)",
  async (transaction) => {
    const database = connectDatabase(databaseUrl, 1);
    const roles: string[] = [];
    const lateErrors: unknown[] = [];
    const run = database[transaction](anonymous, async (lostSql) => {
      const selectRole = async () => {
        const [row] = await lostSql<[{ role: string; pid: number }]>`
          select current_user as role, pg_backend_pid() as pid`;
        roles.push(row.role);
        return row.pid;
      };
      await sql`select pg_terminate_backend(${await selectRole()}, 5000)`;
      for (let attempt = 0; attempt < 10; attempt++) {
        await selectRole().catch((error: unknown) => lateErrors.push(error));
        await pause(attempt);
      }
      return "the owner's rows";
    });
    expect(toAppError(await run.catch((error: unknown) => error))).toMatchObject({
      code: "provider_unavailable",
    });
    expect(roles).toEqual(["anon"]);
    expect(lateErrors).toHaveLength(10);
    expect(await selectTwice(database, "next", transaction)).toBe("next next");
    await database.close();
  },
);

/** Builds an ErrorResponse from its fields. */
function buildErrorResponse(...fields: readonly string[]): Buffer {
  const body = Buffer.from(`${fields.join("\0")}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Starts a server that refuses every connection, as Postgres does while it starts. */
async function startUnavailableDatabase() {
  const refused = { count: 0, url: "", close: () => server.close() };
  const message = buildErrorResponse(
    "SFATAL",
    "VFATAL",
    "C57P03",
    "Mthe database system is starting up",
  );
  const server = net.createServer((socket) => {
    refused.count += 1;
    socket.once("data", () => socket.end(message));
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
  ["25006", "cannot_save"],
  ["53100", "cannot_save"],
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

describe("the pooler", () => {
  /** Supavisor sends its errors with these fields in this order, and without `V`. */
  const buildPoolerError = (text: string) => buildErrorResponse("CXX000", `M${text}`, "SFATAL");
  const messages: readonly (readonly [string, Buffer])[] = [
    "(EMAXCONN) max client connections reached, limit: 200",
    "(EMAXCONNSESSION) max clients reached in session mode - max clients are limited to pool_size: 15",
    "(EDBHANDLEREXITED) DbHandler exited. Check logs for more information",
    "(ENOTFOUND) tenant/user postgres.abcdefghijklmnopqrst not found",
    "(ECHECKOUTTIMEOUT) unable to check out connection from the pool after 60000ms in Transaction mode",
    // Earlier versions have no code in parentheses.
    "Tenant or user not found",
  ].map((text) => [text, buildPoolerError(text)]);
  let trap: WireTrap;
  beforeAll(async () => {
    trap = await WireTrap.create(databaseUrl);
  });
  afterAll(() => trap.close());

  /** Ends the sessions when the client sends the text, which never reaches the database. */
  const endSessionsAt = (text: string, message: Buffer) =>
    new Promise<void>((resolve) =>
      trap.arm({ direction: "request", text }, () => {
        void trap.endSessions(message).then(resolve);
        return undefined;
      }),
    );

  /** Writes a row on a connection that is already open, and returns the failure if the sessions end meanwhile. */
  async function failToWrite(moment: string, message: Buffer): Promise<AppError> {
    const text = uniqueWord();
    // As for the pooler, statements aren't prepared. Otherwise, COMMIT would be sent by its name.
    const database = connectDatabase(`${trap.url}?prepare=false`, 1);
    expect(await selectTwice(database, "first")).toBe("first first");
    void endSessionsAt(moment, message);
    const write = database.as(service, async (transaction) => {
      await transaction`
        insert into public.children_letters (text, writer) values (${text}, 'Ava, 7')`;
      await transaction`select 2`;
    });
    const failure = toAppError(await write.catch((error: unknown) => error));
    expect(await selectTwice(database, "next")).toBe("next next");
    expect(await sql`select from public.children_letters where text = ${text}`).toHaveLength(0);
    await database.close();
    return failure;
  }

  describe.each(messages)("that says “%s”", (_, message) => {
    it.each(["as", "asReader"] as const)(
      "threat 49: when connecting, causes a 503 that says we're busy, and the next request connects (%s)",
      async (transaction) => {
        const database = connectDatabase(trap.url, 1);
        void endSessionsAt("application_name", message);
        expect(await selectTwice(database, "word", transaction)).toBe("busy");
        expect(await selectTwice(database, "next", transaction)).toBe("next next");
        await database.close();
      },
    );

    it("threat 49: during a transaction, causes a 503, writes nothing, and the next request connects", async () => {
      // postgres.js only passes on that the connection was closed.
      expect(await failToWrite("insert into public.children_letters", message)).toMatchObject({
        status: 503,
        code: "provider_unavailable",
        retryAfterSeconds: 5,
      });
    });
  });

  it.each(["begin", "select 2", "commit"])(
    "threat 49: during a transaction, at “%s”, causes a 503 and writes nothing",
    async (moment) => {
      expect((await failToWrite(moment, messages[2]![1])).status).toBe(503);
    },
  );

  it("a message after a read isn't reported to the next request, which connects again", async () => {
    const database = connectDatabase(trap.url, 1);
    const sessionsEnd = endSessionsAt("commit", messages[0]![1]);
    expect(await selectTwice(database, "first", "asReader")).toBe("first first");
    await sessionsEnd;
    expect(await selectTwice(database, "next", "asReader")).toBe("next next");
    await database.close();
  });
});
