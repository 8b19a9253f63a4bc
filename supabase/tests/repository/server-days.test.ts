import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What SQL reads in the session's time zone, or in UTC, in place of the organization's day (private.today()). */
const SERVER_DAYS =
  /\b(?:current_date|current_time|localtime|localtimestamp)\b|\bnow\(\)::(?:date|time|timestamp)\b|at time zone 'UTC'/i;

test("days and times of day in SQL are those of the organization", () => {
  const files = [
    ...globSync("supabase/migrations/*.sql"),
    ...globSync("supabase/functions/**/*.ts").filter((file) => !file.endsWith(".test.ts")),
  ];
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) => (SERVER_DAYS.test(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(found).toEqual([]);
});
