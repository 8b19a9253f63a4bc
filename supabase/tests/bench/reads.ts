import { catalogue } from "../../functions/_shared/contracts/catalogue.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import type { StackFacts } from "../../local/stack.ts";
import { type RunningFunction, startBenchFunction } from "./functions.ts";
import { type LoadFigures, load } from "./load.ts";
import { median } from "./median.ts";
import { countStatements } from "./statement-counter.ts";

const CONNECTIONS = 10;

/** The variants to compare. Each round runs all of them, so that they see the same machine load. */
const ROUNDS = 5;
const SECONDS_EACH = 1.5;

/**
 * Minimum throughput without the cache, in percent of the bare handler's (docs/architecture.md, Performance budgets).
 */
const WITHOUT_MEMORY: Readonly<Record<string, number>> = {
  "/api/hero-section": 20,
  "/api/events": 35,
  "/api/donation-trends": 65,
  "/api/home": 65,
};
const WITH_MEMORY = 100;
const TAIL = 1.5;
const STATEMENTS = 2;
const STATEMENTS_HOME = 6;

const arms = ["kept", "made", "bare"] as const;
type Arm = (typeof arms)[number];
type Arms = Readonly<Record<Arm, RunningFunction>>;

const entries: readonly EndpointDefinition[] = Object.values(catalogue);

async function cacheablePaths(url: string): Promise<string[]> {
  const [post] = (await (await fetch(`${url}/api/blog-posts/published`)).json()) as {
    id: string;
  }[];
  const examples: Readonly<Record<string, string | undefined>> = {
    id: post?.id,
    key: "privacy_policy",
    zip: "76102",
  };
  return entries
    .filter(({ cacheable }) => cacheable === true)
    .map(({ path }) => path.replaceAll(/:(\w+)/g, (_, name: string) => examples[name] ?? name));
}

async function compare(functions: Arms, path: string): Promise<Record<Arm, LoadFigures>[]> {
  const measureArm = async (arm: Arm, seconds: number) =>
    load(functions[arm].url + path, CONNECTIONS, seconds * 1000);
  for (const arm of arms) await measureArm(arm, 0.5);
  const rounds: Record<Arm, LoadFigures>[] = [];
  while (rounds.length < ROUNDS) {
    const round: Partial<Record<Arm, LoadFigures>> = {};
    const shift = rounds.length % arms.length;
    for (const arm of [...arms.slice(shift), ...arms.slice(0, shift)]) {
      round[arm] = await measureArm(arm, SECONDS_EACH);
    }
    rounds.push(round as Record<Arm, LoadFigures>);
  }
  return rounds;
}

async function statementsOf(api: RunningFunction, path: string, count: () => number) {
  await fetch(api.url + path);
  const countBefore = count();
  await fetch(api.url + path);
  return count() - countBefore;
}

const verdict = (isMet: boolean) => (isMet ? " " : "!");
const percent = (share: number) => `${(share * 100).toFixed(0)}%`.padStart(6);
const times = (ratio: number) => `${ratio.toFixed(2)}x`.padStart(7);

function printRow(
  path: string,
  rounds: readonly Record<Arm, LoadFigures>[],
  statements: number,
): void {
  const of = (arm: "kept" | "made") => ({
    share: median(rounds.map((round) => round[arm].perSecond / round.bare.perSecond)),
    tail: median(rounds.map((round) => round[arm].p97 / round.bare.p97)),
  });
  const [kept, made] = [of("kept"), of("made")];
  const errors = rounds.flatMap((round) => arms.map((arm) => round[arm].errors));
  const errorCount = errors.reduce((sum, value) => sum + value, 0);
  const perSecond = median(rounds.map(({ bare }) => bare.perSecond)).toFixed(0);
  const bar = WITHOUT_MEMORY[path];
  // A read that runs no query saves nothing by caching.
  const hasBar = statements > 0;
  const most = path === "/api/home" ? STATEMENTS_HOME : STATEMENTS;
  console.log(
    `${path.slice(0, 34).padEnd(34)} ${perSecond.padStart(7)} ${percent(kept.share)}${verdict(!hasBar || kept.share * 100 >= WITH_MEMORY)} ${times(kept.tail)}${verdict(!hasBar || kept.tail <= TAIL)}   ${percent(made.share)}${verdict(bar === undefined || made.share * 100 >= bar)} ${(bar === undefined ? "" : `>= ${bar}%`).padStart(7)} ${times(made.tail)}    ${statements}${verdict(statements <= most)}${errorCount === 0 ? "" : `  ${errorCount} errors`}`,
  );
}

/** Compares every cacheable read in the catalog with its bare query. */
export async function benchReads(facts: StackFacts): Promise<void> {
  const counter = await countStatements(facts.databaseUrl);
  const functions: Arms = {
    kept: await startBenchFunction("api", facts, { KEEP_ANSWERS: "true" }),
    made: await startBenchFunction("api", facts, { KEEP_ANSWERS: "false" }),
    bare: await startBenchFunction("bare", facts),
  };
  const countedFunction = await startBenchFunction("api", facts, {
    KEEP_ANSWERS: "false",
    SUPABASE_DB_URL: counter.databaseUrl,
  });
  console.log(
    `\nPublic reads, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS_EACH} s each. "!" means it missed its bar.
Cached for a second (bars: >= ${WITH_MEMORY}% of bare, p97.5 <= ${TAIL}x), computed each time, statements (bars: ${STATEMENTS}, home ${STATEMENTS_HOME})`,
  );
  console.log(
    `${"path".padEnd(34)}  bare/s  cached    p97.5  computed     bar    p97.5  statements`,
  );
  try {
    for (const path of await cacheablePaths(functions.bare.url)) {
      const statements = await statementsOf(countedFunction, path, () => counter.count);
      printRow(path, await compare(functions, path), statements);
    }
  } finally {
    for (const server of [...Object.values(functions), countedFunction]) await server.stop();
    counter.stop();
  }
}
