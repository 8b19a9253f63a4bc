import { rm } from "node:fs/promises";
import { retryOnFreePorts } from "./machine/ports.ts";
import { lockDataDir } from "./machine/single-instance.ts";
import { removeDatabase } from "./database/leftovers.ts";
import {
  createTestDataDir,
  recordPorts,
  rewriteSiteUrls,
  type StackPorts,
} from "./prepared-data.ts";
import { startStack, type Stack, type StackOptions } from "./stack.ts";

export interface TemporaryStack extends Stack {
  dataDir: string;
}

async function removeData(dataDir: string): Promise<void> {
  await removeDatabase(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}

type TemporaryStackOptions = Partial<Omit<StackOptions, "dataDir" | keyof StackPorts>>;

const withFreePorts = <Result>(start: (ports: StackPorts) => Promise<Result>): Promise<Result> =>
  retryOnFreePorts(async (findPort) =>
    start({ webPort: await findPort(), apiPort: await findPort() }),
  );

function startStackOn(dataDir: string, ports: StackPorts, options: TemporaryStackOptions) {
  const functionEnvironment = {
    // Developers often have this key in their environment; tests must not spend money with it.
    OPENAI_API_KEY: "",
    // The functions and the tests run far west of the organization, to catch dates formatted in the machine's time zone.
    TZ: "Pacific/Honolulu",
    ...options.functionEnvironment,
  };
  return startStack({ hasSchedule: false, ...options, dataDir, ...ports, functionEnvironment });
}

/** Starts a stack for a test run with free ports and a new data directory, which `stop` deletes. */
export async function startTemporaryStack(
  options: TemporaryStackOptions = {},
): Promise<TemporaryStack> {
  const dataDir = await createTestDataDir({ isEmpty: options.hasSampleData === false });
  try {
    const stack = await withFreePorts(async (ports) => {
      const arePagesCurrent = options.site !== "none" && (await rewriteSiteUrls(dataDir, ports));
      return startStackOn(dataDir, ports, { arePagesCurrent, ...options });
    });
    const stop = () => stack.stop().then(() => removeData(dataDir));
    return { facts: stack.facts, dataDir, stop };
  } catch (error) {
    await removeData(dataDir);
    throw error;
  }
}

export interface PreparedData {
  dataDir: string;
  remove(): Promise<void>;
}

/** Starts a stack in an empty folder and stops it. Other stacks can then start from a copy of its data. */
export async function prepareData(options: TemporaryStackOptions = {}): Promise<PreparedData> {
  const dataDir = await createTestDataDir({ isEmpty: true });
  try {
    await withFreePorts(async (ports) => {
      const stack = await startStackOn(dataDir, ports, options);
      await stack.stop();
      await recordPorts(dataDir, ports);
    });
    // The lock names this process, so that the data is found and removed if this run is killed.
    const unlock = await lockDataDir(dataDir);
    const remove = async () => {
      unlock();
      await removeData(dataDir);
    };
    return { dataDir, remove };
  } catch (error) {
    await removeData(dataDir);
    throw error;
  }
}
