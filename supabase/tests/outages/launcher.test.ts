import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeDatabase, removeLeftovers, testDataPrefix } from "../../local/database/leftovers.ts";
import { preparePostgresHome, getRootHome } from "../../local/database/postgres-home.ts";
import { findFreePort } from "../../local/machine/ports.ts";
import { findRunningStack, lockDataDir } from "../../local/machine/single-instance.ts";

it("SIGINT stops a stack that is starting, even if it is sent only to npm", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), testDataPrefix));
  const npm = spawn("npm", ["start"], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      WEB_PORT: String(await findFreePort()),
      API_PORT: String(await findFreePort()),
    },
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const exitPromise = once(npm, "exit");
  while ((await findRunningStack(dataDir)) === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  npm.kill("SIGINT");
  await exitPromise;
  expect(await findRunningStack(dataDir)).toBeUndefined();
  await removeDatabase(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

describe("leftover processes and data", () => {
  const { TMPDIR } = process.env;
  let folder: string;

  // A separate folder, so that this test doesn't affect other running stacks.
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "leftovers-"));
    process.env.TMPDIR = folder;
  });
  afterAll(async () => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    await rm(folder, { recursive: true, force: true });
  });

  it("`npm run reset` removes the leftovers of a killed test run, but not of a running one", async () => {
    const killedRunFolder = path.join(folder, `${testDataPrefix}killed`);
    const runningRunFolder = path.join(folder, `${testDataPrefix}living`);
    const reusedPidFolder = path.join(folder, `${testDataPrefix}doubtful`);
    const startingRunFolder = path.join(folder, `${testDataPrefix}starting`);
    for (const folderPath of [
      killedRunFolder,
      runningRunFolder,
      reusedPidFolder,
      startingRunFolder,
    ])
      await mkdir(folderPath);
    await writeFile(path.join(killedRunFolder, "stack.pid"), "999999999 long ago");
    await writeFile(path.join(reusedPidFolder, "stack.pid"), `${process.ppid} long ago`);
    const unlock = await lockDataDir(runningRunFolder);
    // Leftovers of other deleted clones may be removed, too.
    const removedFolders = await removeLeftovers();
    expect(removedFolders.filter((dataDir) => dataDir.startsWith(folder))).toEqual([
      killedRunFolder,
    ]);
    expect(
      [killedRunFolder, runningRunFolder, reusedPidFolder, startingRunFolder].map(existsSync),
    ).toEqual([false, true, true, true]);
    unlock();
  });

  it("`npm run reset` removes the data of a deleted clone, including root's, but not the data of an existing one", async () => {
    if (process.getuid?.() !== 0) return;
    const deletedCloneDataDir = path.join(folder, "gone/supabase/.temp");
    const existingCloneDataDir = path.join(folder, "there/supabase/.temp");
    for (const dataDir of [deletedCloneDataDir, existingCloneDataDir])
      await preparePostgresHome(dataDir);
    await mkdir(existingCloneDataDir, { recursive: true });
    expect(await removeLeftovers()).toContain(deletedCloneDataDir);
    expect([
      existsSync(getRootHome(deletedCloneDataDir)),
      existsSync(getRootHome(existingCloneDataDir)),
    ]).toEqual([false, true]);
    await removeDatabase(existingCloneDataDir);
  });
});
