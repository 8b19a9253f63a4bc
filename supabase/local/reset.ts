import { rm } from "node:fs/promises";
import { removeDatabase, removeLeftovers } from "./database/leftovers.ts";
import { Problem } from "./machine/problem.ts";
import { findRunningStack } from "./machine/single-instance.ts";
import { exitWith, loadDotEnv, optionsFromEnvironment } from "./terminal.ts";

async function reset(): Promise<void> {
  const { dataDir } = optionsFromEnvironment();
  const pid = await findRunningStack(dataDir);
  if (pid !== undefined) {
    throw new Problem(`The stack is running (process ${pid}). Stop it with Ctrl-C, then reset.`);
  }
  await removeDatabase(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  for (const other of await removeLeftovers()) console.log(`Removed what was left of ${other}.`);
  console.log("Everything local is gone. The next `npm start` begins with the demo content again.");
}

loadDotEnv();
await reset().catch(exitWith);
