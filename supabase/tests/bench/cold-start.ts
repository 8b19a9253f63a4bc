import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { projectRoot } from "../../local/machine/paths.ts";
import type { StackFacts } from "../../local/stack.ts";
import { scriptPaths, startBenchFunction } from "./functions.ts";
import { median } from "./median.ts";

const START_COUNT = 7;
const START_RATIO_TARGET = 3;
const SIZE_TARGET_KB = 300;

/** Returns the milliseconds from spawning the process to its first response. */
async function measureFirstResponse(
  script: "api" | "query" | "empty",
  facts: StackFacts,
): Promise<number> {
  const startedAt = performance.now();
  const benchFunction = await startBenchFunction(script, facts);
  await (await fetch(`${benchFunction.url}/api/hero-section`)).text();
  const milliseconds = performance.now() - startedAt;
  await benchFunction.stop();
  return milliseconds;
}

/** Measures what loads before the first request: the entry and its static imports. */
async function measureEntrySize(): Promise<{ kilobytes: number; gzippedKilobytes: number }> {
  const result = await build({
    root: projectRoot,
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: { ssr: scriptPaths.api, write: false, minify: true },
  });
  const { output } = result as Rolldown.RolldownOutput;
  const chunks = new Map(
    output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])),
  );
  const neededChunks = new Set<string>();
  const addChunk = (name: string) => {
    const chunk = chunks.get(name);
    if (chunk === undefined || neededChunks.has(name)) return;
    neededChunks.add(name);
    for (const importedName of chunk.imports) addChunk(importedName);
  };
  for (const chunk of chunks.values()) if (chunk.isEntry) addChunk(chunk.fileName);
  const codeBuffers = [...neededChunks].map((name) => Buffer.from(chunks.get(name)?.code ?? ""));
  return {
    kilobytes: codeBuffers.reduce((sum, value) => sum + value.length, 0) / 1000,
    gzippedKilobytes: codeBuffers.reduce((sum, value) => sum + gzipSync(value).length, 0) / 1000,
  };
}

export async function benchColdStart(facts: StackFacts): Promise<void> {
  const measuredFunctions = ["empty", "query", "api"] as const;
  const times = { empty: [] as number[], query: [] as number[], api: [] as number[] };
  // The first run of each fills Deno's cache of compiled modules.
  for (let round = 0; round <= START_COUNT; round += 1) {
    for (const script of measuredFunctions) {
      const milliseconds = await measureFirstResponse(script, facts);
      if (round > 0) times[script].push(milliseconds);
    }
  }
  const [empty, query, api] = measuredFunctions.map((script) => median(times[script]).toFixed(0));
  const ratioTo = (baseline: "query" | "empty") => median(times.api) / median(times[baseline]);
  const ratio = ratioTo("empty");
  const { kilobytes, gzippedKilobytes: gzipped } = await measureEntrySize();
  console.log(
    `\nCold start of api, first response from the database: ${api} ms, an empty function ${empty} ms, ratio ${ratio.toFixed(2)}${ratio <= START_RATIO_TARGET ? "" : "!"} (target: ${START_RATIO_TARGET}); one that only queries the database ${query} ms, ratio ${ratioTo("query").toFixed(2)}`,
  );
  console.log(
    `Its bundled entry: ${kilobytes.toFixed(0)} KB${kilobytes <= SIZE_TARGET_KB ? "" : "!"} (target: ${SIZE_TARGET_KB}), ${gzipped.toFixed(0)} KB gzip`,
  );
}
