import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findZipProblem } from "../../functions/_shared/rules/zip-states.ts";
import { replaceZipCodes, zipCodesMigration } from "./zip-codes.ts";

it("the migration has the ZIP codes of the package", () => {
  const migration = readFileSync(zipCodesMigration, "utf8");
  expect(migration.split("\n").length).toBeGreaterThan(40_000);
  // Comparing the texts with `toBe` would print 1.5 MB.
  expect(replaceZipCodes(migration) === migration).toBe(true);
});

it("forms don't ask about a ZIP code in the state that the list has", () => {
  const rows = readFileSync(zipCodesMigration, "utf8").matchAll(/^(?:.*')?(\d{5}) ([A-Z]{2}) /gm);
  const places = [...rows].map(([, zip = "", state = ""]) => ({ zip, state }));
  expect(places.length).toBeGreaterThan(40_000);
  expect(places.filter(({ zip, state }) => findZipProblem(zip, state) !== null)).toEqual([]);
});
