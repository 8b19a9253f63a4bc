// @module-tag nightly
import postgres, { type Sql as Connection } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectDatabase, type DatabaseClient } from "../../functions/_shared/clients/database.ts";
import { startTemporaryStack, type TemporaryStack } from "../../local/temporary-stack.ts";
import { buildBigData, hasBigData } from "../bench/big-data.ts";
import { type BenchCallers, logInForReads, runAsRole } from "../bench/callers.ts";
import { createListQueries } from "../bench/list-queries.ts";
import { type MeasuredList, measuredLists } from "../bench/measured-lists.ts";
import { createMeasuredReads } from "../bench/measured-reads.ts";
import { findCacheablePaths } from "../bench/reads.ts";
import { collectStatements, logPlans } from "../plans/plan-log.ts";
import { findPlanFaults } from "../plans/plan-faults.ts";
import { readGrowingTables } from "../plans/growing-tables.ts";
import { readList } from "../read-list.ts";

/** Creating the big data set takes most of the time. */
const HOUR = 3_600_000;

let stack: TemporaryStack;
let owner: Connection;
let database: DatabaseClient;
let callers: BenchCallers;
let growingTables: ReadonlySet<string>;

beforeAll(async () => {
  stack = await startTemporaryStack({ site: "none", isTemporary: true });
  const { databaseUrl } = stack.facts;
  owner = postgres(databaseUrl, { max: 2, onnotice: () => undefined });
  if (!(await hasBigData(owner))) await buildBigData(owner);
  growingTables = await readGrowingTables(owner);
  callers = await logInForReads(owner);
  await logPlans(databaseUrl);
  database = connectDatabase(databaseUrl);
}, HOUR);
afterAll(async () => {
  await database?.close();
  await owner?.end();
  await stack?.stop();
});

const findFaults = async (
  work: () => Promise<unknown>,
  { callsPerRow }: Pick<MeasuredList, "callsPerRow"> = {},
): Promise<readonly string[]> =>
  findPlanFaults(await collectStatements(stack.dataDir, owner, work), {
    growingTables,
    callsPerRow: callsPerRow !== undefined,
  });

describe("with a million donations, no statement scans a table that grows or runs once per row", () => {
  test("in what visitors read", async () => {
    const { apiUrl } = stack.facts;
    const faults: Record<string, readonly string[]> = {};
    for (const path of await findCacheablePaths(`${apiUrl}/functions/v1`)) {
      faults[path] = await findFaults(() => fetch(`${apiUrl}/functions/v1${path}`));
    }
    expect(keepFaulty(faults)).toEqual({});
  });

  test("in the pages and reports of administrators and volunteers", async () => {
    const faults: Record<string, readonly string[]> = {};
    for (const { name, role, read } of await createMeasuredReads(owner, callers)) {
      faults[name] = await findFaults(() => runAsRole(database, callers, role, read));
    }
    expect(keepFaulty(faults)).toEqual({});
  });

  test.each(measuredLists)("in the list of $name", async (list) => {
    const faults: Record<string, readonly string[]> = {};
    const groups = await runAsRole(database, callers, "admin's long lists", (sql) =>
      createListQueries(sql, list),
    );
    for (const { label, queries } of groups) {
      for (const { sort, query } of queries) {
        faults[`${label} by ${sort}`] = await findFaults(
          () =>
            runAsRole(database, callers, "admin's long lists", (sql) =>
              readList(list.operation, sql, query),
            ),
          list,
        );
      }
    }
    expect(keepFaulty(faults)).toEqual({});
  });
});

const keepFaulty = (faults: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length > 0));
