import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { stopOrphanedServer } from "./cluster.ts";
import type { PostgresHome } from "./postgres-home.ts";

let home: PostgresHome;

beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "cluster-"));
  home = { binariesFolder: "/nowhere", clusterFolder: path.join(folder, "data") };
  await mkdir(home.clusterFolder);
});

afterEach(() => rm(path.dirname(home.clusterFolder), { recursive: true, force: true }));

const getPidFile = () => path.join(home.clusterFolder, "postmaster.pid");

it("ending a killed stack's PostgreSQL server doesn't kill an unrelated program that reuses its pid", async () => {
  const unrelatedProcess = spawn("sleep", ["30"], { stdio: "ignore" });
  try {
    const restOfPidFile = `\n${home.clusterFolder}\n1700000000\n5432\n\n127.0.0.1\n  1234  5678\n`;
    await writeFile(getPidFile(), `${unrelatedProcess.pid}${restOfPidFile}`);
    await stopOrphanedServer(home);
    expect([unrelatedProcess.exitCode, unrelatedProcess.signalCode]).toEqual([null, null]);
    // PostgreSQL ignores a pid file that contains its parent's pid, but still checks the shared memory that the file
    // names.
    expect(await readFile(getPidFile(), "utf8")).toBe(`${process.pid}${restOfPidFile}`);
  } finally {
    unrelatedProcess.kill();
  }
});

it("ending a PostgreSQL server succeeds without a pid file, and keeps the pid file of a dead server", async () => {
  await stopOrphanedServer(home);
  await writeFile(getPidFile(), "999999999\n");
  await stopOrphanedServer(home);
  expect(await readFile(getPidFile(), "utf8")).toBe("999999999\n");
});
