import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "./machine/ports.ts";
import { removeDatabase, testDataPrefix } from "./database/leftovers.ts";
import { startStack, type Stack, type StackOptions } from "./stack.ts";

export interface TemporaryStack extends Stack {
  dataDir: string;
}

/** Starts a stack for a test run with free ports and a fresh data directory, which `stop` deletes. */
export async function startTemporaryStack(
  options: Partial<StackOptions> = {},
): Promise<TemporaryStack> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), testDataPrefix)));
  const removeData = async () => {
    await removeDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const webPort = options.webPort ?? (await findFreePort());
    const apiPort = options.apiPort ?? (await findFreePort());
    const functionEnvironment = {
      // Developers often have this key in their environment; tests must not spend money with it.
      OPENAI_API_KEY: "",
      // A zone far west of the organization's, like the tests' own, to catch dates formatted in the machine's time zone.
      TZ: "Pacific/Honolulu",
      ...options.functionEnvironment,
    };
    const ownOptions = { dataDir, webPort, apiPort, functionEnvironment };
    const stack = await startStack({ hasSchedule: false, ...options, ...ownOptions });
    const stop = () => stack.stop().then(removeData);
    return { facts: stack.facts, dataDir, stop };
  } catch (error) {
    await removeData();
    throw error;
  }
}
