import { act, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { authTrouble, hasTokens, keepTokens } from "#testing/fake-supabase.ts";
import { accessToken, forgetSession } from "./access-token.ts";
import { SessionProvider, useHasNoSession, useStartSession } from "./session-context.tsx";

const Asked = () => {
  const start = useStartSession();
  return (
    <button type="button" onClick={() => void start({ accessToken: "a", refreshToken: "r" })}>
      {useHasNoSession() ? "gone" : "there, for all we know"}
    </button>
  );
};

const readToken = async () => {
  render(
    <SessionProvider sessionRole="admin">
      <Asked />
    </SessionProvider>,
  );
  expect(screen.getByText("there, for all we know")).toBeTruthy();
  await act(() => Promise.resolve());
};

test("has no session without tokens", async () => {
  await readToken();
  expect(screen.getByText("gone")).toBeTruthy();
});

test("keeps a session until it is forgotten", async () => {
  keepTokens("admin");
  await readToken();
  expect(screen.getByText("there, for all we know")).toBeTruthy();
  await act(() => forgetSession("admin"));
  expect(screen.getByText("gone")).toBeTruthy();
  expect(hasTokens("admin")).toBe(false);
});

test("starts a session at once and sends its token", async () => {
  await readToken();
  await act(async () => screen.getByText("gone").click());
  expect(screen.getByText("there, for all we know")).toBeTruthy();
  expect(await accessToken("admin")).toBe("a");
});

test("keeps the session when the server can't be reached", async () => {
  keepTokens("admin");
  authTrouble.error = Object.assign(new Error("Failed to fetch"), {
    name: "AuthRetryableFetchError",
  });
  await readToken();
  expect(screen.getByText("there, for all we know")).toBeTruthy();
  await expect(accessToken("admin")).rejects.toThrow("Failed to fetch");
  expect(hasTokens("admin")).toBe(true);
});
