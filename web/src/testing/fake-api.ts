import { vi } from "vitest";
import type { EndpointKey } from "#contracts/catalogue.ts";

export interface FakeCall {
  readonly key: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly credentials: RequestCredentials | undefined;
}

export interface FakeAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Handler = (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>;
type Handlers = Partial<Record<EndpointKey, FakeAnswer | Handler>>;

const matches = (pattern: string, key: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`).test(key);

/** Stands in for the API at `fetch`; what it is not told to answer is a failed test, not a silence. */
export const fakeApi = (handlers: Handlers) => {
  const calls: FakeCall[] = [];
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, "http://site.test");
    const key = `${init.method ?? "GET"} ${url.pathname}`;
    const call: FakeCall = {
      key,
      url: `${url.pathname}${url.search}`,
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      credentials: init.credentials,
    };
    calls.push(call);
    const found = Object.entries(handlers).find(([pattern]) => matches(pattern, key));
    if (!found) throw new Error(`The test has no answer for ${key}`);
    const answer = typeof found[1] === "function" ? await found[1](call) : found[1];
    const status = answer.status ?? 200;
    return new Response(
      typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? {}),
      { status, headers: { "content-type": "application/json", ...answer.headers } },
    );
  });
  return { calls, callsOf: (key: EndpointKey) => calls.filter((call) => matches(key, call.key)) };
};
