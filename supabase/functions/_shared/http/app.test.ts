import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { stripeFailure } from "../clients/stripe.ts";
import { endpoint } from "../contracts/endpoint.ts";
import type { Environment } from "../env.ts";
import { createApp } from "./app.ts";
import type { AnyHandler } from "./handlers.ts";
import { mountCatalogue } from "./mount.ts";
import type { Services } from "./services.ts";

const SITE = "https://care.example";
const EDGE_SECRET = "edge-secret-of-more-than-thirty-two";
const item = z.object({ id: z.number() });
const readEndpoint = {
  method: "GET",
  access: "public",
  summary: "Some read",
  query: z.object({ limit: z.coerce.number().default(3) }),
  output: z.array(item),
} as const;

const entries = {
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
const handlers = { cached: handler, byRole: handler, plain: handler };

/** The full app without any backing service. */
function createTestApp(keepAnswers = true) {
  const environment = {
    SITE_URL: SITE,
    ALLOWED_ORIGINS: [],
    EDGE_SECRET,
    publishableKeys: ["sb_publishable_x"],
    KEEP_ANSWERS: keepAnswers,
  } as unknown as Environment;
  const services = { environment } as Services;
  const app = createApp(services);
  mountCatalogue(app, entries, handlers, services);
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
    const get = createTestApp();
    const answers = await Promise.all(Array.from({ length: 50 }, () => get("/api/cached")));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts)).toEqual(new Set(['[{"id":1}]']));
    expect(new Set(answers.map(({ headers }) => headers.get("X-Request-Id"))).size).toBe(50);
    expect(handler).toHaveBeenCalledTimes(1);

    vi.advanceTimersByTime(1000);
    await get("/api/cached");
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it("are cached by their parsed input, so equivalent URLs share one", async () => {
    const get = createTestApp();
    for (const query of ["", "?limit=3", "?limit=03&utm_source=mail", "?limit=4"]) {
      await get(`/api/cached${query}`);
    }
    expect(handler.mock.calls.map(([call]) => call.query)).toEqual([{ limit: 3 }, { limit: 4 }]);
  });

  it.each([
    ["a request with a token", "/api/cached", { Authorization: "Bearer sb_publishable_x" }],
    ["an endpoint that varies by role", "/api/by-role", {}],
    ["an uncacheable endpoint", "/api/plain", {}],
  ])("are never shared for %s", async (_, path, headers) => {
    const get = createTestApp();
    await Promise.all([get(path, headers), get(path, headers)]);
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it("are recomputed every time with KEEP_ANSWERS=false", async () => {
    const get = createTestApp(false);
    await Promise.all([get("/api/cached"), get("/api/cached")]);
    expect(handler).toHaveBeenCalledTimes(2);
  });

  it("exclude failures", async () => {
    const get = createTestApp();
    vi.spyOn(console, "error").mockImplementation(() => {});
    handler.mockRejectedValueOnce(new Error("down"));
    expect((await get("/api/cached")).status).toBe(500);
    expect((await get("/api/cached")).status).toBe(200);
  });

  it("have an ETag and return 304 for it, even if it's weak or in a list", async () => {
    const get = createTestApp();
    const etag = (await get("/api/cached")).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const clientTags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const answer = await get("/api/cached", { "If-None-Match": clientTags });
      expect([answer.status, await answer.text()], clientTags).toEqual([304, ""]);
      expect(answer.headers.get("ETag")).toBe(etag);
      expect(answer.headers.get("Cache-Control")).toContain("s-maxage=60");
    }
    expect((await get("/api/cached", { "If-None-Match": '"other"' })).status).toBe(200);
    handler.mockResolvedValue([{ id: 2 }]);
    vi.advanceTimersByTime(1000);
    expect((await get("/api/cached")).headers.get("ETag")).not.toBe(etag);
  });

  it("exclude other responses, which have `no-store` and no ETag", async () => {
    const { headers } = await createTestApp()("/api/plain");
    expect([headers.get("ETag"), headers.get("Cache-Control")]).toEqual([null, "no-store"]);
  });
});

describe("headers", () => {
  it.each(["/api/cached", "/api/plain?limit=x", "/api/nothing"])(
    "%s has the security headers, whatever its status",
    async (path) => {
      const { headers } = await createTestApp()(path);
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
    const get = createTestApp();
    const allowedOriginFor = async (origin?: string) => {
      const { headers } = await get("/api/cached", origin === undefined ? {} : { Origin: origin });
      expect(headers.get("Vary")).toBe("Origin");
      return headers.get("Access-Control-Allow-Origin");
    };
    expect([
      await allowedOriginFor(SITE),
      await allowedOriginFor("https://evil.example"),
      await allowedOriginFor(),
    ]).toEqual([SITE, null, null]);
  });
});

describe("an unexpected failure", () => {
  const secrets = ["jane@donor.example", "198.51.100.7", "duplicate key", "donations", "5 Elm St"];
  const database = Object.assign(
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
  const stripeError = stripeFailure(
    Object.assign(new Error("No such customer: 'jane@donor.example'"), {
      type,
      code,
      param,
      statusCode,
      requestId,
    }),
  );

  it("returns a sentence, a code and the request id, but not the cause", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    handler.mockRejectedValue(database);
    const answer = await createTestApp()("/api/plain", { "X-Forwarded-For": "198.51.100.7" });
    expect(answer.status).toBe(500);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      message: "Something went wrong on our side. Please try again.",
      code: "unexpected",
      requestId: answer.headers.get("X-Request-Id"),
    });
  });

  it.each([
    ["the database", database],
    ["an output that doesn't match its schema", undefined],
    ["Stripe", stripeError],
  ])("in %s is logged once with request id and code, without personal data", async (_, thrown) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    if (thrown === undefined) handler.mockResolvedValue([{ id: "jane@donor.example" }]);
    else handler.mockRejectedValue(thrown);
    const answer = await createTestApp()("/api/plain?limit=5", {
      "X-Edge-Secret": EDGE_SECRET,
      "X-Visitor-Address": "198.51.100.7",
    });
    expect(log).toHaveBeenCalledTimes(1);
    const line = String(log.mock.calls[0]?.[0]);
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      requestId: answer.headers.get("X-Request-Id"),
      code: thrown === stripeError ? "provider_refused" : "unexpected",
      method: "GET",
      route: "/api/plain",
      at: expect.any(String),
      ...(thrown === database ? { sqlState: "XX000" } : {}),
      ...(thrown === stripeError ? { provider: stripeDetails } : {}),
    });
    const hidden = [...secrets, EDGE_SECRET, "203.0.113.9", "limit=5"];
    expect(hidden.filter((secret) => line.includes(secret))).toEqual([]);
    expect(line.includes("sqlState")).toBe(thrown === database);
  });

  it("warns once if the deployment can't tell visitors apart", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const get = createTestApp();
    const unknown = { "CF-Connecting-IP": "" };
    for (const _ of [1, 2]) expect((await get("/api/plain", unknown)).status).toBe(200);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(String(warn.mock.calls[0]?.[0])).toContain("all visitors share one limit");
  });

  it("isn't logged if the request was invalid", async () => {
    const log = vi.spyOn(console, "error");
    expect((await createTestApp()("/api/plain?limit=x")).status).toBe(400);
    expect(log).not.toHaveBeenCalled();
  });
});
