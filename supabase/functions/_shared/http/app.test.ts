import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { convertStripeError } from "../clients/stripe.ts";
import { endpoint } from "../contracts/endpoint.ts";
import type { Environment } from "../env.ts";
import { AppError } from "../errors.ts";
import type { AnyHandler } from "./handlers.ts";
import type { Services } from "./services.ts";
import { createStandaloneApp } from "./standalone.ts";

const SITE_ORIGIN = "https://care.example";
const EDGE_SECRET = "edge-secret-of-more-than-thirty-two";
const item = z.object({ id: z.number() });
const readEndpoint = {
  method: "GET",
  access: "public",
  summary: "Some read",
  query: z.object({ limit: z.coerce.number().default(3) }),
  output: z.array(item),
} as const;

const endpoints = {
  cached: endpoint({ ...readEndpoint, path: "/api/cached", cacheable: true }),
  byRole: endpoint({
    ...readEndpoint,
    path: "/api/by-role",
    cacheable: true,
    outputFor: { admin: z.array(item.extend({ name: z.string() })) },
  }),
  plain: endpoint({ ...readEndpoint, path: "/api/plain" }),
};

const handler = vi.fn<AnyHandler>();
/** Gets the counts of refused requests that the app writes. */
const countRefused = vi.fn<(counts: unknown) => void>();
const routes = { endpoints, handlers: { cached: handler, byRole: handler, plain: handler } };

/** Creates the full app without backing services and returns a function that sends it GET requests. */
function createTestClient(cachesResponses = true) {
  const environment = {
    SITE_URL: SITE_ORIGIN,
    ALLOWED_ORIGINS: [],
    EDGE_SECRET: [EDGE_SECRET],
    publishableKeys: ["sb_publishable_x"],
    CACHE_RESPONSES: cachesResponses,
  } as unknown as Environment;
  const sql = (_: TemplateStringsArray, counts: unknown) => Promise.resolve(countRefused(counts));
  Object.assign(sql, { json: (value: unknown) => value });
  const database = { as: (_: unknown, work: (tx: typeof sql) => unknown) => work(sql) };
  const services = { environment, database } as unknown as Services;
  const app = createStandaloneApp("api", routes, services);
  return async (path: string, headers: Record<string, string> = {}) =>
    app.request(
      path,
      { headers: { "CF-Connecting-IP": "203.0.113.9", ...headers } },
      { peerAddress: "192.0.2.1" },
    );
}

beforeEach(() => {
  vi.useFakeTimers();
  handler.mockReset().mockImplementation(() => Promise.resolve([{ id: 1, name: "private" }]));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("cacheable responses", () => {
  it("are computed once for 50 concurrent requests, and again after a second", async () => {
    const get = createTestClient();
    const responses = await Promise.all(Array.from({ length: 50 }, () => get("/api/cached")));
    const texts = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(texts)).toEqual(new Set(['[{"id":1}]']));
    expect(new Set(responses.map(({ headers }) => headers.get("X-Request-Id"))).size).toBe(50);
    expect(handler).toHaveBeenCalledTimes(1);

    vi.advanceTimersByTime(1000);
    await get("/api/cached");
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it("are cached by their parsed input, so equivalent URLs share a response", async () => {
    const get = createTestClient();
    for (const query of ["", "?limit=3", "?limit=03&utm_source=mail", "?limit=4"]) {
      await get(`/api/cached${query}`);
    }
    expect(handler.mock.calls.map(([call]) => call.query)).toEqual([{ limit: 3 }, { limit: 4 }]);
  });

  it.each([
    ["a request with a token", "/api/cached", { Authorization: "Bearer sb_publishable_x" }],
    ["an endpoint that varies by role", "/api/by-role", {}],
    ["an uncacheable endpoint", "/api/plain", {}],
  ])("aren't shared for %s", async (_, path, headers) => {
    const get = createTestClient();
    await Promise.all([get(path, headers), get(path, headers)]);
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it("are recomputed every time with CACHE_RESPONSES=false", async () => {
    const get = createTestClient(false);
    await Promise.all([get("/api/cached"), get("/api/cached")]);
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it("aren't cached if they are errors", async () => {
    const get = createTestClient();
    vi.spyOn(console, "error").mockImplementation(() => {});
    handler.mockRejectedValueOnce(new Error("down"));
    expect((await get("/api/cached")).status).toBe(500);
    expect((await get("/api/cached")).status).toBe(200);
  });

  it("have an ETag, and a request with it gets a 304, even if it's weak or in a list", async () => {
    const get = createTestClient();
    const etag = (await get("/api/cached")).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const clientTags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const response = await get("/api/cached", { "If-None-Match": clientTags });
      expect([response.status, await response.text()], clientTags).toEqual([304, ""]);
      expect(response.headers.get("ETag")).toBe(etag);
      expect(response.headers.get("Cache-Control")).toContain("s-maxage=60");
    }
    expect((await get("/api/cached", { "If-None-Match": '"other"' })).status).toBe(200);
    handler.mockResolvedValue([{ id: 2 }]);
    vi.advanceTimersByTime(1000);
    expect((await get("/api/cached")).headers.get("ETag")).not.toBe(etag);
  });

  it("are the only responses with an ETag; others have `no-store`", async () => {
    const { headers } = await createTestClient()("/api/plain");
    expect([headers.get("ETag"), headers.get("Cache-Control")]).toEqual([null, "no-store"]);
  });
});

describe("response headers", () => {
  it.each(["/api/cached", "/api/plain?limit=x", "/api/nothing"])(
    "include the security headers, whatever the status (%s)",
    async (path) => {
      const { headers } = await createTestClient()(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        "content-type": "application/json",
        "strict-transport-security": "max-age=63072000; includeSubDomains",
        vary: "Origin",
        "x-content-type-options": "nosniff",
        "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
    },
  );

  it("allow CORS for our own origins only and vary by Origin", async () => {
    const get = createTestClient();
    const fetchAllowedOrigin = async (origin?: string) => {
      const { headers } = await get("/api/cached", origin === undefined ? {} : { Origin: origin });
      expect(headers.get("Vary")).toBe("Origin");
      return headers.get("Access-Control-Allow-Origin");
    };
    expect([
      await fetchAllowedOrigin(SITE_ORIGIN),
      await fetchAllowedOrigin("https://evil.example"),
      await fetchAllowedOrigin(),
    ]).toEqual([SITE_ORIGIN, null, null]);
  });
});

describe("an unexpected failure", () => {
  const secrets = ["jane@donor.example", "198.51.100.7", "duplicate key", "donations", "5 Elm St"];
  const databaseError = Object.assign(
    new Error('duplicate key value: Key (email)=(jane@donor.example) in "donations"'),
    {
      name: "PostgresError",
      code: "XX000",
      detail: "Failing row contains (jane@donor.example, 5 Elm St, 198.51.100.7).",
      table_name: "donations",
      query: "insert into donations",
      parameters: ["jane@donor.example"],
    },
  );

  const stripeDetails = {
    type: "StripeInvalidRequestError",
    code: "resource_missing",
    param: "id",
    status: 404,
    requestId: "req_1",
  };
  const { type, code, param, status: statusCode, requestId } = stripeDetails;
  const stripeError = convertStripeError(
    Object.assign(new Error("No such customer: 'jane@donor.example'"), {
      type,
      code,
      param,
      statusCode,
      requestId,
    }),
  );

  it("returns a message, a code and the request id, but not the cause", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    handler.mockRejectedValue(databaseError);
    const response = await createTestClient()("/api/plain", { "X-Forwarded-For": "198.51.100.7" });
    expect(response.status).toBe(500);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toEqual({
      message: "Something went wrong on our side. Please try again.",
      code: "unexpected",
      requestId: response.headers.get("X-Request-Id"),
    });
  });

  it.each([
    ["the database", databaseError],
    ["an output that doesn't match its schema", undefined],
    ["Stripe", stripeError],
  ])("in %s is logged once with request id and code, without personal data", async (_, failure) => {
    const errorSpy = vi.spyOn(console, "error").mockImplementation(() => {});
    if (failure === undefined) handler.mockResolvedValue([{ id: "jane@donor.example" }]);
    else handler.mockRejectedValue(failure);
    const response = await createTestClient()("/api/plain?limit=5", {
      "X-Edge-Secret": EDGE_SECRET,
      "X-Visitor-Address": "198.51.100.7",
    });
    expect(errorSpy).toHaveBeenCalledTimes(1);
    const line = String(errorSpy.mock.calls[0]?.[0]);
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      requestId: response.headers.get("X-Request-Id"),
      code: failure === stripeError ? "provider_refused" : "unexpected",
      method: "GET",
      route: "/api/plain",
      at: expect.any(String),
      ...(failure === databaseError ? { sqlState: "XX000" } : {}),
      ...(failure === stripeError ? { provider: stripeDetails } : {}),
    });
    const hiddenTexts = [...secrets, EDGE_SECRET, "203.0.113.9", "limit=5"];
    expect(hiddenTexts.filter((secret) => line.includes(secret))).toEqual([]);
    expect(line.includes("sqlState")).toBe(failure === databaseError);
  });
});

describe("a refused request", () => {
  it.each(["unauthenticated", "forbidden", "form_token_invalid", "too_many_requests"] as const)(
    "(%s) leaves a log line without personal data",
    async (code) => {
      const warnSpy = vi.spyOn(console, "warn").mockImplementation(() => {});
      handler.mockRejectedValue(new AppError(code, { message: "jane@donor.example" }));
      const response = await createTestClient()("/api/plain?limit=5", {
        Authorization: "",
        "X-Forwarded-For": "198.51.100.7",
      });
      expect(warnSpy.mock.calls.map(([line]) => JSON.parse(String(line)) as object)).toEqual([
        {
          level: "refused",
          requestId: response.headers.get("X-Request-Id"),
          method: "GET",
          route: "/api/plain",
          status: response.status,
          code,
        },
      ]);
    },
  );

  it("is counted for the whole site, with one write in ten seconds", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    countRefused.mockClear();
    const get = createTestClient();
    handler.mockRejectedValue(new AppError("unauthenticated"));
    for (let count = 0; count < 3; count += 1) await get("/api/plain");
    handler.mockRejectedValue(new AppError("too_many_requests"));
    await get("/api/plain");
    expect(countRefused.mock.calls).toEqual([[{ 401: 1 }]]);
    vi.advanceTimersByTime(10_000);
    await get("/api/plain");
    expect(countRefused.mock.calls).toEqual([[{ 401: 1 }], [{ 401: 2, 429: 2 }]]);
  });

  it("isn't one that is only invalid or not found", async () => {
    const warnSpy = vi.spyOn(console, "warn").mockImplementation(() => {});
    countRefused.mockClear();
    const get = createTestClient();
    await get("/api/plain?limit=x");
    await get("/api/nothing");
    expect([warnSpy.mock.calls, countRefused.mock.calls]).toEqual([[], []]);
  });
});

it("the app warns once per process if it can't tell visitors apart, not once per request or app", async () => {
  const warnSpy = vi.spyOn(console, "warn").mockImplementation(() => {});
  const headersWithoutAddress = { "CF-Connecting-IP": "" };
  for (const get of [createTestClient(), createTestClient()]) {
    for (const _ of [1, 2]) {
      expect((await get("/api/plain", headersWithoutAddress)).status).toBe(200);
    }
  }
  expect(warnSpy).toHaveBeenCalledTimes(1);
  expect(String(warnSpy.mock.calls[0]?.[0])).toContain("all visitors share one limit");
});

it("threat 73: a value that exists already is logged with its constraint, although the caller gets 409", async () => {
  const errorSpy = vi.spyOn(console, "error").mockImplementation(() => {});
  const violation = Object.assign(new Error("Key (id)=(7) already exists."), {
    name: "PostgresError",
    code: "23505",
    table_name: "audit_log",
    constraint_name: "audit_log_pkey",
  });
  handler.mockRejectedValue(violation);
  expect((await createTestClient()("/api/plain")).status).toBe(409);
  const line = String(errorSpy.mock.calls[0]?.[0]);
  expect(JSON.parse(line)).toMatchObject({
    code: "conflict",
    sqlState: "23505",
    table: "audit_log",
    constraint: "audit_log_pkey",
  });
  expect(line).not.toContain("(7)");
});

it("an invalid request isn't logged", async () => {
  const log = vi.spyOn(console, "error");
  expect((await createTestClient()("/api/plain?limit=x")).status).toBe(400);
  expect(log).not.toHaveBeenCalled();
});
