import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { hasCluster } from "./database/cluster.ts";
import { testDataPrefix } from "./database/leftovers.ts";
import { preparePostgresHome } from "./database/postgres-home.ts";
import { loadOrCreateKeys } from "./machine/keys.ts";
import { projectRoot } from "./machine/paths.ts";
import { lockFileName } from "./machine/single-instance.ts";
import { getBuildFolders, hashInputs, stampBuild } from "./site/build.ts";
import { createSiteEnvironment } from "./stack.ts";

/** The ports of a stack's site and gateway. The built site contains both. */
export interface StackPorts {
  webPort: number;
  apiPort: number;
}

/** The environment variable with the data folder of a stopped stack. Temporary stacks start from a copy of that folder. */
export const PREPARED_DATA_DIR = "PREPARED_DATA_DIR";
const portsFile = "ports.json";

const runProgram = promisify(execFile);
/** Copies a folder's contents and keeps their owners, because root's database belongs to another user. */
const copyContents = (from: string, to: string) => runProgram("cp", ["-a", `${from}/.`, to]);

/** Records the ports that the built site contains, for `rewriteSiteUrls`. */
export const recordPorts = (dataDir: string, ports: StackPorts): Promise<void> =>
  writeFile(path.join(dataDir, portsFile), JSON.stringify(ports));

/**
 * Creates a data folder for a temporary stack. With prepared data, this takes a fraction of the time that migrations, sample
 * data and the site's build take.
 */
export async function createTestDataDir({ isEmpty = false } = {}): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), testDataPrefix));
  const preparedDir = process.env[PREPARED_DATA_DIR];
  if (!preparedDir || isEmpty) return dataDir;
  await copyContents(preparedDir, dataDir);
  await rm(path.join(dataDir, lockFileName));
  const preparedHome = await preparePostgresHome(preparedDir);
  const home = await preparePostgresHome(dataDir);
  if (!hasCluster(home)) await copyContents(preparedHome.clusterFolder, home.clusterFolder);
  return dataDir;
}

/**
 * Replaces the URLs in a copied site, so that the stack doesn't build and prerender it again for its own ports. Returns
 * whether there is a copied site.
 */
export async function rewriteSiteUrls(
  dataDir: string,
  { webPort, apiPort }: StackPorts,
): Promise<boolean> {
  const content = await readFile(path.join(dataDir, portsFile), "utf8").catch(() => undefined);
  if (content === undefined) return false;
  const oldPorts = JSON.parse(content) as StackPorts;
  const folders = getBuildFolders(dataDir);
  const oldUrl = new RegExp(`http://localhost:(${oldPorts.webPort}|${oldPorts.apiPort})\\b`, "g");
  for (const folder of [folders.site, folders.server]) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/(\.(js|html|txt|xml|json)|_headers)$/.test(name)) continue;
      const file = path.join(folder, name);
      const text = await readFile(file, "utf8");
      const newText = text.replace(oldUrl, (_, port: string) => {
        return `http://localhost:${Number(port) === oldPorts.webPort ? webPort : apiPort}`;
      });
      if (newText !== text) await writeFile(file, newText);
    }
  }
  const { publishableKey } = await loadOrCreateKeys(dataDir, () => undefined);
  const environment = createSiteEnvironment({ webPort, apiPort, publishableKey });
  await stampBuild(folders, await hashInputs(projectRoot, environment));
  await recordPorts(dataDir, { webPort, apiPort });
  return true;
}
