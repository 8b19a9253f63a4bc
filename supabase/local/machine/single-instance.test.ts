import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findRunningStack, lockDataDir } from "./single-instance.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "lock-"));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

const lock = () => path.join(dataDir, "stack.pid");

it("refuses data that a living process is using, and names it", async () => {
  await writeFile(lock(), String(process.ppid));
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    `already running on ${dataDir} (process ${process.ppid})`,
  );
});

it("takes over from a process that was killed, and lets go again", async () => {
  await writeFile(lock(), "999999999");
  expect(await findRunningStack(dataDir)).toBeUndefined();
  const unlock = await lockDataDir(dataDir);
  expect(await readFile(lock(), "utf8")).toBe(String(process.pid));
  unlock();
  await expect(readFile(lock(), "utf8")).rejects.toThrow(/ENOENT/);
});
