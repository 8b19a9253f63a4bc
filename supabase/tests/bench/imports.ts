import { readdirSync, readFileSync } from "node:fs";
import postgres from "postgres";
import type { StackFacts } from "../../local/stack.ts";
import { ARCHIVED_TABLES } from "../../functions/_shared/contracts/table-facts.ts";
import { logins } from "../demo-logins.ts";
import { requestParts } from "../request-parts.ts";

/** The number of rows in the largest file, the time limit for importing it, and the memory limit for each process. */
const ROW_COUNT = 100_000;
const TARGET_SECONDS = 180;
const TARGET_MEGABYTES = 256;

const ROWS_PER_PART = 1000;
const DONOR_COUNT = 30_000;
const HEADINGS = [
  "ID",
  "Date",
  "Amount",
  "First Name",
  "Last Name",
  "Email",
  "Address",
  "Zip",
  "Notes",
];

const MAPPING = {
  sourceId: 0,
  date: 1,
  amount: 2,
  firstName: 3,
  lastName: 4,
  email: 5,
  address: 6,
  zipCode: 7,
  note: 8,
};

function createRow(number: number): string[] {
  const donor = (number * 7919) % DONOR_COUNT;
  const date = new Date(Date.UTC(2010, 0, 1) + ((number * 37) % 5400) * 86_400_000);
  return [
    `bench-${number}`,
    date.toISOString().slice(0, 10),
    `$${10 + (number % 90)}.50`,
    `First${donor}`,
    `Last${donor % 1000}`,
    donor % 10 === 0 ? "" : `donor${donor}@import.example.org`,
    "1 Main Street",
    "76701",
    "Put it toward boxes for the holidays",
  ];
}

/** Returns the memory that a process doesn't share with others, in megabytes. */
function readOwnMegabytes(processId: string): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, "utf8");
    return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const readCommand = (processId: string): string => {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

/** Records the peak memory use of the database's connections and of the function. */
async function watchMemory(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1 });
  const functionPids = readdirSync("/proc").filter((processId) =>
    /deno.*functions\/api\//.test(readCommand(processId).replaceAll("\0", " ")),
  );
  const peaks = { database: 0, function: 0 };
  const baselineMegabytes = Math.max(...functionPids.map(readOwnMegabytes), 0);
  const sample = async () => {
    const backends = await sql<{ pid: string }[]>`
      select pid::text from pg_stat_activity where application_name = 'functions'`;
    peaks.database = Math.max(peaks.database, ...backends.map(({ pid }) => readOwnMegabytes(pid)));
    peaks.function = Math.max(peaks.function, ...functionPids.map(readOwnMegabytes));
  };
  const timer = setInterval(() => void sample(), 100);
  return {
    stop: async () => {
      clearInterval(timer);
      const differences = await sql`select * from private.donation_totals_differences()`;
      await sql.end();
      return {
        ...peaks,
        baselineMegabytes,
        differenceCount: differences.length,
      };
    },
  };
}

type SendRequest = (method: string, path: string, body?: object) => Promise<Response>;

/** Logs in and returns a function that calls the API as the administrator. */
async function signIn(apiUrl: string): Promise<SendRequest> {
  let token = "";
  const send: SendRequest = async (method, path, body) => {
    const response = await fetch(`${apiUrl}/functions/v1${path}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response;
  };
  const login = await send("POST", "/api/admin/login", logins.admin);
  token = ((await login.json()) as { session: { accessToken: string } }).session.accessToken;
  return send;
}

type ImportKind = "donations" | "donors";

/** Leaves out the email addresses of donors, so that the import compares names and postal addresses. */
const createCells = (kind: ImportKind, row: number): string[] =>
  kind === "donations" ? createRow(row) : createRow(row).with(5, "").with(6, `${row} Main Street`);

async function sendFile(send: SendRequest, kind: ImportKind): Promise<string> {
  const newImport = {
    kind,
    source: "bench",
    fileName: "bench.csv",
    fileHash: "0".repeat(64),
    headings: HEADINGS,
    mapping: MAPPING,
    rowCount: ROW_COUNT,
  };
  const { id } = (await (await send("POST", "/api/imports", newImport)).json()) as { id: string };
  for (let firstRow = 1; firstRow <= ROW_COUNT; firstRow += ROWS_PER_PART) {
    const rows = Array.from({ length: ROWS_PER_PART }, (_, index) =>
      createCells(kind, firstRow + index),
    );
    await (await send("POST", `/api/imports/${id}/rows`, { firstRow, rows })).text();
  }
  return id;
}

async function runStep(send: SendRequest, id: string, step: string, body?: object): Promise<void> {
  await (await send("POST", `/api/imports/${id}/${step}`, body)).text();
  for (;;) {
    const { state } = (await (await send("GET", `/api/imports/${id}`)).json()) as { state: string };
    if (!/^(?:check|import|undo)ing$/.test(state)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function downloadArchive(send: SendRequest): Promise<void> {
  const { id } = (await (await send("POST", "/api/archives", { area: "owner" })).json()) as {
    id: string;
  };
  for (const table of ARCHIVED_TABLES) {
    const path = `/api/archives/${id}/table?table=${table}`;
    for await (const part of requestParts(path, (partPath) => send("GET", partPath)))
      await part.arrayBuffer();
  }
}

export async function benchImports({ apiUrl, databaseUrl }: StackFacts): Promise<void> {
  const send = await signIn(apiUrl);
  const memoryWatch = await watchMemory(databaseUrl);
  const times: string[] = [];
  const measure = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    const result = await work();
    times.push(`${name} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return result;
  };
  const startedAt = performance.now();
  const id = await measure("sent in", () => sendFile(send, "donations"));
  await measure("checked in", () => runStep(send, id, "check"));
  const choices = { leavesOutProblems: false, leavesOutLookalikes: true };
  await measure("stored in", () => runStep(send, id, "store", choices));
  const seconds = (performance.now() - startedAt) / 1000;
  await measure("archived in", () => downloadArchive(send));
  const importId = await sendFile(send, "donors");
  await measure("donors checked in", () => runStep(send, importId, "check"));
  await send("DELETE", `/api/imports/${importId}`);
  await measure("undone in", () => runStep(send, id, "undo"));
  const peaks = await memoryWatch.stop();

  const mark = (value: number, target: number) =>
    `(at most ${target})${value <= target ? "" : "  ABOVE"}`;
  console.log(`an import of ${ROW_COUNT} donations: ${times.join(", ")}`);
  console.log(`  ${seconds.toFixed(0)} s until it is stored ${mark(seconds, TARGET_SECONDS)}`);
  for (const name of ["database", "function"] as const) {
    console.log(
      `  ${peaks[name].toFixed(0)} MB in the ${name} ${mark(peaks[name], TARGET_MEGABYTES)}`,
    );
  }
  console.log(
    `  the function began with ${peaks.baselineMegabytes.toFixed(0)} MB; ${peaks.differenceCount} differences in the totals`,
  );
}
