import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { denoArguments, functionsFolder } from "../local/functions/functions.ts";
import { denoBinary } from "../local/machine/binaries.ts";
import { findFreePort } from "../local/machine/ports.ts";

export interface FunctionProcess {
  readonly name: string;
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts a deployed function in its own process and appends every line of its log to `logLines`. */
export async function startFunction(
  name: string,
  environment: Record<string, string>,
  logLines: string[] = [],
): Promise<FunctionProcess> {
  const port = await findFreePort();
  const options = {
    children: undefined as never,
    folder: functionsFolder,
    dataDir: "",
    environment,
    watch: false,
    log: () => undefined,
  };
  const child = spawn(denoBinary(), denoArguments(options, name, port), {
    env: {
      ...environment,
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      DENO_NO_UPDATE_CHECK: "1",
      HOME: process.env["HOME"],
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.on("data", (chunk: Buffer) => logLines.push(chunk.toString()));
  const url = `http://127.0.0.1:${port}/${name}`;
  while ((await fetch(url).catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) throw new Error(`${name} did not start\n${logLines.join("")}`);
    await sleep(50);
  }
  return { name, url, child };
}
