import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { hostedLoader } from "../../local/functions/functions.ts";
import { findDenoBinary, findHostedDenoBinary } from "../../local/machine/binaries.ts";
import { projectRoot } from "../../local/machine/paths.ts";
import { findFreePort } from "../../local/machine/ports.ts";
import type { StackFacts } from "../../local/stack.ts";

const scriptPaths = {
  api: "supabase/functions/api/index.ts",
  /** Created by `bundleFunction("api")`. */
  bundledApi: "supabase/functions/dist/api/index.js",
  /** Runs the same queries without any other work. */
  bare: "supabase/tests/bench/bare-handler.ts",
  /** The cost of a function that runs one trivial query. */
  query: "supabase/tests/bench/query-function.ts",
  /** Checks pictures without any other work. */
  picture: "supabase/tests/bench/picture-function.ts",
  /** The fixed cost of any function. */
  empty: "supabase/tests/bench/empty-function.ts",
  hostedEmpty: "supabase/tests/bench/empty-function.ts",
} as const;

/** Scripts that run on the Deno version of the hosted runtime. */
const hostedScripts: ReadonlySet<string> = new Set(["bundledApi", "hostedEmpty"]);

export interface RunningFunction {
  readonly url: string;
  readonly processId: number;
  /** Milliseconds from spawning the process until it accepts a connection. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** Starts a function in its own Deno process, without the gateway in front. */
export async function startBenchFunction(
  script: keyof typeof scriptPaths,
  facts: StackFacts,
  environment: Record<string, string> = {},
): Promise<RunningFunction> {
  const port = await findFreePort();
  const isHosted = hostedScripts.has(script);
  const file = path.join(projectRoot, scriptPaths[script]);
  const startedAt = performance.now();
  const child = spawn(
    isHosted ? findHostedDenoBinary() : findDenoBinary(),
    [
      "run",
      "--allow-all",
      "--no-lock",
      "--quiet",
      "--node-modules-dir=manual",
      "--config=supabase/functions/api/deno.json",
      ...(isHosted ? [hostedLoader, pathToFileURL(file).href] : [file]),
    ],
    {
      cwd: projectRoot,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        HOME: process.env.HOME,
        DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
        DENO_NO_UPDATE_CHECK: "1",
        SUPABASE_URL: facts.apiUrl,
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: facts.publishableKey }),
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: facts.secretKey }),
        SUPABASE_DB_URL: facts.databaseUrl,
        AUTH_JWT_SECRET: facts.jwtSecret,
        SITE_URL: facts.webUrl,
        HASH_SECRET: "x".repeat(32),
        EDGE_SECRET: facts.edgeSecret,
        ...environment,
      },
    },
  );
  await waitUntilListening(child, port);
  return {
    url: `http://127.0.0.1:${port}`,
    processId: child.pid!,
    startMs: performance.now() - startedAt,
    stop: async () => {
      child.kill();
      await once(child, "exit");
    },
  };
}

async function waitUntilListening(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = net.connect(port, "127.0.0.1");
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error("The function stopped before it started listening.");
}
