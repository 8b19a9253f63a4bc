import { afterAll, expect, test } from "vitest";
import { createPostgresClient } from "../../functions/_shared/clients/connections.ts";
import type { Sql } from "../../functions/_shared/clients/database.ts";
import { readPeriod } from "../../functions/_shared/queries/period.ts";
import { readStackFacts } from "../stack-facts.ts";

const client = createPostgresClient(readStackFacts().databaseUrl, () => undefined);
afterAll(() => client.end());

test.each([
  ["2026-01-05", "2026-01-05", "2026-01-05T06:00:00.000Z", "2026-01-06T06:00:00.000Z"],
  // Clocks change on these days.
  ["2026-03-08", "2026-03-08", "2026-03-08T06:00:00.000Z", "2026-03-09T05:00:00.000Z"],
  ["2026-10-31", "2026-11-01", "2026-10-31T05:00:00.000Z", "2026-11-02T06:00:00.000Z"],
  ["2026-01-05", undefined, "2026-01-05T06:00:00.000Z", null],
  [undefined, "2026-01-05", null, "2026-01-06T06:00:00.000Z"],
  [undefined, undefined, null, null],
])("a period from %s to %s has whole days of the organization", async (from, to, begin, end) => {
  expect(await readPeriod(client as unknown as Sql, from, to)).toEqual({ begin, end });
});
