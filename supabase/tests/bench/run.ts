import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import autocannon from "autocannon";
import { denoBinary } from "../../local/machine/binaries.ts";
import { findFreePort } from "../../local/machine/ports.ts";
import { benchBigData } from "./lists.ts";
import { benchPage } from "./pages.ts";
import { startTemporaryStack, type TemporaryStack } from "../../local/temporary-stack.ts";

/**
 * `npm run bench`: figures for the bars of the design, each against its yardstick in the same run, because timings on
 * shared machines mean little by themselves. It never fails; it prints. `npm run bench lists` leaves out the pages and the
 * API.
 */
const paths = ["/api/hero-section", "/api/events", "/api/donation-trends", "/api/home"];
const CONNECTIONS = 10;
const SECONDS = 5;
const ROUNDS = 3;

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;

async function startDeno(
  script: string,
  stack: TemporaryStack,
): Promise<{ url: string; process: ChildProcess; startMs: number }> {
  const port = await findFreePort();
  const { facts } = stack;
  const startedAt = performance.now();
  const child = spawn(
    denoBinary(),
    [
      "run",
      "-A",
      "--no-lock",
      "--quiet",
      "--node-modules-dir=manual",
      "--config",
      "supabase/functions/api/deno.json",
      script,
    ],
    {
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
        SUPABASE_URL: facts.apiUrl,
        SUPABASE_ANON_KEY: facts.anonKey,
        SUPABASE_SERVICE_ROLE_KEY: facts.serviceRoleKey,
        SUPABASE_DB_URL: facts.databaseUrl,
        AUTH_JWT_SECRET: facts.jwtSecret,
        SITE_URL: facts.webUrl,
        HASH_SECRET: "x".repeat(32),
      },
    },
  );
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/api/hero-section`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { url, process: child, startMs: performance.now() - startedAt };
}

interface Figures {
  readonly perSecond: number;
  readonly p97: number;
  readonly errors: number;
}

async function load(url: string): Promise<Figures> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  return {
    perSecond: result.requests.average,
    p97: result.latency.p97_5,
    errors: result.non2xx + result.errors,
  };
}

async function benchReads(stack: TemporaryStack): Promise<void> {
  const api = await startDeno("supabase/functions/api/index.ts", stack);
  const bare = await startDeno("supabase/tests/bench/bare-handler.ts", stack);
  console.log(
    `\nFirst answer after the process starts: api ${api.startMs.toFixed(0)} ms, bare ${bare.startMs.toFixed(0)} ms, ratio ${(api.startMs / bare.startMs).toFixed(2)} (bar: 3)`,
  );
  console.log(
    `\nPublic reads, ${CONNECTIONS} connections, median of ${ROUNDS} pairs of ${SECONDS} s (bars: throughput >= 40%, p97.5 <= 3 x)`,
  );
  console.log("path                      api/s   bare/s   throughput   p97.5 api/bare");
  for (const route of paths) {
    const rounds: { ours: Figures; theirs: Figures }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ ours: await load(api.url + route), theirs: await load(bare.url + route) });
    }
    const errors = rounds.reduce((sum, { ours, theirs }) => sum + ours.errors + theirs.errors, 0);
    const share = median(rounds.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond));
    const tail = median(rounds.map(({ ours, theirs }) => ours.p97 / Math.max(theirs.p97, 1)));
    const rate = (side: "ours" | "theirs") =>
      median(rounds.map((round) => round[side].perSecond)).toFixed(0);
    console.log(
      `${route.padEnd(24)} ${rate("ours").padStart(6)} ${rate("theirs").padStart(8)} ${`${(share * 100).toFixed(0)}%`.padStart(12)} ${tail.toFixed(2).padStart(16)}${errors === 0 ? "" : `  ${errors} errors`}`,
    );
  }
  for (const { process: child } of [api, bare]) {
    child.kill();
    await once(child, "exit");
  }
}

function printSizes(stack: TemporaryStack): void {
  const assets = path.join(stack.dataDir, "site/assets");
  console.log("\nLargest files of the built site, gzip");
  const sizes = readdirSync(assets).map((name) => ({
    name,
    kilobytes: gzipSync(readFileSync(path.join(assets, name))).length / 1000,
  }));
  for (const { name, kilobytes } of sizes
    .toSorted((a, b) => b.kilobytes - a.kilobytes)
    .slice(0, 12)) {
    console.log(`${kilobytes.toFixed(1).padStart(7)} KB  ${name}`);
  }
}

const isListsAlone = process.argv.includes("lists");
const stack = await startTemporaryStack(isListsAlone ? { site: "none", functions: false } : {});
try {
  if (!isListsAlone) {
    printSizes(stack);
    await benchPage(stack.facts.webUrl);
    await benchReads(stack);
  }
  await benchBigData(stack.facts.databaseUrl);
} finally {
  await stack.stop();
}
