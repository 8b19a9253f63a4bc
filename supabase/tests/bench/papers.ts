import { readFileSync } from "node:fs";
import postgres from "postgres";
import type { StackFacts } from "../../local/stack.ts";
import {
  LABELS_PER_REQUEST,
  PAPERS_PER_REQUEST,
} from "../../functions/_shared/contracts/limits.ts";
import { createMeasure, logInToApi, TARGET_MS } from "./exports.ts";
import { startBenchFunction } from "./functions.ts";

const DONOR_COUNT = 500;
const TOTAL_SECONDS = 60;
/** How much memory the papers of a request may take, on top of what the function takes before. */
const TARGET_MB = 128;

/** Adds donors with an address and a monthly gift throughout last year. */
async function addDonors(sql: postgres.Sql): Promise<readonly string[]> {
  const donors = await sql<{ id: string }[]>`
    insert into public.donors (first_name, last_name, address)
    select 'Anna ' || number, 'Ashby', number || E' Pecan Hollow Drive\nApartment 4\nFort Worth, TX 76102'
    from generate_series(1, ${DONOR_COUNT}) as number
    returning id`;
  await sql`
    insert into public.donations (donor_id, first_name, last_name, amount, is_demo, method, status, completed_at)
    select donor.id, donor.first_name, donor.last_name, 50, true, 'check', 'completed',
      date_trunc('year', now()) - make_interval(months => month)
    from public.donors as donor
    cross join generate_series(1, 12) as month
    where donor.id in ${sql(donors.map(({ id }) => id))}`;
  return donors.map(({ id }) => id);
}

const listPaths = (ids: readonly string[], query: string, count: number): readonly string[] =>
  Array.from({ length: Math.ceil(ids.length / count) }, (_, index) => {
    const part = ids.slice(index * count, (index + 1) * count);
    return `/api/printed-papers/pdf?${query}&ids=${part.join(",")}`;
  });

/** Returns how much memory the process uses, or has used at most, in megabytes. */
function readMemory(processId: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1000);
}

/** Measures the requests that print 500 statements and 500 labels. */
export async function benchPapers(facts: StackFacts): Promise<void> {
  const sql = postgres(facts.databaseUrl, { max: 1, onnotice: () => undefined });
  const api = await startBenchFunction("api", facts);
  try {
    const ids = await addDonors(sql);
    const measure = createMeasure(api, await logInToApi(api));
    const year = new Date().getFullYear() - 1;
    const [firstPath = ""] = listPaths(ids, `kind=statements&year=${year}`, 1);
    // The first call also loads the code.
    await measure("GET", firstPath);
    const peakMemoryBefore = readMemory(api.processId, "VmHWM");
    console.log(
      `\nPrinting for ${DONOR_COUNT} donors (at most ${TARGET_MS} ms and ${TARGET_MB} MB each, ${TOTAL_SECONDS} s in all)`,
    );
    for (const [kind, paths] of [
      ["statements", listPaths(ids, `kind=statements&year=${year}`, PAPERS_PER_REQUEST)],
      ["labels", listPaths(ids, "kind=labels", LABELS_PER_REQUEST)],
    ] as const) {
      const results = [];
      const growths: number[] = [];
      for (const path of paths) {
        const before = readMemory(api.processId, "VmRSS");
        results.push(await measure("GET", path));
        growths.push(readMemory(api.processId, "VmRSS") - before);
      }
      const times = results.map(({ processorMs }) => processorMs);
      const seconds = results.reduce((total, result) => total + result.seconds, 0);
      console.log(
        `${kind.padEnd(12)} ${paths.length} requests  at most ${Math.max(...times)} ms and ${Math.max(...growths)} MB more each  ${seconds.toFixed(1)} s in all`,
      );
    }
    console.log(
      `peak memory  ${readMemory(api.processId, "VmHWM")} MB, ${peakMemoryBefore} MB after the first paper`,
    );
  } finally {
    await api.stop();
    await sql.end();
  }
}
