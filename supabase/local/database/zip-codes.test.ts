import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { replaceZipCodes, zipCodesMigration } from "./zip-codes.ts";

it("the migration has the ZIP codes of the package", () => {
  const migration = readFileSync(zipCodesMigration, "utf8");
  expect(migration.split("\n").length).toBeGreaterThan(40_000);
  // Comparing the texts with `toBe` would print 1.5 MB.
  expect(replaceZipCodes(migration) === migration).toBe(true);
});
