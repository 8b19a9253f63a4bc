import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

async function call(method: string, path: string, token = "", body?: object): Promise<ApiResponse> {
  const { apiUrl, publishableKey } = stack.facts;
  const response = await fetch(apiUrl + path, {
    method,
    headers: {
      "Content-Type": "application/json",
      apikey: publishableKey,
      ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(12_000),
  }).catch((error: unknown) => {
    throw new Error(`${method} ${path}: ${String(error)}\n${stack.output.slice(-3000)}`);
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
const pageRequests = (token: string): readonly RequestArguments[] => [
  ["GET", "/functions/v1/api/home"],
  ["GET", "/functions/v1/api/donations?limit=5", token],
  ["GET", "/functions/v1/api/donations/export", token],
  ["PUT", `/functions/v1/api/locations/${randomUUID()}`, token, { city: "Fort Worth" }],
  ["POST", "/functions/v1/api/admin/login", "", adminCredentials],
  ["GET", "/auth/v1/user", token],
  ["POST", "/auth/v1/token?grant_type=password", "", wrongCredentials],
];

/** Repeats all requests until none fails with a server error, and returns the earlier failures. */
async function waitUntilBack(token: string) {
  const failures: ApiResponse[] = [];
  const deadline = Date.now() + 10_000;
  for (;;) {
    const responses = await Promise.all(
      pageRequests(token).map((requestArguments) => call(...requestArguments)),
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
    const failures = await waitUntilBack(accessToken);
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

  it("that is away during a session refresh doesn't end the session", async () => {
    const { accessToken, refreshToken } = await logIn();
    stack.kill("postgres", "SIGINT");
    // The local Auth doesn't refresh a session in one transaction, so wait until the database is away.
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
