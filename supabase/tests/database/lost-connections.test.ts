import { expect, it } from "vitest";
import { service } from "../../functions/_shared/caller.ts";
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
): Promise<string> {
  try {
    return await database.as(service, async (sql) => {
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
        selectTwice(database, word),
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

it.each([
  ["53100", "provider_unavailable"],
  ["53300", "busy"],
  ["58030", "provider_unavailable"],
])("SQLSTATE %s on a connection that stays open returns %s at once", async (sqlstate, code) => {
  const database = connectDatabase(databaseUrl);
  const failedQuery = database.as(service, async (sql) => {
    const block = `do $$ begin raise exception 'no room' using errcode = '${sqlstate}'; end $$`;
    await sql.unsafe(block);
  });
  expect(toAppError(await failedQuery.catch((error: unknown) => error))).toMatchObject({
    code,
    status: 503,
  });
  expect(await selectTwice(database, "next")).toBe("next next");
  await database.close();
});
