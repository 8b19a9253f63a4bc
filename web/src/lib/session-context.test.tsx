import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SessionProvider, useHasNoSession } from "./session-context.tsx";

const auth = vi.hoisted(() => ({
  answer: { data: { session: null as object | null }, error: null as Error | null },
  tell: (_event: string) => {},
}));
vi.mock("./supabase-client.ts", () => ({
  supabaseFor: () => ({
    auth: {
      getSession: () => Promise.resolve(auth.answer),
      onAuthStateChange: (listener: (event: string, session: null) => void) => {
        auth.tell = (event) => listener(event, null);
        return { data: { subscription: { unsubscribe: () => {} } } };
      },
    },
  }),
}));

const Asked = () => <p>{useHasNoSession() ? "gone" : "there, for all we know"}</p>;

const ask = async (session: object | null, error: Error | null = null) => {
  auth.answer = { data: { session }, error };
  render(
    <SessionProvider of="admin">
      <Asked />
    </SessionProvider>,
  );
  expect(screen.getByText("there, for all we know")).toBeTruthy();
  await act(() => Promise.resolve());
};

test("without tokens there is no session", async () => {
  await ask(null);
  expect(screen.getByText("gone")).toBeTruthy();
});

test("a session is there until it is refused", async () => {
  await ask({ access_token: "token" });
  expect(screen.getByText("there, for all we know")).toBeTruthy();
  act(() => auth.tell("SIGNED_OUT"));
  expect(screen.getByText("gone")).toBeTruthy();
});

test("a server that cannot be reached ends none", async () => {
  await ask(null, new Error("Failed to fetch"));
  expect(screen.getByText("there, for all we know")).toBeTruthy();
});
