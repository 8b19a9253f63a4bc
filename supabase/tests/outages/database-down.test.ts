/** @module-tag nightly */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { preparePostgresHome } from "../../local/database/postgres-home.ts";
import { findRunningStack } from "../../local/machine/single-instance.ts";
import { KillableStack } from "./killable-stack.ts";

let stack: KillableStack;

beforeAll(async () => {
  stack = await KillableStack.create();
});
afterAll(() => stack.stop());

interface ApiResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of every shape
  readonly json: any;
}

async function call(
  method: string,
  urlPath: string,
  token = "",
  body?: object,
): Promise<ApiResponse> {
  const { apiUrl, publishableKey } = stack.facts;
  const response = await fetch(apiUrl + urlPath, {
    method,
    headers: {
      "Content-Type": "application/json",
      apikey: publishableKey,
      ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(12_000),
  }).catch((error: unknown) => {
    throw new Error(`${method} ${urlPath}: ${String(error)}\n${stack.output.slice(-3000)}`);
  });
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: response.headers.get("Retry-After"),
    json: isJson ? JSON.parse(text) : undefined,
  };
}

const adminCredentials = { username: "admin", password: "CarePackages!2026" };

async function logIn(): Promise<{ accessToken: string; refreshToken: string }> {
  const { json } = await call("POST", "/functions/v1/api/admin/login", "", adminCredentials);
  return json.session;
}

const wrongCredentials = { email: "volunteer@example.org", password: "wrong" };
type RequestArguments = readonly [method: string, path: string, token?: string, body?: object];

/** The requests of a signed-in person's pages, including those to Auth. */
const createPageRequests = (token: string): readonly RequestArguments[] => [
  ["GET", "/functions/v1/api/home"],
  ["GET", "/functions/v1/api/donations?limit=5", token],
  ["GET", "/functions/v1/api/donations/export", token],
  ["PUT", `/functions/v1/api/locations/${randomUUID()}`, token, { city: "Fort Worth" }],
  ["POST", "/functions/v1/api/admin/login", "", adminCredentials],
  ["GET", "/auth/v1/user", token],
  ["POST", "/auth/v1/token?grant_type=password", "", wrongCredentials],
];

/** Repeats all requests until none fails with a server error, and returns the earlier failures. */
async function collectOutageFailures(token: string) {
  const failures: ApiResponse[] = [];
  const deadline = Date.now() + 10_000;
  for (;;) {
    const responses = await Promise.all(
      createPageRequests(token).map((requestArguments) => call(...requestArguments)),
    );
    failures.push(...responses.filter(({ status }) => status >= 500 || status === 401));
    if (responses.every(({ status }) => status < 500)) return failures;
    if (Date.now() > deadline) throw new Error(`Still failing:\n${stack.output.slice(-3000)}`);
  }
}

describe("threat 49: a database", () => {
  it.each([
    ["killed", "SIGKILL"],
    ["restarted", "SIGINT"],
  ] as const)("that is %s causes a 503 with Retry-After and logs no one out", async (_, signal) => {
    const { accessToken, refreshToken } = await logIn();
    stack.kill("postgres", signal);
    const failures = await collectOutageFailures(accessToken);
    expect(failures.length).toBeGreaterThan(0);
    for (const { status, retryAfter, json } of failures) {
      expect(status).toBe(503);
      expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(json.message).toMatch(/ available right now\. Please try again in a moment\.$/);
    }
    const body = { refresh_token: refreshToken };
    const refreshResponse = await call("POST", "/auth/v1/token?grant_type=refresh_token", "", body);
    expect(refreshResponse.status).toBe(200);
    expect(stack.output).not.toMatch(/\] stopped/);
  });

  it("that is down during a session refresh doesn't end the session", async () => {
    const { accessToken, refreshToken } = await logIn();
    stack.kill("postgres", "SIGINT");
    // The local Auth doesn't refresh a session in one transaction, so wait until the database is down.
    const readUser = () => call("GET", "/auth/v1/user", accessToken);
    while ((await readUser()).status !== 503);
    for (;;) {
      const body = { refresh_token: refreshToken };
      const { status } = await call("POST", "/auth/v1/token?grant_type=refresh_token", "", body);
      if (status === 200) break;
      expect(status).toBe(503);
    }
  });
});

async function countDonations(stack: KillableStack): Promise<number> {
  const sql = postgres(stack.facts.databaseUrl, { max: 1 });
  const [row] = await sql<[{ count: number }]>`select count(*)::int from public.donations`;
  await sql.end();
  return row.count;
}

/** These tests come last, because they kill the stack and leave it stopped. */
describe("a stack", () => {
  let unrelatedProcess: ChildProcess;

  beforeAll(() => {
    unrelatedProcess = spawn("sleep", ["300"], { stdio: "ignore" });
  });
  afterAll(() => void unrelatedProcess.kill());

  it.each(["lost", "empty"])(
    "keeps its data if it is killed and keys.json is %s, and doesn't kill a process that reuses the launcher's pid",
    async (keysFileState) => {
      const sql = postgres(stack.facts.databaseUrl, { max: 1 });
      await sql`delete from public.donations where id in (select id from public.donations limit 1)`;
      await sql.end();
      const donationCount = await countDonations(stack);
      const postgresPid = stack.getPid("postgres");
      stack.kill("launcher");
      process.kill(postgresPid, "SIGKILL");
      await stack.waitForExit();

      const keysFile = path.join(stack.dataDir, "keys.json");
      await (keysFileState === "lost" ? rm(keysFile) : truncate(keysFile));
      const { clusterFolder } = await preparePostgresHome(stack.dataDir);
      const pidFile = path.join(clusterFolder, "postmaster.pid");
      const [, ...otherLines] = (await readFile(pidFile, "utf8")).split("\n");
      await writeFile(pidFile, [unrelatedProcess.pid, ...otherLines].join("\n"));
      await writeFile(path.join(stack.dataDir, "stack.pid"), String(unrelatedProcess.pid));

      await stack.start();
      expect(await countDonations(stack)).toBe(donationCount);
      expect([unrelatedProcess.exitCode, unrelatedProcess.signalCode]).toEqual([null, null]);
    },
  );

  it("exits with a message and code 1 when its database can't recover", async () => {
    const countRestarts = () => stack.output.split("is back after").length;
    for (let round = 0; round < 5; round++) {
      const restartsBefore = countRestarts();
      stack.kill("postgres");
      await expect.poll(countRestarts).toBe(restartsBefore + 1);
    }
    stack.kill("postgres");
    expect(await stack.waitForExit()).toBe(1);
    expect(stack.output).toMatch(/PostgreSQL keeps stopping \(SIGKILL\)\. The reason is in .*\.$/m);
    expect(await findRunningStack(stack.dataDir)).toBeUndefined();
  });
});
