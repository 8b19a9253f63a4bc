import { readFileSync, rmSync } from "node:fs";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Problem } from "./problem.ts";
import { identifyProcess } from "./process-identity.ts";

export const lockFileName = "stack.pid";

/** Returns the pid and start time, so that another process that reuses the pid isn't mistaken for a stack. */
function createLockContent(pid: number): string | undefined {
  const identity = identifyProcess(pid);
  return identity && `${pid} ${identity.startedAt}`;
}

/** Returns the pid of the stack that uses the data directory. Ignores locks left by killed stacks. */
export async function findRunningStack(dataDir: string): Promise<number | undefined> {
  const content = await readFile(path.join(dataDir, lockFileName), "utf8").catch(() => "");
  const pid = Number.parseInt(content, 10);
  return content !== "" && createLockContent(pid) === content ? pid : undefined;
}

/** Returns whether a killed stack left this data directory behind; false, to be safe, if its pid is in use again. */
export async function wasLeftByKilledStack(dataDir: string): Promise<boolean> {
  const content = await readFile(path.join(dataDir, lockFileName), "utf8").catch(() => "");
  return content !== "" && identifyProcess(Number.parseInt(content, 10)) === undefined;
}

/** Locks the data directory, because two stacks would corrupt it. Returns a function that unlocks it. */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const lockFile = path.join(dataDir, lockFileName);
  const draftFile = `${lockFile}.${process.pid}`;
  const runningPid = await findRunningStack(dataDir);
  if (runningPid !== undefined && runningPid !== process.pid) {
    throw new Problem(
      `The stack is already running with ${dataDir} (process ${runningPid}). ` +
        "Stop it first, or use another data folder and other ports: DATA_DIR=<folder> WEB_PORT=… API_PORT=… npm start",
    );
  }
  const ownContent = createLockContent(process.pid) ?? "";
  await rm(lockFile, { force: true });
  await writeFile(draftFile, ownContent);
  try {
    await link(draftFile, lockFile);
  } catch {
    throw new Problem(
      `Another \`npm start\` is using ${dataDir} right now. Try again in a moment.`,
    );
  } finally {
    await rm(draftFile, { force: true });
  }
  return () => {
    const isOwnLock = readFileSync(lockFile, { encoding: "utf8", flag: "a+" }) === ownContent;
    if (isOwnLock) rmSync(lockFile, { force: true });
  };
}
