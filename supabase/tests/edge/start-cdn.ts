import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { findDenoBinary, findWorkerdBinary } from "../../local/machine/binaries.ts";
import { projectRoot, resolveDataDir } from "../../local/machine/paths.ts";
import { findFreePort } from "../../local/machine/ports.ts";
import { createWorkerdConfig } from "./workerd-config.ts";

const dataDir = resolveDataDir(process.env.DATA_DIR);
export const builtSite = path.join(dataDir, "site");
/** The bundled code, as it is deployed. */
const codeFolder = path.join(dataDir, "site-server/edge");
const children: ChildProcess[] = [];

export type CdnName = "netlify" | "cloudflare";

/** Starts one of the two CDNs with the project's code in front of the site's files or of another folder. */
export const startCdn = (
  name: CdnName,
  edgeSecret: string,
  siteFolder = builtSite,
): Promise<string> =>
  name === "netlify" ? startNetlify(edgeSecret, siteFolder) : startWorker(edgeSecret, siteFolder);

async function startNetlify(edgeSecret: string, siteFolder: string): Promise<string> {
  const port = await findFreePort();
  const script = path.join(projectRoot, "supabase/tests/edge/netlify.ts");
  const options = ["-q", "--no-lock", "--no-remote", "--unstable-no-legacy-abort"];
  const permissions = ["--allow-net", "--allow-env", "--allow-read"];
  const args = ["run", ...options, ...permissions, script, siteFolder, codeFolder];
  const child = spawn(findDenoBinary(), args, {
    env: {
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      DENO_NO_UPDATE_CHECK: "1",
      HOME: process.env.HOME,
      EDGE_SECRET: edgeSecret,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/favicon.svg`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error("The CDN process exited");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return url;
}

/** Starts the Worker in Cloudflare's own runtime. */
export async function startWorker(
  edgeSecret: string,
  siteFolder = builtSite,
  cacheAddress?: string,
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "workerd-"));
  const configFile = path.join(folder, "config.capnp");
  await writeFile(
    configFile,
    await createWorkerdConfig({ edgeSecret, siteFolder, codeFolder, cacheAddress }),
    { mode: 0o600 },
  );
  // workerd's own support for static files is experimental.
  const args = ["serve", "--experimental", "--control-fd=3", configFile];
  const child = spawn(findWorkerdBinary(), args, {
    stdio: ["ignore", "inherit", "inherit", "pipe"],
  });
  children.push(child);
  try {
    return `http://127.0.0.1:${await readPort(child)}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** workerd reports its port as a line of JSON. */
async function readPort(child: ChildProcess): Promise<number> {
  let text = "";
  for await (const chunk of child.stdio[3] as Readable) {
    text += String(chunk);
    const port = /"port":\s*(\d+)/.exec(text)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error("workerd exited");
}

export async function stopCdns(): Promise<void> {
  for (const child of children.splice(0)) {
    child.kill();
    if (child.exitCode === null) await once(child, "exit");
  }
}
