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
const getKeysPath = () => path.join(dataDir, "keys.json");
let messages: string[];

beforeEach(() => {
  messages = [];
});

it("keys are created once, in Supabase's format, readable only by the owner", async () => {
  const firstKeys = await load();
  expect(firstKeys.publishableKey).toMatch(/^sb_publishable_[\w-]{30,}$/);
  expect(firstKeys.secretKey).toMatch(/^sb_secret_[\w-]{30,}$/);
  expect(firstKeys.jwtSecret.length).toBeGreaterThanOrEqual(32);
  expect(firstKeys.hashSecret.length).toBeGreaterThanOrEqual(32);
  const { mode } = await stat(getKeysPath());
  expect(mode & 0o777).toBe(0o600);
  expect(await load()).toEqual(firstKeys);
  expect(messages).toEqual([]);
});

it("the keys are different after their file is deleted", async () => {
  const firstKeys = await load();
  await rm(getKeysPath());
  const secondKeys = await load();
  expect(secondKeys.jwtSecret).not.toBe(firstKeys.jwtSecret);
});

it.each(["", "{", "null", "[]", '"text"', '{"publishableKey":5,"jwtSecret":""}'])(
  "a damaged file that contains %j is reported and replaced",
  async (content) => {
    const completeKeys = await load();
    await writeFile(getKeysPath(), content);
    const keys = await load();
    expect(Object.keys(keys).toSorted()).toEqual(Object.keys(completeKeys).toSorted());
    expect(keys.jwtSecret.length).toBeGreaterThanOrEqual(32);
    expect(messages).toEqual([
      `${getKeysPath()} was damaged. Replaced the missing keys with new ones.`,
    ]);
    expect(await load()).toEqual(keys);
  },
);

it("the valid keys of a damaged file are kept", async () => {
  const { hashSecret: _removedKey, ...remainingKeys } = await load();
  await writeFile(getKeysPath(), JSON.stringify(remainingKeys));
  expect(await load()).toMatchObject(remainingKeys);
});
