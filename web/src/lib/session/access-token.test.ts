// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accessToken, forgetSession } from "./access-token.ts";
// Imported before the tests, because fake timers can't wait for the dynamic import.
import "./supabase-client.ts";

const STORAGE_KEY = "care-packages-admin";
const fetchFromAuth = vi.fn<() => Promise<Response>>();

/** Stores an expired session, so that the next call refreshes its token. */
beforeEach(() => {
  vi.useFakeTimers();
  const session = {
    access_token: "old",
    refresh_token: "r1",
    expires_at: Math.floor(Date.now() / 1000) - 60,
    token_type: "bearer",
    user: { id: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11" },
  };
  localStorage.setItem(STORAGE_KEY, JSON.stringify(session));
  vi.stubEnv("VITE_SUPABASE_URL", "https://project.example");
  vi.stubEnv("VITE_SUPABASE_PUBLISHABLE_KEY", "sb_publishable_1");
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

/** supabase-js retries for half a minute before it gives up. */
const settle = async (call: Promise<unknown>): Promise<unknown> => {
  const outcome = call.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  return outcome;
};
const jsonResponse = (status: number, body: object) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

test.each([
  ["returns 503", jsonResponse(503, { msg: "down" })],
  ["returns 500", jsonResponse(500, { msg: "database restarting" })],
  ["can't be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
])("threat 49: doesn't return a token but keeps the session when Auth %s", async (_, failure) => {
  fetchFromAuth.mockImplementation(failure);
  expect(await settle(accessToken("admin"))).toMatchObject({ status: 503 });
  expect(localStorage.getItem(STORAGE_KEY)).not.toBeNull();

  const renewedSession = {
    access_token: "new",
    refresh_token: "r2",
    expires_in: 3600,
    user: { id: "1" },
  };
  fetchFromAuth.mockImplementation(jsonResponse(200, renewedSession));
  // supabase-js waits a minute before it retries a failed refresh.
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await settle(accessToken("admin"))).toBe("new");
});

test("ends a session that Auth no longer knows", async () => {
  fetchFromAuth.mockImplementation(
    jsonResponse(400, { code: "refresh_token_not_found", msg: "gone" }),
  );
  expect(await settle(accessToken("admin"))).toBeNull();
  expect(localStorage.getItem(STORAGE_KEY)).toBeNull();
});
