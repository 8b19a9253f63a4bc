import { readFileSync } from "node:fs";
import postgres from "postgres";
import type { StackFacts } from "../../local/stack.ts";
import { ARCHIVED_TABLES } from "../../functions/_shared/contracts/table-facts.ts";
import { logins } from "../demo-logins.ts";
import { requestParts } from "../request-parts.ts";
import { buildBigData, hasBigData } from "./big-data.ts";
import { type RunningFunction, startBenchFunction } from "./functions.ts";

/**
 * The processor time that a request may take, in milliseconds. The hosted platform stops a function after 2 seconds, and
 * its processors are slower than most.
 */
export const TARGET_MS = 1500;
const EXPORTS: readonly (readonly [label: string, path: string])[] = [
  ["donations", "/api/donations/export?"],
  ["donations by name", "/api/donations/export?sort=lastName"],
  ["completed donations", "/api/donations/export?status=completed"],
  ["donations that a search finds", "/api/donations/export?search=anderson"],
  ["donors", "/api/donors-consolidated/export?"],
  ["audit log", "/api/audit-log/export?"],
  ["applications", "/api/volunteer-applications/export?"],
  ["volunteers", "/api/volunteers/export?"],
  ["events", "/api/events/export?"],
];

/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10;

/** Returns the processor time that a process has used, in user and in system mode. */
function readProcessorMs(processId: number): number {
  const stat = readFileSync(`/proc/${processId}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

interface Measurement {
  readonly processorMs: number;
  readonly seconds: number;
  readonly byteCount: number;
  readonly headers: Headers;
}

type Measure = (method: string, path: string) => Promise<Measurement>;

export async function logInToApi({ url }: RunningFunction): Promise<string> {
  const response = await fetch(`${url}/api/admin/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(logins.admin),
  });
  const { session } = (await response.json()) as { session: { accessToken: string } };
  return session.accessToken;
}

export const createMeasure =
  ({ url, processId }: RunningFunction, token: string): Measure =>
  async (method, path) => {
    const startMs = readProcessorMs(processId);
    const startedAt = performance.now();
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    let byteCount = 0;
    for await (const chunk of response.body!) byteCount += (chunk as Uint8Array).length;
    return {
      processorMs: readProcessorMs(processId) - startMs,
      seconds: (performance.now() - startedAt) / 1000,
      byteCount,
      headers: response.headers,
    };
  };

async function measureExport(measure: Measure, path: string): Promise<readonly Measurement[]> {
  const parts: Measurement[] = [];
  for await (const part of requestParts(path, (partPath) => measure("GET", partPath)))
    parts.push(part);
  return parts;
}

async function startArchive(url: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ area: "owner" });
  const response = await fetch(`${url}/api/archives`, { method: "POST", headers, body });
  const { id } = (await response.json()) as { id: string };
  return id;
}

type Export = readonly [label: string, parts: readonly Measurement[]];

/** Reads every table of an archive. Returns those with the most parts, and all together. */
async function measureArchive(
  { url }: RunningFunction,
  token: string,
  measure: Measure,
  sql: postgres.Sql,
): Promise<readonly Export[]> {
  const id = await startArchive(url, token);
  const tables: Export[] = [];
  for (const table of ARCHIVED_TABLES) {
    await sql`delete from public.rate_limits`;
    const parts = await measureExport(measure, `/api/archives/${id}/table?table=${table}`);
    tables.push([`archive: ${table}`, parts]);
  }
  const longestTables = tables.toSorted(([, left], [, right]) => right.length - left.length);
  const allParts = tables.flatMap(([, parts]) => parts);
  return [...longestTables.slice(0, 5), ["archive: everything", allParts]];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function printExport(label: string, parts: readonly Measurement[]): void {
  const times = parts.map(({ processorMs }) => processorMs);
  const slowestMs = Math.max(...times);
  const rows = String(sum(parts.map(({ headers }) => Number(headers.get("X-Part-Rows")))));
  console.log(
    [
      label.padEnd(32),
      `${rows.padStart(9)} rows`,
      `${(sum(parts.map(({ byteCount }) => byteCount)) / 1e6).toFixed(1).padStart(7)} MB`,
      `${String(parts.length).padStart(4)} requests`,
      `at most ${String(slowestMs).padStart(5)} ms each${slowestMs > TARGET_MS ? "  ABOVE" : ""}`,
      `${sum(times)} ms of processor time and ${sum(parts.map(({ seconds }) => seconds)).toFixed(0)} s in all`,
    ].join("  "),
  );
}

/** Measures the processor time of each request of an export, with a million donations. */
export async function benchExports(facts: StackFacts): Promise<void> {
  const sql = postgres(facts.databaseUrl, { max: 1, onnotice: () => undefined });
  const api = await startBenchFunction("api", facts);
  try {
    if (!(await hasBigData(sql))) await buildBigData(sql);
    const token = await logInToApi(api);
    const measure = createMeasure(api, token);
    console.log(`\nProcessor time of the requests of an export (at most ${TARGET_MS} ms each)`);
    // The first call also loads the code.
    await measure("GET", "/api/donations/export?search=nobody");
    for (const [label, path] of EXPORTS) {
      await sql`delete from public.rate_limits`;
      printExport(label, await measureExport(measure, path));
    }
    for (const part of await measureArchive(api, token, measure, sql)) printExport(...part);
  } finally {
    await api.stop();
    await sql.end();
  }
}
