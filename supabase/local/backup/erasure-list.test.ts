import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { computeKeyCheck, erasureListFileName, readErasures } from "./erasure-list.ts";
import { sealJson } from "./sealed-json.ts";

const [OLD_KEY, NEW_KEY, OTHER_KEY] = ["a", "b", "c"].map((letter) => letter.repeat(40));

const buildErasure = (key: string) => ({
  id: crypto.randomUUID(),
  requestedAt: "2026-11-03T10:00:00+00:00",
  requestedBy: "admin",
  records: [],
  keptRecords: [],
  blanked: [],
  mailboxHashes: [],
  keyCheck: computeKeyCheck(key),
});

describe("a restore's ERASURE_KEY", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "care-packages-list-"));
    const erasures = [OLD_KEY!, NEW_KEY!].map(buildErasure);
    const list = { format: 1, renewedAt: "2026-11-03T10:00:00Z", erasures };
    await writeFile(path.join(folder, erasureListFileName), sealJson(list));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const read = (...keys: (string | undefined)[]) =>
    readErasures(path.join(folder, "backup"), { keys: keys.map(String) });

  it("is accepted with the key of each erasure, in any order, next to others", async () => {
    expect(await read(NEW_KEY, OLD_KEY)).toHaveLength(2);
    expect(await read(OTHER_KEY, OLD_KEY, NEW_KEY)).toHaveLength(2);
  });

  it.each([
    ["is missing", [], "Set ERASURE_KEY"],
    ["is wrong", [OTHER_KEY], "ERASURE_KEY isn't the key of 2 erasures"],
    ["lacks the old key", [NEW_KEY], "ERASURE_KEY isn't the key of 1 erasure on"],
    ["lacks the new key", [OLD_KEY], "ERASURE_KEY isn't the key of 1 erasure on"],
  ])("is refused if it %s", async (_, keys, message) => {
    await expect(read(...keys)).rejects.toThrow(message);
  });
});
