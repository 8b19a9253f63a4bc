import { afterEach, describe, expect, it, vi } from "vitest";
import {
  OTHER_REFUSALS,
  PLATFORM_REFUSALS,
  toResponse,
} from "../../supabase/tests/platform-refusals.ts";
import cloudflare from "./cloudflare.ts";
import proxyFromNetlify from "./netlify/project.ts";
import { proxyToProject, createRulesReader } from "./project.ts";

/** A proxied path may return a page, so a page with a 200 is passed on. */
const ERROR_REFUSALS = [...PLATFORM_REFUSALS, ...OTHER_REFUSALS].filter(
  ({ status }) => status >= 400,
);

const SECRET = "edge-secret-of-more-than-thirty-two";
const FUNCTION_URL = new URL("https://p.supabase.co/functions/v1/api/events?limit=2");
const PICTURE_URL = new URL("https://p.supabase.co/storage/v1/object/public/images/site/a");

const fakeFetch = (response: Response | Error = new Response("{}")) => {
  const fetchSpy = vi.fn<(request: Request) => Promise<Response>>(() =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
  );
  vi.stubGlobal("fetch", fetchSpy);
  return () => fetchSpy.mock.calls[0]?.[0] ?? new Request("https://nobody.example");
};
afterEach(() => void vi.unstubAllGlobals());

const createVisit = (init: RequestInit = {}, address: string | undefined = "198.51.100.7") => ({
  request: new Request("https://site.example/api/events?limit=2", init),
  address,
  edgeSecret: SECRET,
});

describe("a request proxied to the project", () => {
  it("a proxied request keeps its method, body and headers, except that its visitor address and secret are overwritten", async () => {
    const getSentRequest = fakeFetch();
    const headers = { "X-Visitor-Address": "203.0.113.1", "X-Edge-Secret": "x", Accept: "a/b" };
    await proxyToProject(FUNCTION_URL, createVisit({ method: "POST", headers, body: "[1]" }));
    expect([getSentRequest().url, getSentRequest().method, await getSentRequest().text()]).toEqual([
      FUNCTION_URL.href,
      "POST",
      "[1]",
    ]);
    expect(getSentRequest().headers.get("X-Visitor-Address")).toBe("198.51.100.7");
    expect(getSentRequest().headers.get("X-Edge-Secret")).toBe(SECRET);
    expect(getSentRequest().headers.get("Accept")).toBe("a/b");
    expect(getSentRequest().redirect).toBe("manual");
  });

  it("a compressed response that Netlify's runtime has decompressed says so", async () => {
    const fetchSpy = vi.fn<(target: URL | Request) => Promise<Response>>((target) =>
      Promise.resolve(
        target instanceof Request
          ? new Response("{}", { headers: { "Content-Encoding": "gzip", "Content-Length": "24" } })
          : new Response("/api/*  https://p.supabase.co/functions/v1/api/:splat  200"),
      ),
    );
    vi.stubGlobal("fetch", fetchSpy);
    vi.stubGlobal("Netlify", { env: new Map([["EDGE_SECRET", SECRET]]) });
    const { request } = createVisit();
    const response = await proxyFromNetlify(request, { ip: "198.51.100.7" });
    expect([response?.status, await response?.text()]).toEqual([200, "{}"]);
    expect(response?.headers.has("Content-Encoding")).toBe(false);
    expect(response?.headers.has("Content-Length")).toBe(false);
  });

  it("threat 61: a proxied request carries the newest secret while the CDN's variable contains two secrets", async () => {
    const getSentRequest = fakeFetch();
    const visit = { ...createVisit(), edgeSecret: `${SECRET}, an-older-${SECRET}` };
    await proxyToProject(FUNCTION_URL, visit);
    expect(getSentRequest().headers.get("X-Edge-Secret")).toBe(SECRET);
  });

  it.each([
    ["doesn't send the secret to Storage", PICTURE_URL, createVisit],
    [
      "doesn't send the secret if the CDN doesn't know the visitor",
      FUNCTION_URL,
      () => createVisit({}, ""),
    ],
  ])("%s", async (_, target, createCaseVisit) => {
    const getSentRequest = fakeFetch();
    await proxyToProject(target, {
      ...createCaseVisit(),
      request: new Request("https://site.example/", { headers: { "X-Edge-Secret": "x" } }),
    });
    expect(getSentRequest().headers.has("X-Edge-Secret")).toBe(false);
    expect(getSentRequest().headers.has("X-Visitor-Address")).toBe(false);
  });
});

/** Headers that proxies, browsers and CDNs send, which the project doesn't need. */
const OTHER_HEADERS = `
  a-im akamai-origin-hop alt-used authority cache-control cdn-loop cf-access-authenticated-user-email
  cf-access-client-id cf-access-client-secret cf-access-jwt-assertion cf-connecting-ip cf-connecting-ip6
  cf-connecting-o2o cf-ew-via cf-ipcity cf-ipcontinent cf-ipcountry cf-iplatitude cf-iplongitude cf-metro-code
  cf-postal-code cf-pseudo-ipv4 cf-ray cf-region cf-region-code cf-timezone cf-visitor cf-warp-tag-id cf-worker
  client-ip cloudfront-forwarded-proto cloudfront-viewer-address cookie cookie2 device-memory dnt downlink early-data
  ect fastly-client-ip fastly-ff forwarded forwarded-for forwarded-proto from front-end-https if-match
  if-unmodified-since incap-client-ip keep-alive max-forwards origin-agent-cluster pragma priority proxy-authorization
  proxy-client-ip proxy-connection purpose referer rtt save-data sb-forwarded-for sec-ch-ua sec-ch-ua-mobile
  sec-ch-ua-platform sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user sec-gpc service-worker
  traceparent tracestate true-client-ip upgrade-insecure-requests via wl-proxy-client-ip x-amzn-trace-id x-api-key
  x-att-deviceid x-azure-clientip x-bb-ab x-client-ip x-cluster-client-ip x-country x-csrf-token x-edge-location
  x-edge-secret x-envoy-external-address x-forwarded x-forwarded-by x-forwarded-for x-forwarded-host
  x-forwarded-port x-forwarded-prefix x-forwarded-proto x-forwarded-scheme x-forwarded-server x-forwarded-ssl
  x-forwarded-uri x-host x-http-method-override x-method-override x-middleware-subrequest x-nf-account-id
  x-nf-client-connection-ip x-nf-geo x-nf-request-id x-nf-site-id x-original-host x-original-url
  x-originating-ip x-real-ip x-remote-addr x-remote-ip x-requested-with x-rewrite-url x-sendfile-type
  x-uidh x-url-scheme x-varnish x-visitor-address x-wap-profile`
  .trim()
  .split(/\s+/);

describe("the forwarded headers", () => {
  const sendWith = async (headers: HeadersInit, target = PICTURE_URL) => {
    const getSentRequest = fakeFetch();
    await proxyToProject(target, createVisit({ headers }));
    return Object.fromEntries(getSentRequest().headers);
  };

  it("are only those that the project needs, however many others and however long", async () => {
    expect(OTHER_HEADERS.length).toBeGreaterThanOrEqual(100);
    for (const name of OTHER_HEADERS) {
      expect([name, await sendWith({ [name]: "198.51.100.1, ".repeat(500) })]).toEqual([name, {}]);
    }
  });

  it("threat 47: contain the visitor's address only in our own header", async () => {
    const forged = Object.fromEntries(OTHER_HEADERS.map((name) => [name, "203.0.113.1"]));
    expect(await sendWith(forged, FUNCTION_URL)).toEqual({
      "x-edge-secret": SECRET,
      "x-visitor-address": "198.51.100.7",
    });
  });

  it("keep the values of those that the project needs", async () => {
    const headers = {
      accept: "a/b",
      "accept-language": "es",
      authorization: "Bearer x",
      "content-type": "application/json",
      "idempotency-key": "1",
      "if-none-match": 'W/"a"',
      origin: "https://site.example",
      range: "bytes=0-1",
      "user-agent": "UptimeRobot/2.0",
      "x-form-token": "t",
      "x-gift-session": "g",
      "x-request-id": "r",
    };
    expect(await sendWith(headers)).toEqual(headers);
  });
});

describe("the proxied response", () => {
  it("the project's response is passed on without Supabase's cookies", async () => {
    const headers = { "Set-Cookie": "__cf_bm=1", ETag: '"a"' };
    const error = { message: "No.", code: "conflict", requestId: "r1" };
    fakeFetch(Response.json(error, { status: 409, headers }));
    const response = await proxyToProject(FUNCTION_URL, createVisit());
    expect([response.status, await response.json(), response.headers.get("ETag")]).toEqual([
      409,
      error,
      '"a"',
    ]);
    expect(response.headers.has("Set-Cookie")).toBe(false);
  });

  it.each(ERROR_REFUSALS)(
    "threat 49: the response is an uncached 503 when something answers in the project's place: $name ($status)",
    async (refusal) => {
      const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
      for (const target of [FUNCTION_URL, PICTURE_URL]) {
        const response = toResponse(refusal);
        response.headers.set("Cache-Control", "public, max-age=3600");
        fakeFetch(response);
        const siteResponse = await proxyToProject(target, createVisit());
        const { status, headers } = siteResponse;
        expect([status, headers.get("Cache-Control"), headers.get("Retry-After")]).toEqual([
          503,
          "no-store",
          "5",
        ]);
        expect(await siteResponse.text()).not.toMatch(refusal.words);
        expect(String(log.mock.lastCall)).toContain(`returned ${refusal.status}`);
      }
    },
  );

  it("Storage's own 400 for a missing picture becomes a 404", async () => {
    const error = { statusCode: "404", error: "not_found", message: "Object not found" };
    fakeFetch(Response.json(error, { status: 400 }));
    expect((await proxyToProject(PICTURE_URL, createVisit())).status).toBe(404);
  });

  it("a 304 response is passed on without a body", async () => {
    fakeFetch(new Response(null, { status: 304 }));
    expect((await proxyToProject(FUNCTION_URL, createVisit())).status).toBe(304);
  });

  it("threat 49: the response is a 503 with Retry-After when the project can't be reached", async () => {
    fakeFetch(new TypeError("connection refused"));
    const response = await proxyToProject(FUNCTION_URL, createVisit());
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ code: "provider_unavailable" });
  });
});

describe("a project that doesn't respond", () => {
  const EXPORT_URL = new URL("https://p.supabase.co/functions/v1/api/donations/export");

  const waitForResponse = async (waitMs: number, target: URL, method: string) => {
    vi.useFakeTimers();
    const onAbort = vi.fn<() => void>();
    vi.stubGlobal(
      "fetch",
      (_: Request, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            onAbort();
            reject(new DOMException("aborted", "AbortError"));
          });
        }),
    );
    const onResponse = vi.fn<(response: Response) => void>();
    void proxyToProject(target, createVisit({ method })).then(onResponse);
    await vi.advanceTimersByTimeAsync(waitMs);
    vi.useRealTimers();
    return {
      response: onResponse.mock.calls[0]?.[0],
      isRequestAborted: onAbort.mock.calls.length > 0,
    };
  };

  it.each([
    ["a read", FUNCTION_URL, "GET", 20_000],
    ["a write", FUNCTION_URL, "POST", 30_000],
    ["an export", EXPORT_URL, "GET", 30_000],
  ])(
    "a project that doesn't respond in time leads to a 503 with a message during %s",
    async (_, target, method, limitMs) => {
      expect((await waitForResponse(limitMs - 1, target, method)).response).toBeUndefined();
      const { response, isRequestAborted } = await waitForResponse(limitMs, target, method);
      expect(isRequestAborted).toBe(true);
      expect(response?.status).toBe(503);
      expect(await response?.json()).toEqual({
        message: "The service took too long to answer. Please try again in a moment.",
        code: "provider_unavailable",
        requestId: expect.stringMatching(/^cdn-/),
      });
    },
  );
});

describe("the site's rules", () => {
  const url = new URL("https://site.example/api/events");

  it("the rules are read once, and again only after a failure", async () => {
    const readFile = vi.fn<(file: URL) => Promise<Response>>();
    readFile.mockResolvedValueOnce(new Response("no", { status: 500 }));
    readFile.mockResolvedValue(new Response("/a /b 301"));
    const readRules = createRulesReader(readFile);
    await expect(readRules(url)).rejects.toThrow("/edge-rules.txt: 500");
    expect(await readRules(url)).toEqual(await readRules(url));
    expect(readFile.mock.calls.map(([file]) => file.pathname)).toEqual([
      "/edge-rules.txt",
      "/edge-rules.txt",
    ]);
  });

  it("the rules are read again for another visitor if the first visitor disconnects", async () => {
    const readFile = vi.fn<(file: URL) => Promise<Response>>();
    readFile.mockReturnValueOnce(new Promise(() => {}));
    readFile.mockResolvedValue(new Response("/a /b 301"));
    const readRules = createRulesReader(readFile);
    void readRules(url);
    expect(await readRules(url)).toHaveLength(1);
  });

  it("every path returns 503 while the rules can't be read", async () => {
    const ASSETS = { fetch: () => Promise.resolve(new Response(null, { status: 404 })) };
    expect((await cloudflare.fetch(new Request(url), { ASSETS })).status).toBe(503);
  });
});
