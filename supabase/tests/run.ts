/**
 * `npm test`: runs the checks and prints one line at the end. Static checks run two at a time, because we assume only
 * two cores. `--all` (npm run test:all) also runs what is nightly; `--static` (npm run verify) skips everything that
 * needs a running stack; `npm test -- <test files>` runs only those files, with a temporary stack if they need one.
 * `npm test -- --record-seconds` records how long each file takes, and later runs print which files grew.
 */
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { bundleFunctions } from "../local/functions/bundles.ts";
import { PREPARED_DATA_DIR } from "../local/prepared-data.ts";
import {
  type PreparedData,
  prepareData,
  startTemporaryStack,
  type TemporaryStack,
} from "../local/temporary-stack.ts";
import { PASSWORD_COST, rehashDemoPasswords } from "./demo-logins.ts";
import { readRowsByStatus } from "./checklist/read-rows.ts";
import { printGrowth, recordSeconds } from "./growth.ts";
import {
  type ReportedResult,
  checksFile,
  NIGHTLY,
  readFailedTests,
  reportsFolder,
  type Tally,
  tallyReport,
} from "./results.ts";
import { staticChecks } from "./static-checks.ts";
import { isHostedRuntime, testedFunctionsFolder } from "./tested-functions.ts";

const isComplete = process.argv.includes("--all");
const isStaticOnly = process.argv.includes("--static");
const requestedFiles = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const leavesOutNightly = !isComplete && requestedFiles.length === 0;
/** Test files run in a random order; `TEST_SEED` repeats the order of an earlier run. */
const seed = process.env.TEST_SEED ?? String(randomInt(1_000_000));
const total: Tally = { passed: 0, failed: 0 };
const failures: string[] = [];
/** The checks that aren't tests of Vitest. Some of them show that we withstand a threat. */
const checkResults: ReportedResult[] = [];

/** Runs a command without blocking, because the gateway of the stack under test runs in this process. */
async function run(
  command: readonly [string, ...string[]],
  environment: Record<string, string> = {},
  /** Collects the output. Otherwise, the output is printed as it arrives. */
  output?: Buffer[],
): Promise<number> {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    stdio: output ? ["ignore", "pipe", "pipe"] : "inherit",
    env: {
      ...process.env,
      // CI systems ask for colors, but their logs are files.
      ...(!process.stdout.isTTY && { NO_COLOR: "1" }),
      ...(isComplete && { RANDOM_ROUNDS: "long" }),
      DO_NOT_TRACK: "1",
      // Of the many processes that load the same code, only the first one compiles it.
      NODE_COMPILE_CACHE: path.resolve(reportsFolder, "../compile-cache"),
      TEST_SEED: seed,
      ...environment,
    },
  });
  child.stdout?.on("data", (chunk: Buffer) => output?.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => output?.push(chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return code ?? 1;
}

function addResult(name: string, { passed, failed }: Tally, startedAt: number): void {
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(name);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${failed === 0 ? "ok" : "FAILED"}  ${name}  (${seconds} s)`);
}

async function runCheck(
  name: string,
  command: readonly [string, ...string[]],
  environment = {},
): Promise<void> {
  const startedAt = performance.now();
  const output: Buffer[] = [];
  const exitCode = await run(command, environment, output);
  process.stdout.write(Buffer.concat(output));
  checkResults.push({
    title: name,
    fullName: name,
    status: exitCode === 0 ? "passed" : "failed",
    tags: [],
  });
  addResult(name, exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, startedAt);
}

/** Runs several steps at a time. Waits for all of them, even if one fails. */
async function runInLanes(
  laneCount: number,
  steps: readonly (() => Promise<void>)[],
): Promise<void> {
  const remainingSteps = [...steps];
  const runLane = async () => {
    for (let step = remainingSteps.shift(); step; step = remainingSteps.shift()) await step();
  };
  const lanes = Array.from({ length: laneCount }, runLane);
  for (const result of await Promise.allSettled(lanes))
    if (result.status === "rejected") throw result.reason;
}

const staticSteps = staticChecks
  .filter(({ isNightly }) => !(isNightly && leavesOutNightly))
  .map(
    // The Go programs among the checks use one core each and collect garbage less often, which takes a third less time
    // but more memory.
    (check) => () => runCheck(check.name, check.command, { GOGC: "400", GOMAXPROCS: "1" }),
  );

type Environment = Record<string, string>;

interface TestRun {
  readonly environment?: Environment;
  /** Prints the output at the end, because lanes run in parallel. */
  readonly isBuffered?: boolean;
  /** The share of the files to run, if two stacks split them: "1/2". */
  readonly shard?: string;
  /** Defaults to all of the projects' files. */
  readonly files?: readonly string[];
}

async function runVitest(
  projects: readonly string[],
  { environment = {}, isBuffered = false, shard, files = [] }: TestRun = {},
): Promise<void> {
  const startedAt = performance.now();
  const output: Buffer[] | undefined = isBuffered ? [] : undefined;
  const name = `tests: ${[...projects, ...files].join(", ")}${shard ? ` (${shard})` : ""}`;
  const reportName =
    [...projects, ...(shard ? [shard.replace("/", "of")] : [])].join("-") || "files";
  const reportFile = path.join(reportsFolder, `${reportName}.json`);
  const exitCode = await run(
    [
      "vitest",
      "run",
      ...projects.map((project) => `--project=${project}`),
      ...(shard ? [`--shard=${shard}`] : []),
      ...(leavesOutNightly ? [`--tags-filter=!${NIGHTLY}`] : []),
      ...files,
      "--sequence.shuffle.files",
      `--sequence.seed=${seed}`,
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${reportFile}`,
    ],
    environment,
    output,
  );
  if (output) process.stdout.write(Buffer.concat(output));
  addResult(name, tallyReport(reportFile, exitCode, leavesOutNightly), startedAt);
}

/** Prevents the warnings about late jobs that pages would soon show, because these stacks have no schedule. */
async function postponeJobWarnings(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  await sql`update public.job_runs set added_at = now() + interval '1 day'`;
  await sql.end();
}

const stackOptions = {
  functionsFolder: testedFunctionsFolder,
  isTemporary: true,
  passwordCost: PASSWORD_COST,
  log: (line: string) => console.log(line),
};

let preparedData: PreparedData | undefined;

/** Starts a stack with empty data once. All other stacks, including those of the outage tests, start from its data. */
async function prepareStacks(): Promise<void> {
  const startedAt = performance.now();
  preparedData = await prepareData(stackOptions);
  process.env[PREPARED_DATA_DIR] = preparedData.dataDir;
  addResult("stack starts with empty data", { passed: 1, failed: 0 }, startedAt);
}

async function withStack(
  name: string,
  work: (environment: Environment, stack: TemporaryStack) => Promise<void>,
  options: Parameters<typeof startTemporaryStack>[0] = {},
) {
  const startedAt = performance.now();
  const stack = await startTemporaryStack({ ...stackOptions, ...options });
  await rehashDemoPasswords(stack.facts.databaseUrl);
  await postponeJobWarnings(stack.facts.databaseUrl);
  addResult(name, { passed: 1, failed: 0 }, startedAt);
  try {
    await work({ DATA_DIR: stack.dataDir }, stack);
  } finally {
    await stack.stop();
  }
}

const runOnStack = (project: string, shard?: string) => () =>
  withStack(`stack starts for the ${project} tests${shard ? ` (${shard})` : ""}`, (environment) =>
    runVitest([project], { environment, isBuffered: true, ...(shard && { shard }) }),
  );

/** These tests need neither the functions nor the site. */
const runDatabaseTests = () =>
  withStack(
    "stack starts for the database tests",
    async (environment, { facts }) => {
      const DATABASE_URL = facts.databaseUrl;
      await runCheck("threat 35: database advisors, and types", ["npm", "run", "check:database"], {
        DATABASE_URL,
      });
      await runVitest(["database"], { environment, isBuffered: true });
    },
    { site: "none", hasFunctions: false },
  );

/** Runs the outage tests, which start and kill stacks of their own. */
const runOutageTests = () => runVitest(["outages"], { isBuffered: true });

/**
 * Runs four projects at a time on two cores, because tests of a stack spend half their time waiting. The component tests
 * come late, because they can use both cores by themselves. Tests that share a database run one after another, so each
 * half of the contract tests gets its own stack, and so do the browser tests that change what every visitor sees.
 */
const runTestsOnStacks = () =>
  runInLanes(4, [
    runOnStack("browser"),
    runOnStack("contract", "1/2"),
    runOnStack("contract", "2/2"),
    runOutageTests,
    runOnStack("browser-serial"),
    runDatabaseTests,
    () => runVitest(["components"], { isBuffered: true }),
    () => runVitest(["unit", "repository"], { isBuffered: true }),
  ]);

async function runFiles(files: readonly string[]): Promise<void> {
  const work = (environment: Environment) => runVitest([], { environment, files });
  const needsStack = files.some((file) => /web\/e2e|tests\/(contract|database)/.test(file));
  await (needsStack ? withStack("stack starts", work) : work({}));
}

/** Prints the failures last, because CI logs open scrolled to the end. */
function reportFailures(): void {
  const failedTests = readFailedTests(leavesOutNightly);
  for (const { file, test, message } of failedTests.slice(0, 8)) {
    console.log(`\nFAILED  ${file}${test ? `: ${test}` : ""}\n        ${message}`);
  }
  if (failedTests.length > 8) console.log(`\nand ${failedTests.length - 8} more failed tests`);
  console.log(`\nFailed: ${failures.join("; ")}`);
  if (failedTests.length > 0) {
    const files = [...new Set(failedTests.map(({ file }) => file))].slice(0, 4);
    const { RANDOM_ROUNDS } = process.env;
    const roundsVariable = RANDOM_ROUNDS ? `RANDOM_ROUNDS=${RANDOM_ROUNDS} ` : "";
    console.log(
      `Rerun only these: ${roundsVariable}TEST_SEED=${seed} npm test -- ${files.join(" ")}`,
    );
  }
}

/** Fails if a requirement or a threat has no passing test, unless its row says that it waits for one. */
async function checkClaims(): Promise<void> {
  const startedAt = performance.now();
  await writeFile(checksFile, JSON.stringify(checkResults));
  const { tested = [], waiting = [], ...otherRows } = readRowsByStatus();
  const untestedIds = Object.values(otherRows).flatMap((rows) => rows.map(({ id }) => id));
  console.log(
    `${tested.length} requirements and threats have a test; ${waiting.length} wait for one.`,
  );
  if (untestedIds.length > 0) console.log(`These have none that passed: ${untestedIds.join(", ")}`);
  const tally = untestedIds.length > 0 ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 };
  addResult("requirements and threats with a passing test", tally, startedAt);
}

console.log(`Test file order: TEST_SEED=${seed}`);
await rm(reportsFolder, { recursive: true, force: true });
const work = async (): Promise<void> => {
  if (isHostedRuntime) await bundleFunctions();
  if (requestedFiles.length > 0) return runFiles(requestedFiles);
  if (!isStaticOnly) {
    await runInLanes(2, [...staticSteps, prepareStacks]);
    try {
      await runTestsOnStacks();
      await checkClaims();
      if (process.argv.includes("--record-seconds")) recordSeconds();
      else if (!isComplete) printGrowth();
      return;
    } finally {
      await preparedData?.remove();
    }
  }
  await runInLanes(2, staticSteps);
  // Separate runs, because files share workers and the component tests mock modules that the unit tests need.
  await Promise.all([
    runVitest(["components"], { isBuffered: true }),
    runVitest(["unit", "repository"], { isBuffered: true }),
  ]);
};
await work().catch((error: unknown) => {
  console.error(error);
  addResult("the run", { passed: 0, failed: 1 }, performance.now());
});
if (failures.length > 0) reportFailures();
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
