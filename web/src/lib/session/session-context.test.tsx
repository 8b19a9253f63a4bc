import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { authSessionError, hasTokens, storeTokens } from "#testing/fake-supabase.ts";
import { accessToken, forgetSession } from "./access-token.ts";
import { SessionProvider, useHasNoSession, useStartSession } from "./session-context.tsx";

const SessionState = () => {
  const start = useStartSession();
  return (
    <button type="button" onClick={() => void start({ accessToken: "a", refreshToken: "r" })}>
      {useHasNoSession() ? "no session" : "possible session"}
    </button>
  );
};

const renderSession = async () => {
  render(
    <SessionProvider sessionRole="admin">
      <SessionState />
    </SessionProvider>,
  );
  expect(screen.getByText("possible session")).toBeTruthy();
  await act(() => Promise.resolve());
};

test("has no session without tokens", async () => {
  await renderSession();
  expect(screen.getByText("no session")).toBeTruthy();
});

test("keeps a session until it is forgotten", async () => {
  storeTokens("admin");
  await renderSession();
  expect(screen.getByText("possible session")).toBeTruthy();
  await act(() => forgetSession("admin"));
  expect(screen.getByText("no session")).toBeTruthy();
  expect(hasTokens("admin")).toBe(false);
});

test("starts a session at once and sends its token", async () => {
  await renderSession();
  await act(async () => screen.getByText("no session").click());
  expect(screen.getByText("possible session")).toBeTruthy();
  expect(await accessToken("admin")).toBe("a");
});

test("keeps the session when the server can't be reached", async () => {
  storeTokens("admin");
  authSessionError.error = Object.assign(new Error("Failed to fetch"), {
    name: "AuthRetryableFetchError",
  });
  await renderSession();
  expect(screen.getByText("possible session")).toBeTruthy();
  await expect(accessToken("admin")).rejects.toThrow("Failed to fetch");
  expect(hasTokens("admin")).toBe(true);
});
