// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accessToken, forgetSession } from "./access-token.ts";
// Loaded beforehand: the clock of these tests does not wait for it.
import "./supabase-client.ts";

const KEY = "care-packages-admin";
const auth = vi.fn<() => Promise<Response>>();

/** A session whose token has run out, so that the next call refreshes it. */
beforeEach(() => {
  vi.useFakeTimers();
  const session = {
    access_token: "old",
    refresh_token: "r1",
    expires_at: Math.floor(Date.now() / 1000) - 60,
    token_type: "bearer",
    user: { id: "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11" },
  };
  localStorage.setItem(KEY, JSON.stringify(session));
  vi.stubEnv("VITE_SUPABASE_URL", "https://project.example");
  vi.stubEnv("VITE_SUPABASE_PUBLISHABLE_KEY", "sb_publishable_1");
  vi.stubGlobal("fetch", auth);
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

/** supabase-js asks again and again for half a minute before it gives up. */
const settled = async (call: Promise<unknown>): Promise<unknown> => {
  const outcome = call.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  return outcome;
};
const json = (status: number, body: object) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

test.each([
  ["answers 503", json(503, { msg: "down" })],
  ["answers 500", json(500, { msg: "database restarting" })],
  ["cannot be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
])("threats row 49: Auth %s: no token for now, and the session stays", async (_, failure) => {
  auth.mockImplementation(failure);
  expect(await settled(accessToken("admin"))).toMatchObject({ status: 503 });
  expect(localStorage.getItem(KEY)).not.toBeNull();

  const renewed = { access_token: "new", refresh_token: "r2", expires_in: 3600, user: { id: "1" } };
  auth.mockImplementation(json(200, renewed));
  // For a minute supabase-js does not ask again for a token that it could not renew.
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await settled(accessToken("admin"))).toBe("new");
});

test("a session that Auth no longer knows has ended", async () => {
  auth.mockImplementation(json(400, { code: "refresh_token_not_found", msg: "gone" }));
  expect(await settled(accessToken("admin"))).toBeNull();
  expect(localStorage.getItem(KEY)).toBeNull();
});
