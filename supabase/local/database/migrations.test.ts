import { expect, it } from "vitest";
import { listMigrations, parseMigrationName } from "./migrations.ts";

it("a migration's name is parsed as the Supabase CLI parses it", () => {
  expect(parseMigrationName("20260101000000_donations.sql")).toEqual({
    version: "20260101000000",
    name: "donations",
    file: "20260101000000_donations.sql",
  });
  expect(parseMigrationName("donations.sql")).toBeUndefined();
  expect(parseMigrationName("20260101000000_donations.md")).toBeUndefined();
});

it("the project's migrations are listed in order, each version once", async () => {
  const versions = (await listMigrations()).map((migration) => migration.version);
  expect(versions.length).toBeGreaterThan(0);
  expect(versions).toEqual([...new Set(versions)].toSorted());
});
