import { expect, it } from "vitest";
import { listMigrations, parseMigrationName } from "./migrations.ts";

it("reads names as the Supabase CLI does", () => {
  expect(parseMigrationName("20260101000000_donations.sql")).toEqual({
    version: "20260101000000",
    name: "donations",
    file: "20260101000000_donations.sql",
  });
  expect(parseMigrationName("donations.sql")).toBeUndefined();
  expect(parseMigrationName("20260101000000_donations.md")).toBeUndefined();
});

it("lists the project's migrations in order, each version once", async () => {
  const versions = (await listMigrations()).map((migration) => migration.version);
  expect(versions.length).toBeGreaterThan(0);
  expect(versions).toEqual([...new Set(versions)].toSorted());
});
