import { catalog } from "../../functions/_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import type { StackFacts } from "../../local/stack.ts";
import { type RunningFunction, startBenchFunction } from "./functions.ts";
import { type LoadFigures, measureLoad } from "./load.ts";
import { computeMedian } from "./compute-median.ts";
import { startStatementCounter } from "./statement-counter.ts";

const CONNECTION_COUNT = 10;

/** Each round measures every variant, so that all of them see the same machine load. */
const ROUND_COUNT = 5;
const SECONDS_EACH = 1.5;

/**
 * The minimum throughput without the cache, as a percentage of the bare handler's throughput (docs/architecture.md,
 * Performance budgets).
 */
const UNCACHED_TARGETS: Readonly<Record<string, number>> = {
  "/api/hero-section": 20,
  "/api/events": 35,
  "/api/donation-trends": 65,
  "/api/home": 65,
};
const CACHED_TARGET_PERCENT = 100;
const TAIL_RATIO_TARGET = 1.5;
const STATEMENT_TARGET = 2;
const HOME_STATEMENT_TARGET = 6;

const variants = ["cached", "computed", "bare"] as const;
type Variant = (typeof variants)[number];
type VariantFunctions = Readonly<Record<Variant, RunningFunction>>;

const entries: readonly EndpointDefinition[] = Object.values(catalog);

/** The API names the post, because the bare handler bypasses row-level security and lists drafts first. */
export async function findCacheablePaths(functionUrl: string): Promise<string[]> {
  const [post] = (await (await fetch(`${functionUrl}/api/blog-posts/published`)).json()) as {
    id: string;
  }[];
  const exampleParams: Readonly<Record<string, string | undefined>> = {
    id: post?.id,
    key: "privacy_policy",
    zip: "76102",
  };
  return entries
    .filter(({ cacheable }) => cacheable === true)
    .map(({ path }) =>
      path.replaceAll(/:(\w+)/g, (_, name: string) => exampleParams[name] ?? name),
    );
}

async function compareVariants(
  functions: VariantFunctions,
  path: string,
): Promise<Record<Variant, LoadFigures>[]> {
  const measureVariant = async (variant: Variant, seconds: number) =>
    measureLoad(functions[variant].url + path, CONNECTION_COUNT, seconds * 1000);
  for (const variant of variants) await measureVariant(variant, 0.5);
  const rounds: Record<Variant, LoadFigures>[] = [];
  while (rounds.length < ROUND_COUNT) {
    const round: Partial<Record<Variant, LoadFigures>> = {};
    const shift = rounds.length % variants.length;
    for (const variant of [...variants.slice(shift), ...variants.slice(0, shift)]) {
      round[variant] = await measureVariant(variant, SECONDS_EACH);
    }
    rounds.push(round as Record<Variant, LoadFigures>);
  }
  return rounds;
}

async function countStatementsPerRead(api: RunningFunction, path: string, count: () => number) {
  await fetch(api.url + path);
  const countBefore = count();
  await fetch(api.url + path);
  return count() - countBefore;
}

const getMissMark = (isMet: boolean) => (isMet ? " " : "!");
const formatPercent = (share: number) => `${(share * 100).toFixed(0)}%`.padStart(6);
const formatRatio = (ratio: number) => `${ratio.toFixed(2)}x`.padStart(7);

function printRow(
  path: string,
  rounds: readonly Record<Variant, LoadFigures>[],
  statements: number,
): void {
  const getFigures = (variant: "cached" | "computed") => ({
    share: computeMedian(
      rounds.map((round) => round[variant].requestRate / round.bare.requestRate),
    ),
    tail: computeMedian(
      rounds.map((round) => round[variant].tailLatencyMs / round.bare.tailLatencyMs),
    ),
  });
  const [cached, computed] = [getFigures("cached"), getFigures("computed")];
  const errors = rounds.flatMap((round) => variants.map((variant) => round[variant].errors));
  const errorCount = errors.reduce((sum, value) => sum + value, 0);
  const perSecond = computeMedian(rounds.map(({ bare }) => bare.requestRate)).toFixed(0);
  const target = UNCACHED_TARGETS[path];
  // Caching doesn't speed up a read that runs no query.
  const hasTarget = statements > 0;
  const statementTarget = path === "/api/home" ? HOME_STATEMENT_TARGET : STATEMENT_TARGET;
  console.log(
    `${path.slice(0, 34).padEnd(34)} ${perSecond.padStart(7)} ${formatPercent(cached.share)}${getMissMark(!hasTarget || cached.share * 100 >= CACHED_TARGET_PERCENT)} ${formatRatio(cached.tail)}${getMissMark(!hasTarget || cached.tail <= TAIL_RATIO_TARGET)}   ${formatPercent(computed.share)}${getMissMark(target === undefined || computed.share * 100 >= target)} ${(target === undefined ? "" : `>= ${target}%`).padStart(7)} ${formatRatio(computed.tail)}    ${statements}${getMissMark(statements <= statementTarget)}${errorCount === 0 ? "" : `  ${errorCount} errors`}`,
  );
}

/** Compares every cacheable read in the catalog with its bare query. */
export async function benchReads(facts: StackFacts): Promise<void> {
  const counter = await startStatementCounter(facts.databaseUrl);
  const functions: VariantFunctions = {
    cached: await startBenchFunction("api", facts, { CACHE_RESPONSES: "true" }),
    computed: await startBenchFunction("api", facts, { CACHE_RESPONSES: "false" }),
    bare: await startBenchFunction("bare", facts),
  };
  const countedFunction = await startBenchFunction("api", facts, {
    CACHE_RESPONSES: "false",
    SUPABASE_DB_URL: counter.databaseUrl,
  });
  console.log(
    `\nPublic reads, ${CONNECTION_COUNT} connections, median of ${ROUND_COUNT} rounds of ${SECONDS_EACH} s each. "!" means it missed its target.
Cached for a second (targets: >= ${CACHED_TARGET_PERCENT}% of bare, p97.5 <= ${TAIL_RATIO_TARGET}x), computed each time, statements (targets: ${STATEMENT_TARGET}, home ${HOME_STATEMENT_TARGET})`,
  );
  console.log(
    `${"path".padEnd(34)}  bare/s  cached    p97.5  computed     target    p97.5  statements`,
  );
  try {
    for (const path of await findCacheablePaths(functions.computed.url)) {
      const statements = await countStatementsPerRead(countedFunction, path, () => counter.count);
      printRow(path, await compareVariants(functions, path), statements);
    }
  } finally {
    for (const server of [...Object.values(functions), countedFunction]) await server.stop();
    counter.stop();
  }
}
