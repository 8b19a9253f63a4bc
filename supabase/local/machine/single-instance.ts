import { readFileSync, rmSync } from "node:fs";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Problem } from "./problem.ts";

const lockName = "stack.pid";

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The process that is using the data directory now; a lock left by a killed one does not count. */
export async function findRunningStack(dataDir: string): Promise<number | undefined> {
  const content = await readFile(path.join(dataDir, lockName), "utf8").catch(() => "");
  const pid = Number(content.trim());
  return isRunning(pid) ? pid : undefined;
}

/** Two stacks on one data directory would ruin each other, so the second is refused. */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const lock = path.join(dataDir, lockName);
  const draft = `${lock}.${process.pid}`;
  const other = await findRunningStack(dataDir);
  if (other !== undefined && other !== process.pid) {
    throw new Problem(
      `The stack is already running on ${dataDir} (process ${other}). ` +
        "Stop it first, or choose other data: DATA_DIR=<folder> WEB_PORT=… API_PORT=… npm start",
    );
  }
  await rm(lock, { force: true });
  await writeFile(draft, String(process.pid));
  try {
    await link(draft, lock);
  } catch {
    throw new Problem(`Another start is using ${dataDir} at this moment. Try again.`);
  } finally {
    await rm(draft, { force: true });
  }
  return () => {
    const mine =
      readFileSync(lock, { encoding: "utf8", flag: "a+" }).trim() === String(process.pid);
    if (mine) rmSync(lock, { force: true });
  };
}
