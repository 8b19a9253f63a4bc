import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { identifyProcess } from "./process-identity.ts";
import { findRunningStack, lockDataDir } from "./single-instance.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "lock-"));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

const getLockPath = () => path.join(dataDir, "stack.pid");

it("a data directory that a running stack uses is refused, and the error names the stack's pid", async () => {
  const parent = identifyProcess(process.ppid);
  await writeFile(getLockPath(), `${process.ppid} ${parent?.startedAt}`);
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    `already running with ${dataDir} (process ${process.ppid})`,
  );
});

it("a killed stack's data directory can be locked, even if its pid was reused", async () => {
  for (const staleLock of [
    "999999999 long ago",
    `${process.ppid} long ago`,
    String(process.ppid),
    "",
  ]) {
    await writeFile(getLockPath(), staleLock);
    expect(await findRunningStack(dataDir)).toBeUndefined();
    const unlock = await lockDataDir(dataDir);
    expect(await findRunningStack(dataDir)).toBe(process.pid);
    unlock();
    await expect(readFile(getLockPath(), "utf8")).rejects.toThrow(/ENOENT/);
  }
});

it("unlocking doesn't remove a lock that another stack has taken", async () => {
  const unlock = await lockDataDir(dataDir);
  await writeFile(getLockPath(), "1 another");
  unlock();
  expect(await readFile(getLockPath(), "utf8")).toBe("1 another");
});
