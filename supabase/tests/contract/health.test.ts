import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { logins } from "../demo-logins.ts";
import { VERSION } from "../../functions/_shared/rules/version.ts";
import { facts, request, signIn, signInAdmin, sql } from "./stack.ts";

const DEPLOYMENT_PATH = "/api/health/deployment";

const markAllJobsAsRun = () => sql`update public.job_runs set ran_at = now(), added_at = now()`;
beforeEach(() => markAllJobsAsRun());
afterEach(() => markAllJobsAsRun());

describe("GET /api/health", () => {
  it("returns ok and nothing else while scheduled jobs run", async () => {
    const { status, text } = await request("GET", "/api/health");
    expect([status, text]).toEqual([200, '{"status":"ok"}']);
  });

  it("threat 60: returns 503 naming the jobs that are late or have never run", async () => {
    await sql`
      update public.job_runs set ran_at = now() - interval '8 minutes' where name = 'send-emails'`;
    await sql`
      update public.job_runs set ran_at = null, added_at = now() - interval '3 days'
      where name = 'queue-annual-statements'`;
    const { status, json, headers } = await request("GET", "/api/health");
    expect([status, json]).toEqual([
      503,
      {
        message: "Scheduled jobs are late: queue-annual-statements, send-emails.",
        code: "job_late",
        requestId: expect.any(String),
      },
    ]);
    expect(headers.get("Retry-After")).toBe("60");
  });

  it("returns ok for a new job that hasn't had time to run", async () => {
    await sql`update public.job_runs set ran_at = null`;
    expect((await request("GET", "/api/health")).status).toBe(200);
  });
});

describe(`GET ${DEPLOYMENT_PATH}`, () => {
  it("returns the same to an administrator and to a caller with HEALTH_TOKEN", async () => {
    const { token } = await signInAdmin();
    const responses = await Promise.all(
      [token, facts.healthToken].map((token) => request("GET", DEPLOYMENT_PATH, { token })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[0]?.json).toMatchObject({
      version: VERSION,
      siteUrl: facts.webUrl,
      countedBy: expect.any(String),
    });
    expect(responses[0]?.json).toEqual(responses[1]?.json);
  });

  it.each([
    ["no token", () => undefined, 401, "unauthenticated"],
    ["a guess", () => `${facts.healthToken.slice(0, -1)}!`, 401, "invalid_token"],
    ["a part of the token", () => facts.healthToken.slice(0, -1), 401, "invalid_token"],
    ["the publishable key", () => facts.publishableKey, 401, "unauthenticated"],
    [
      "a volunteer",
      async () => (await signIn(logins.volunteer.email, logins.volunteer.password)).token,
      403,
      "forbidden",
    ],
  ])("refuses %s", async (_, getToken, status, code) => {
    const response = await request("GET", DEPLOYMENT_PATH, { token: await getToken() });
    expect([response.status, response.json]).toEqual([
      status,
      { message: expect.any(String), code, requestId: expect.any(String) },
    ]);
  });

  it("accepts HEALTH_TOKEN, which doesn't give access to other endpoints", async () => {
    for (const path of ["/api/settings", "/api/donations", "/api/system-status"]) {
      const { status } = await request("GET", path, { token: facts.healthToken });
      expect([path, status]).toEqual([path, 403]);
    }
    const [tokenResponse, anonymousResponse] = await Promise.all(
      [facts.healthToken, undefined].map((token) =>
        request("GET", "/api/recent-donations", { token }),
      ),
    );
    expect(tokenResponse?.json).toEqual(anonymousResponse?.json);
  });
});
