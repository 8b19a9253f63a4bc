// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  OTHER_REFUSALS,
  PLATFORM_REFUSALS,
  toResponse,
} from "../../../../supabase/tests/platform-refusals.ts";
import { accessToken, forgetSession } from "./access-token.ts";
// Imported before the tests, because fake timers can't wait for the dynamic import.
import { getSupabase, startSession } from "./supabase-client.ts";

const STORAGE_KEY = "care-packages-admin";
const fetchFromAuth = vi.fn<() => Promise<Response>>();

/** Stores a session whose token expires in the given number of seconds. */
const storeSession = (accessToken: string, expiresIn: number) =>
  localStorage.setItem(
    STORAGE_KEY,
    JSON.stringify({
      access_token: accessToken,
      refresh_token: `refresh ${accessToken}`,
      expires_at: Math.floor(Date.now() / 1000) + expiresIn,
      token_type: "bearer",
      user: { id: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11" },
    }),
  );

/** Each test starts with an expired session, so that the first call renews it. */
beforeEach(() => {
  vi.useFakeTimers();
  storeSession("old", -60);
  vi.stubEnv("VITE_SUPABASE_URL", "https://project.example");
  vi.stubEnv("VITE_SUPABASE_PUBLISHABLE_KEY", "sb_publishable_1");
  fetchFromAuth.mockReset();
  vi.stubGlobal("fetch", fetchFromAuth);
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(async () => {
  await forgetSession("admin");
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const PENDING = Symbol("pending");

/** Lets time pass until the call has ended. supabase-js retries for half a minute, and a wait takes up to three. */
const settle = async (call: Promise<unknown>): Promise<unknown> => {
  const outcome = call.catch((error: unknown) => error);
  for (;;) {
    const result = await Promise.race([outcome, Promise.resolve(PENDING)]);
    if (result !== PENDING) return result;
    await vi.advanceTimersByTimeAsync(1000);
  }
};

type Answer = () => Promise<Response>;
const respond =
  (status: number, body: object | string): Answer =>
  () =>
    Promise.resolve(
      new Response(typeof body === "string" ? body : JSON.stringify(body), { status }),
    );
const renewed = respond(200, {
  access_token: "new",
  refresh_token: "r2",
  expires_in: 3600,
  user: { id: "1" },
});
/** What Auth sends if one address has sent too many logins and renewals. */
const tooMany = respond(429, {
  code: "over_request_rate_limit",
  message: "Request rate limit reached",
});

test.each<[string, Answer]>([
  ["returns 503", respond(503, { msg: "down" })],
  ["returns 500", respond(500, { msg: "database restarting" })],
  ["can't be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
  [
    "is already renewing this session",
    respond(409, {
      code: "conflict",
      message: "Too many concurrent token refresh requests on the same session or refresh token",
    }),
  ],
  ["is over its limit for longer than anyone waits", tooMany],
  ["is behind a gateway that wants a key", respond(401, { message: "Invalid API key" })],
  ["is behind a gateway whose quota is used up", respond(402, { message: "exceed_egress_quota" })],
  ["is behind a gateway that refuses with a code", respond(401, { code: "UNAUTHORIZED" })],
  ["isn't where the gateway looks", respond(404, "<html>Not found</html>")],
  ["is behind a gateway that fails", respond(546, { code: "WORKER_LIMIT" })],
  ["is behind a CDN that blocks the address", respond(429, "error code: 1015")],
  ["is behind a network's login page", respond(200, "<html>Accept the terms</html>")],
  ["sends no session", respond(200, {})],
  ["sends no body", respond(400, "")],
  ...[...PLATFORM_REFUSALS, ...OTHER_REFUSALS].map((refusal): [string, Answer] => [
    `isn't what answers, but ${refusal.name} (${refusal.status})`,
    () => Promise.resolve(toResponse(refusal)),
  ]),
])("threat 49: doesn't return a token but keeps the session when Auth %s", async (_, failure) => {
  fetchFromAuth.mockImplementation(failure);
  expect(await settle(accessToken("admin"))).toMatchObject({ status: 503 });
  expect(localStorage.getItem(STORAGE_KEY)).not.toBeNull();

  fetchFromAuth.mockImplementation(renewed);
  // supabase-js waits a minute before it retries a failed refresh.
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await settle(accessToken("admin"))).toBe("new");
});

test.each([
  [400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"],
  [400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"],
  [400, "session_not_found", "Invalid Refresh Token: No Valid Session Found"],
  [400, "session_expired", "Invalid Refresh Token: Session Expired"],
  [400, "user_banned", "Invalid Refresh Token: User Banned"],
  [400, "validation_failed", "Refresh token is not valid"],
])("ends a session that Auth refuses with %d %s", async (status, code, message) => {
  fetchFromAuth.mockImplementation(respond(status, { code, message }));
  expect(await settle(accessToken("admin"))).toBeNull();
  expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
});

describe("threat 49: while Auth is over its limit", () => {
  test("waits for its turn and renews the session by itself", async () => {
    fetchFromAuth.mockImplementation(tooMany);
    const call = accessToken("admin");
    await vi.advanceTimersByTimeAsync(100_000);
    // Between five and ten seconds after each refusal.
    expect(fetchFromAuth.mock.calls.length).toBeGreaterThanOrEqual(10);
    expect(fetchFromAuth.mock.calls.length).toBeLessThanOrEqual(20);
    fetchFromAuth.mockImplementation(renewed);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await call).toBe("new");
  });

  test("gives up after three minutes, and keeps the session", async () => {
    fetchFromAuth.mockImplementation(tooMany);
    const startTime = Date.now();
    expect(await settle(accessToken("admin"))).toMatchObject({ status: 503 });
    expect(Date.now() - startTime).toBeGreaterThan(165_000);
    expect(Date.now() - startTime).toBeLessThan(185_000);
    expect(localStorage.getItem(STORAGE_KEY)).not.toBeNull();
  });

  test("returns the current token as long as it can be used", async () => {
    fetchFromAuth.mockImplementation(tooMany);
    storeSession("current", 60);
    await vi.advanceTimersByTimeAsync(35_000);
    expect(await accessToken("admin")).toBe("current");
    await vi.advanceTimersByTimeAsync(10_000);
    const call = accessToken("admin");
    fetchFromAuth.mockImplementation(renewed);
    expect(await settle(call)).toBe("new");
  });

  test("uses the session that another tab has renewed, and stops asking", async () => {
    fetchFromAuth.mockImplementation(tooMany);
    const call = accessToken("admin");
    await vi.advanceTimersByTimeAsync(30_000);
    storeSession("from the other tab", 3600);
    const callCount = fetchFromAuth.mock.calls.length;
    expect(await settle(call)).toBe("from the other tab");
    expect(fetchFromAuth).toHaveBeenCalledTimes(callCount);
    expect(localStorage.getItem(STORAGE_KEY)).toContain("from the other tab");
  });
});

describe.each([
  ["9 hours fast", 9],
  ["right", 0],
  ["9 hours slow", -9],
])("a device whose clock is %s", (_, hours) => {
  const HOUR_S = 3600;
  const serverNow = () => Math.floor(Date.now() / 1000) - hours * HOUR_S;
  let renewals = 0;
  const issueToken = () => {
    const payload = { iat: serverNow(), exp: serverNow() + HOUR_S, sub: "1", renewals };
    const parts = [JSON.stringify({ alg: "ES256" }), JSON.stringify(payload), "signature"];
    return parts.map((part) => Buffer.from(part).toString("base64url")).join(".");
  };

  beforeEach(() => {
    renewals = 0;
    fetchFromAuth.mockImplementation((...[input]: unknown[]) => {
      if (String(input).endsWith("/user")) return respond(200, { id: "1" })();
      renewals++;
      return respond(200, {
        access_token: issueToken(),
        refresh_token: "r2",
        expires_in: HOUR_S,
        expires_at: serverNow() + HOUR_S,
        user: { id: "1" },
      })();
    });
  });

  test("renews a login only when its token is about to expire", async () => {
    localStorage.clear();
    const tokens = { accessToken: issueToken(), refreshToken: "r1" };
    await settle(startSession(getSupabase("admin"), tokens));
    const started = renewals;
    expect(started).toBe(hours === 0 ? 0 : 1);
    const token = await settle(accessToken("admin"));
    await vi.advanceTimersByTimeAsync(50 * 60_000);
    expect(await settle(accessToken("admin"))).toBe(token);
    expect(renewals).toBe(started);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(await settle(accessToken("admin"))).not.toBe(token);
    expect(renewals).toBe(started + 1);
  });

  test("renews an old session once", async () => {
    await settle(accessToken("admin"));
    await settle(accessToken("admin"));
    expect(renewals).toBe(1);
  });
});
