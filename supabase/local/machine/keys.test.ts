import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadOrCreateKeys } from "./keys.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "keys-"));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

it("makes keys once, in Supabase's form, for the owner's eyes only", async () => {
  const first = await loadOrCreateKeys(dataDir);
  expect(first.created).toBe(true);
  expect(first.keys.publishableKey).toMatch(/^sb_publishable_[\w-]{30,}$/);
  expect(first.keys.secretKey).toMatch(/^sb_secret_[\w-]{30,}$/);
  expect(first.keys.jwtSecret.length).toBeGreaterThanOrEqual(32);
  expect(first.keys.hashSecret.length).toBeGreaterThanOrEqual(32);
  const { mode } = await stat(path.join(dataDir, "keys.json"));
  expect(mode & 0o777).toBe(0o600);
  expect(await loadOrCreateKeys(dataDir)).toEqual({ keys: first.keys, created: false });
});

it("makes other keys for other data", async () => {
  const first = await loadOrCreateKeys(dataDir);
  await rm(path.join(dataDir, "keys.json"));
  const second = await loadOrCreateKeys(dataDir);
  expect(second.keys.jwtSecret).not.toBe(first.keys.jwtSecret);
});
