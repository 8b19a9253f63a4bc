import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { denoBinary } from "../../local/machine/binaries.ts";
import { projectRoot, resolveDataDir } from "../../local/machine/paths.ts";
import { findFreePort } from "../../local/machine/ports.ts";

const dataDir = resolveDataDir(process.env.DATA_DIR);
export const builtSite = path.join(dataDir, "site");
/** The bundled code, as it is deployed. */
const codeFolder = path.join(dataDir, "site-server/edge");
const children: ChildProcess[] = [];

/** Starts one of the two CDNs with the project's code in front of the site's files or of another folder. */
export async function startCdn(
  name: string,
  edgeSecret: string,
  site = builtSite,
): Promise<string> {
  const port = await findFreePort();
  const script = path.join(projectRoot, "supabase/tests/edge/cdn.ts");
  const args = [
    "run",
    "-q",
    "--no-lock",
    "--no-remote",
    "--unstable-no-legacy-abort",
    "--allow-net",
    "--allow-env",
  ];
  const child = spawn(denoBinary(), [...args, "--allow-read", script, name, site, codeFolder], {
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

export async function stopCdns(): Promise<void> {
  for (const child of children.splice(0)) {
    child.kill();
    await once(child, "exit");
  }
}
