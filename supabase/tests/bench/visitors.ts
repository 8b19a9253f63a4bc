import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import postgres from "postgres";
import type { StackFacts } from "../../local/stack.ts";
import type { CrowdFigures } from "./crowd.ts";

const crowdScript = fileURLToPath(new URL("crowd.ts", import.meta.url));
const SECONDS = 60;
/** With a baseline, the two stacks take turns, so that both see the same machine load. */
const TURN_SECONDS = 30;
const TURN_COUNT = 2;

async function sendCrowd(stack: StackFacts, seconds: number): Promise<CrowdFigures> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [crowdScript, "--site", stack.webUrl, "--seconds", String(seconds)],
    { maxBuffer: 1e7 },
  );
  return JSON.parse(stdout) as CrowdFigures;
}

/** Counts confirmed attempts that aren't recorded exactly once. */
async function countLost({ databaseUrl }: StackFacts, attempts: readonly string[]) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const [row] = await sql<[{ count: number }]>`
      select count(*)::int as count from unnest(${attempts as string[]}::uuid[]) as attempt (id)
        where (
          select count(*) from public.donations
            where attempt_id = attempt.id and status = 'completed'
        ) <> 1`;
    return row.count;
  } finally {
    await sql.end();
  }
}

async function measureTurn(name: string, stack: StackFacts, seconds: number): Promise<void> {
  const { pages, checkouts, confirmedAttempts } = await sendCrowd(stack, seconds);
  const lost = await countLost(stack, confirmedAttempts);
  const describe = ({ requests, p95, cut, unavailable }: CrowdFigures["pages"]) =>
    `${requests} requests, p95 ${p95} ms, ${cut} cut, ${unavailable} answered 503`;
  console.log(`${name.padEnd(9)} pages: ${describe(pages)}`);
  console.log(
    `${name.padEnd(9)} checkouts: ${describe(checkouts)}; ${confirmedAttempts.length} recorded, ${lost} lost`,
  );
  for (const refusal of [...pages.refusals, ...checkouts.refusals]) console.log(`  ${refusal}`);
}

/**
 * Sends 200 visitors and 20 donors for a minute. Targets: no request is cut, answered 503 or lost. `BASELINE_DATA_DIR` names
 * the data folder of a stack that another version of the code runs (`npm start` in its clone), to compare with.
 */
export async function benchVisitors(stack: StackFacts): Promise<void> {
  console.log("\n200 visitors and 20 donors at once");
  const baselineFolder = process.env.BASELINE_DATA_DIR;
  if (baselineFolder === undefined) return measureTurn("this code", stack, SECONDS);
  const factsFile = path.join(baselineFolder, "stack.json");
  const baseline = JSON.parse(readFileSync(factsFile, "utf8")) as StackFacts;
  for (let turn = 0; turn < TURN_COUNT; turn += 1) {
    await measureTurn("baseline", baseline, TURN_SECONDS);
    await measureTurn("this code", stack, TURN_SECONDS);
  }
}
