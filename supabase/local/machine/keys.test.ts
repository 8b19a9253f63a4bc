import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadOrCreateKeys } from "./keys.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "keys-"));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

const load = () => loadOrCreateKeys(dataDir, (line) => messages.push(line));
const file = () => path.join(dataDir, "keys.json");
let messages: string[];

beforeEach(() => {
  messages = [];
});

it("creates keys once, in Supabase's format, readable only by the owner", async () => {
  const firstKeys = await load();
  expect(firstKeys.publishableKey).toMatch(/^sb_publishable_[\w-]{30,}$/);
  expect(firstKeys.secretKey).toMatch(/^sb_secret_[\w-]{30,}$/);
  expect(firstKeys.jwtSecret.length).toBeGreaterThanOrEqual(32);
  expect(firstKeys.hashSecret.length).toBeGreaterThanOrEqual(32);
  const { mode } = await stat(file());
  expect(mode & 0o777).toBe(0o600);
  expect(await load()).toEqual(firstKeys);
  expect(messages).toEqual([]);
});

it("creates different keys for new data", async () => {
  const firstKeys = await load();
  await rm(file());
  const second = await load();
  expect(second.jwtSecret).not.toBe(firstKeys.jwtSecret);
});

it.each(["", "{", "null", "[]", '"text"', '{"publishableKey":5,"jwtSecret":""}'])(
  "reports and replaces a damaged file that contains %j",
  async (content) => {
    const complete = await load();
    await writeFile(file(), content);
    const keys = await load();
    expect(Object.keys(keys).toSorted()).toEqual(Object.keys(complete).toSorted());
    expect(keys.jwtSecret.length).toBeGreaterThanOrEqual(32);
    expect(messages).toEqual([`${file()} was damaged. Created new keys for the missing ones.`]);
    expect(await load()).toEqual(keys);
  },
);

it("keeps the valid keys of a damaged file", async () => {
  const { hashSecret: _lost, ...rest } = await load();
  await writeFile(file(), JSON.stringify(rest));
  expect(await load()).toMatchObject(rest);
});
