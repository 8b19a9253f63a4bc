import { bundleFunction, measureChunks, listStartChunks } from "../../local/functions/bundles.ts";
import type { StackFacts } from "../../local/stack.ts";
import { startBenchFunction } from "./functions.ts";
import { computeMedian } from "./compute-median.ts";

const START_COUNT = 7;
const START_RATIO_TARGET = 3;
const SIZE_TARGET_KB = 230;

/**
 * The source of `api` and its bundle, which runs on the hosted runtime's Deno, are measured in the same rounds as their
 * baselines.
 */
const measuredFunctions = ["empty", "query", "api", "hostedEmpty", "bundledApi"] as const;

/** Returns the milliseconds from spawning the process to its first response. */
async function measureFirstResponse(
  script: (typeof measuredFunctions)[number],
  facts: StackFacts,
): Promise<number> {
  const startedAt = performance.now();
  const benchFunction = await startBenchFunction(script, facts);
  await (await fetch(`${benchFunction.url}/api/hero-section`)).text();
  const milliseconds = performance.now() - startedAt;
  await benchFunction.stop();
  return milliseconds;
}

export async function benchColdStart(facts: StackFacts): Promise<void> {
  const chunks = await bundleFunction("api");
  const times = { empty: [], query: [], api: [], hostedEmpty: [], bundledApi: [] } as Record<
    (typeof measuredFunctions)[number],
    number[]
  >;
  // Round 0 fills Deno's cache of compiled modules and isn't counted.
  for (let round = 0; round <= START_COUNT; round += 1) {
    for (const script of measuredFunctions) {
      const milliseconds = await measureFirstResponse(script, facts);
      if (round > 0) times[script].push(milliseconds);
    }
  }
  const getMedian = (script: keyof typeof times) => computeMedian(times[script]);
  const formatTime = (script: keyof typeof times, baseline: keyof typeof times = "empty") =>
    `${getMedian(script).toFixed(0)} ms (${(getMedian(script) / getMedian(baseline)).toFixed(2)} x)`;
  const isFast = getMedian("bundledApi") <= START_RATIO_TARGET * getMedian("hostedEmpty");
  console.log(
    `\nCold start to the first response: an empty function ${getMedian("empty").toFixed(0)} ms, one that only queries the database ${formatTime("query")}, api from its source ${formatTime("api")}; on the hosted runtime's Deno, an empty function ${getMedian("hostedEmpty").toFixed(0)} ms, api as deployed ${formatTime("bundledApi", "hostedEmpty")}${isFast ? "" : "!"} (target: ${START_RATIO_TARGET} x)`,
  );
  const { kilobytes, gzippedKilobytes } = measureChunks(listStartChunks(chunks));
  console.log(
    `What api loads before its first request: ${kilobytes.toFixed(0)} KB${kilobytes <= SIZE_TARGET_KB ? "" : "!"} (target: ${SIZE_TARGET_KB}), ${gzippedKilobytes.toFixed(0)} KB gzip`,
  );
}
