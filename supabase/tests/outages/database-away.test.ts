import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KillableStack } from "./killable-stack.ts";

let stack: KillableStack;

beforeAll(async () => {
  stack = await KillableStack.create();
});
afterAll(() => stack.stop());

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of every shape
  readonly json: any;
}

async function call(method: string, path: string, token = "", body?: object): Promise<Answer> {
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

const login = { username: "admin", password: "CarePackages!2026" };

async function logIn(): Promise<{ accessToken: string; refreshToken: string }> {
  const { json } = await call("POST", "/functions/v1/api/admin/login", "", login);
  return json.session;
}

const wrongPassword = { email: "volunteer@example.org", password: "wrong" };
type RequestArguments = readonly [method: string, path: string, token?: string, body?: object];

/** The requests of a signed-in person's pages, including the session refresh. */
const questions = (token: string): readonly RequestArguments[] => [
  ["GET", "/functions/v1/api/home"],
  ["GET", "/functions/v1/api/donations?limit=5", token],
  ["GET", "/functions/v1/api/donations/export", token],
  ["PUT", `/functions/v1/api/locations/${randomUUID()}`, token, { city: "Fort Worth" }],
  ["POST", "/functions/v1/api/admin/login", "", login],
  ["GET", "/auth/v1/user", token],
  ["POST", "/auth/v1/token?grant_type=password", "", wrongPassword],
];

/** Repeats all requests until each succeeds and returns the failures seen before. */
async function waitUntilBack(token: string) {
  const refusals: Answer[] = [];
  const deadline = Date.now() + 10_000;
  for (;;) {
    const answers = await Promise.all(
      questions(token).map((requestArguments) => call(...requestArguments)),
    );
    refusals.push(...answers.filter(({ status }) => status >= 500 || status === 401));
    if (answers.every(({ status }) => status < 500)) return refusals;
    if (Date.now() > deadline) throw new Error(`Still failing:\n${stack.output.slice(-3000)}`);
  }
}

describe("threat 49: a database that is", () => {
  it.each([
    ["killed", "SIGKILL"],
    ["restarted", "SIGINT"],
  ] as const)("%s causes a 503 with Retry-After and logs no one out", async (_, signal) => {
    const { accessToken, refreshToken } = await logIn();
    stack.kill("postgres", signal);
    const refusals = await waitUntilBack(accessToken);
    expect(refusals.length).toBeGreaterThan(0);
    for (const { status, retryAfter, json } of refusals) {
      expect(status).toBe(503);
      expect(Number(retryAfter)).toBeGreaterThan(0);
      expect(json.message).toMatch(/ available right now\. Please try again in a moment\.$/);
    }
    const body = { refresh_token: refreshToken };
    const refreshResponse = await call("POST", "/auth/v1/token?grant_type=refresh_token", "", body);
    expect(refreshResponse.status).toBe(200);
    expect(stack.output).not.toMatch(/\] stopped/);
  });

  it("unavailable during a session refresh doesn't end the session", async () => {
    const { refreshToken } = await logIn();
    stack.kill("postgres", "SIGINT");
    for (;;) {
      const body = { refresh_token: refreshToken };
      const { status } = await call("POST", "/auth/v1/token?grant_type=refresh_token", "", body);
      if (status === 200) break;
      expect(status).toBe(503);
    }
  });
});
