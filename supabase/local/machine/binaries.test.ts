import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { findOwnPostgresFolder } from "./binaries.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "postgres-"));
  vi.stubEnv("POSTGRES_PATH", folder);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function installServer(version: string): Promise<void> {
  const program = path.join(folder, "bin/postgres");
  await mkdir(path.dirname(program));
  await writeFile(program, `#!/bin/sh\necho "postgres (PostgreSQL) ${version}"\n`);
  await chmod(program, 0o755);
}

test.each(["17.10", "18.4 (Debian 18.4-1.pgdg12+1)"])(
  "the server in POSTGRES_PATH is used if it's PostgreSQL %s",
  async (version) => {
    await installServer(version);
    expect(findOwnPostgresFolder()).toBe(folder);
  },
);

test("an older server is refused, with its version", async () => {
  await installServer("15.18");
  expect(findOwnPostgresFolder).toThrow(
    `POSTGRES_PATH must be the folder of PostgreSQL 17 or later. ${folder}/bin/postgres is postgres (PostgreSQL) 15.18.`,
  );
});

test("a folder without a server is refused", () => {
  expect(findOwnPostgresFolder).toThrow("bin/postgres is missing.");
});

test("without POSTGRES_PATH, npm's server is used", () => {
  vi.stubEnv("POSTGRES_PATH", "");
  expect(findOwnPostgresFolder()).toBeUndefined();
});
