import { expect, it } from "vitest";
import { listUnusualDays } from "./list-unusual-days.ts";

const list = (fields: Parameters<typeof listUnusualDays>[0]["fields"]) =>
  listUnusualDays({ fields, problems: [], skipped: null }, "2026-11-30");

it("lists the days of an imported row that are probably mistyped", () => {
  expect(list({ receivedOn: "2012-01-05", startedOn: null })).toEqual([]);
  expect(list({ receivedOn: "2006-01-05" })).toEqual(["2006-01-05"]);
  expect(
    list({
      startedOn: "1926-11-03",
      qualifications: [
        { kind: "waiver", label: null, completedOn: "2025-03-01", expiresOn: "2199-03-01" },
      ],
    }),
  ).toEqual(["1926-11-03", "2199-03-01"]);
});
