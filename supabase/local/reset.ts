import { rm } from "node:fs/promises";
import { removeDatabase, removeLeftovers } from "./database/leftovers.ts";
import { Problem } from "./machine/problem.ts";
import { findRunningStack } from "./machine/single-instance.ts";
import { exitWith, loadDotEnv, readStackOptions } from "./terminal.ts";

async function reset(): Promise<void> {
  const { dataDir } = readStackOptions();
  const pid = await findRunningStack(dataDir);
  if (pid !== undefined) {
    throw new Problem(
      `The stack is running (process ${pid}). Stop it with Ctrl-C, then reset again.`,
    );
  }
  await removeDatabase(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  for (const folder of await removeLeftovers()) console.log(`Removed leftovers from ${folder}.`);
  console.log("Deleted all local data. The next `npm start` starts over with the sample data.");
}

loadDotEnv();
await reset().catch(exitWith);
