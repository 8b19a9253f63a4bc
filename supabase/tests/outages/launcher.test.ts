import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeDatabase, removeLeftovers, testDataPrefix } from "../../local/database/leftovers.ts";
import { preparePostgresHome, rootHomeFor } from "../../local/database/postgres-home.ts";
import { findFreePort } from "../../local/machine/ports.ts";
import { findRunningStack, lockDataDir } from "../../local/machine/single-instance.ts";
import { KillableStack } from "./killable-stack.ts";

async function countDonations(stack: KillableStack): Promise<number> {
  const sql = postgres(stack.facts.databaseUrl, { max: 1 });
  const [row] = await sql<[{ count: number }]>`select count(*)::int from public.donations`;
  await sql.end();
  return row.count;
}

describe("a stack", () => {
  let stack: KillableStack;
  let unrelatedProcess: ChildProcess;

  beforeAll(async () => {
    unrelatedProcess = spawn("sleep", ["300"], { stdio: "ignore" });
    stack = await KillableStack.create();
  });
  afterAll(async () => {
    unrelatedProcess.kill();
    await stack.stop();
  });

  it.each(["lost", "empty"])(
    "keeps its data if it is killed and keys.json is %s, and doesn't kill a process that reuses the launcher's pid",
    async (loss) => {
      const sql = postgres(stack.facts.databaseUrl, { max: 1 });
      await sql`delete from public.donations where id in (select id from public.donations limit 1)`;
      await sql.end();
      const donationCount = await countDonations(stack);
      const postgresPid = stack.pidOf("postgres");
      stack.kill("launcher");
      process.kill(postgresPid, "SIGKILL");
      await stack.waitForExit();

      const keysFile = path.join(stack.dataDir, "keys.json");
      await (loss === "lost" ? rm(keysFile) : truncate(keysFile));
      const { cluster } = await preparePostgresHome(stack.dataDir);
      const pidFile = path.join(cluster, "postmaster.pid");
      const [, ...otherLines] = (await readFile(pidFile, "utf8")).split("\n");
      await writeFile(pidFile, [unrelatedProcess.pid, ...otherLines].join("\n"));
      await writeFile(path.join(stack.dataDir, "stack.pid"), String(unrelatedProcess.pid));

      await stack.start();
      expect(await countDonations(stack)).toBe(donationCount);
      expect([unrelatedProcess.exitCode, unrelatedProcess.signalCode]).toEqual([null, null]);
    },
  );

  it("exits with a message and code 1 when its database can't recover", async () => {
    const countRestarts = () => stack.output.split("is back after").length;
    for (let round = 0; round < 5; round++) {
      const restartsBefore = countRestarts();
      stack.kill("postgres");
      await expect.poll(countRestarts).toBe(restartsBefore + 1);
    }
    stack.kill("postgres");
    expect(await stack.waitForExit()).toBe(1);
    expect(stack.output).toMatch(/PostgreSQL keeps stopping \(SIGKILL\)\. The reason is in .*\.$/m);
    expect(await findRunningStack(stack.dataDir)).toBeUndefined();
  });
});

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
      existsSync(rootHomeFor(deletedCloneDataDir)),
      existsSync(rootHomeFor(existingCloneDataDir)),
    ]).toEqual([false, true]);
    await removeDatabase(existingCloneDataDir);
  });
});
