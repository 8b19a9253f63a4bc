import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCache } from "../edge/cloudflare-cache.ts";
import { builtSite, startWorker, stopCdns } from "../edge/start-cdn.ts";
import { readWranglerConfig } from "../edge/workerd-config.ts";
import { clearRateLimits, facts } from "./stack.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"] as const;

const FILES = ["/", "/donate", "/favicon.svg", "/robots.txt", "/edge-pages.json"];
const RENDERED_PATHS = [
  "/news",
  "/news/",
  "/news/nobody-wrote-this-00000000",
  "/feed.xml",
  "/sitemap.xml",
];
const PROJECT_PATHS = ["/api", "/api/", "/api/home", "/api/nothing", "/api/%", "/events/create"];
const PICTURE_PATHS = ["/images", "/images/site/gone"];
const ENCODED_SLASHES = [
  "/images/..%2Fx",
  "/api/..%2f..%2fauth/v1/user",
  "/api/home%5c..%5cx",
  "/api/%252e%252e%252Fx",
  "/news/a%2Fb",
  "/donate%2F",
];
const APP_PATHS = ["/admin", "/dashboard/events/x", "/forgot-password", "/manage-gift/receipts/1"];
const MISSING_PATHS = `/nothing /wp-login.php /.env /.git/config /assets/gone.js /assets/ /feed.xml/
  /_headers /_redirects /404 /404.html /app /app.html
  //evil.example/ //favicon.svg /% /%00 /%E0%A4%A /%66avicon.svg`.split(/\s+/);
/** Other spellings of a page's path, and the page that they redirect to. */
const REDIRECTS: Readonly<Record<string, string>> = {
  "/donate/": "/donate",
  "/donate/?amount=50&x=%": "/donate?amount=50&x=%",
  "/donate.html": "/donate",
  "//donate": "/donate",
  "/%64onate": "/donate",
  "/forgot-password/": "/forgot-password",
  "/dashboard/": "/dashboard",
  "//": "/",
  "/index": "/",
  "/index.html": "/",
};
const OUR_PATHS = [...APP_PATHS, ...MISSING_PATHS, ...Object.keys(REDIRECTS)];
const ALL_PATHS = [...FILES, ...RENDERED_PATHS, ...PROJECT_PATHS, ...PICTURE_PATHS, ...OUR_PATHS];
const ALL_REQUESTS = ALL_PATHS.flatMap((url) => METHODS.map((method) => ({ method, url })));

const send = async (
  baseUrl: string,
  { method, url }: { readonly method: string; readonly url: string },
  headers: Record<string, string> = {},
) => {
  const body = ["POST", "PUT", "DELETE"].includes(method) ? { body: "a=b" } : {};
  const response = await fetch(baseUrl + url, { method, redirect: "manual", headers, ...body });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Copies the site and changes the copy's rewrites so that they point to another project. */
const copySite = async (projectUrl: string): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), "site-"));
  await cp(builtSite, folder, { recursive: true });
  const rules = await readFile(path.join(builtSite, "edge-rules.txt"), "utf8");
  await writeFile(path.join(folder, "edge-rules.txt"), rules.replaceAll(facts.apiUrl, projectUrl));
  return folder;
};

type ReceivedResponse = Awaited<ReturnType<typeof send>>;
interface Exchange {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly response: ReceivedResponse;
}

const sendAll = async (baseUrl: string): Promise<Exchange[]> => {
  await clearRateLimits();
  const exchanges: Exchange[] = [];
  for (const request of ALL_REQUESTS) {
    const name = `${request.method} ${request.url}`;
    exchanges.push({ ...request, name, response: await send(baseUrl, request) });
  }
  return exchanges;
};

const isReadRequest = ({ method }: Exchange) => method === "GET" || method === "HEAD";
const isPathIn = (paths: readonly string[]) => (exchange: Exchange) => paths.includes(exchange.url);
const isForFile = isPathIn(FILES);

const folders: string[] = [];
let workerUrl = "";
let workerExchanges: Exchange[] = [];
beforeAll(async () => {
  workerUrl = await startWorker(facts.edgeSecret);
  workerExchanges = await sendAll(workerUrl);
});
afterAll(async () => {
  await stopCdns();
  for (const folder of folders) await rm(folder, { recursive: true });
});

describe("the Worker in Cloudflare's own runtime", () => {
  it("responds to every method on every kind of path without an error of its own", () => {
    for (const exchange of workerExchanges) {
      const { status, headers } = exchange.response;
      expect(status, exchange.name).toBeLessThan(500);
      if (!isForFile(exchange) || isReadRequest(exchange))
        expect(headers.get("X-Content-Type-Options"), exchange.name).toBe("nosniff");
    }
  });

  it("threat 49: returns no error other than 503 while the project is unreachable", async () => {
    const folder = await copySite("http://127.0.0.1:9");
    folders.push(folder);
    const isForProject = isPathIn([...PROJECT_PATHS, ...PICTURE_PATHS]);
    const isRendered = isPathIn(RENDERED_PATHS);
    for (const exchange of await sendAll(await startWorker(facts.edgeSecret, folder))) {
      const { status, headers } = exchange.response;
      if (isForProject(exchange) || (isReadRequest(exchange) && isRendered(exchange))) {
        expect([exchange.name, status, headers.get("Retry-After")]).toEqual([
          exchange.name,
          503,
          "5",
        ]);
        expect(headers.get("Cache-Control")).toBe("no-store");
      } else expect(status, exchange.name).toBeLessThan(500);
    }
  });

  it("threat 39: refuses encoded slashes", async () => {
    for (const url of ENCODED_SLASHES) {
      for (const method of ["GET", "POST"]) {
        const { status } = (await send(workerUrl, { method, url })) as { status: number };
        expect([method, url, status]).toEqual([method, url, 400]);
      }
    }
  });

  it("returns 405 with Allow and our headers for other methods on paths that aren't files", () => {
    const otherMethods = workerExchanges.filter((exchange) => !isReadRequest(exchange));
    for (const { name, response } of otherMethods.filter(
      isPathIn([...RENDERED_PATHS, ...OUR_PATHS]),
    )) {
      const { status, headers, text } = response;
      expect([name, status, headers.get("Allow")]).toEqual([name, 405, "GET, HEAD"]);
      expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
      expect(JSON.parse(text)).toMatchObject({ code: "method_not_allowed" });
    }
    for (const { name, response } of otherMethods.filter(isForFile))
      expect([name, response.status]).toEqual([name, 405]);
  });

  it("responds as the embedded CDN does", async () => {
    const summarize = (exchange: Exchange) => {
      const { status, headers } = exchange.response;
      // Cloudflare itself responds if a request for a static file isn't a read, and it sends fewer headers.
      if (isForFile(exchange) && !isReadRequest(exchange)) return [exchange.name, status];
      const names = ["Location", "Allow", "Cache-Control", "Content-Security-Policy"];
      const values = names.map((name) => headers.get(name));
      return [exchange.name, status, headers.has("ETag"), ...values];
    };
    // Only a CDN turns Storage's 400 for a missing picture into a 404.
    const listComparableSummaries = (exchanges: readonly Exchange[]) =>
      exchanges.filter((exchange) => !isPathIn(PICTURE_PATHS)(exchange)).map(summarize);
    expect(listComparableSummaries(workerExchanges)).toEqual(
      listComparableSummaries(await sendAll(facts.webUrl)),
    );
  });

  it("serves the same pages as the embedded CDN", async () => {
    for (const url of ["/", "/donate", "/admin", "/nothing", "/assets/gone.js"]) {
      const request = { method: "GET", url };
      const embeddedResponse = await send(facts.webUrl, request);
      expect((await send(workerUrl, request)).text).toBe(embeddedResponse.text);
    }
  });
});

describe.each(["Cloudflare", "the embedded CDN"])("on %s", (name) => {
  const get = (url: string, headers = {}) =>
    send(name === "Cloudflare" ? workerUrl : facts.webUrl, { method: "GET", url }, headers);

  it.each([...Object.entries(REDIRECTS), ["/news/", "/news"] as const])(
    "%s is a 301 to %s",
    async (url, location) => {
      const { status, headers } = await get(url);
      expect([status, headers.get("Location")]).toEqual([301, location]);
    },
  );

  it("a 404 has no ETag and is never cached, even by a browser that sends the 404 page's ETag", async () => {
    const { headers: fileHeaders } = await get("/favicon.svg");
    for (const url of [...MISSING_PATHS, "/news/nobody-wrote-this-00000000"]) {
      const etag = fileHeaders.get("ETag") ?? "";
      const { status, headers } = await get(url, { "If-None-Match": `${etag}, *` });
      expect([url, status, headers.get("ETag")]).toEqual([url, 404, null]);
      expect(headers.get("Cache-Control")).toBe("no-store");
    }
  });

  it("an asset is cached for a year", async () => {
    const assets = await readdir(path.join(builtSite, "assets"));
    const asset = assets.find((file) => file.endsWith(".js"));
    const { headers } = await get(`/assets/${asset}`);
    expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  });
});

it("threat 47: wrangler deploys the Worker only with its secret, and only under the site's own domain", async () => {
  expect(await readWranglerConfig()).toMatchObject({
    secrets: { required: ["EDGE_SECRET"] },
    workers_dev: false,
    preview_urls: false,
    observability: { enabled: true },
  });
});

it("threat 49: Cloudflare keeps a copy of the news for an outage of the project", async () => {
  let callCount = 0;
  const project = http.createServer((request, response) => {
    callCount += 1;
    const body = request.url?.endsWith("/api/home") ? { contactInfo: null } : [];
    response.setHeader("Content-Type", "application/json").end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => project.listen(0, "127.0.0.1", resolve));
  const folder = await copySite(`http://127.0.0.1:${(project.address() as AddressInfo).port}`);
  folders.push(folder);
  const cache = await startCache();
  const url = await startWorker(facts.edgeSecret, folder, cache.address);
  const getFeed = () => send(url, { method: "GET", url: "/feed.xml" });

  const firstPage = await getFeed();
  expect(firstPage.status).toBe(200);
  await expect.poll(() => cache.copies.size).toBe(1);
  const callCountBefore = callCount;
  const secondPage = await getFeed();
  expect(secondPage.text).toBe(firstPage.text);
  expect(callCount).toBe(callCountBefore);
  for (const name of [
    "Cache-Control",
    "CDN-Cache-Control",
    "X-Fresh-Until",
    "X-Page-Cache-Control",
  ])
    expect(secondPage.headers.get(name), name).toBe(firstPage.headers.get(name));

  cache.age();
  await getFeed();
  await expect.poll(() => callCount).toBe(callCountBefore * 2);
  await expect.poll(() => [...cache.copies.values()][0]).not.toMatch(/X-Fresh-Until: 1\r/i);

  project.closeAllConnections();
  project.close();
  for (const _ of [1, 2]) {
    cache.age();
    const page = await getFeed();
    expect([page.status, page.text]).toEqual([200, firstPage.text]);
  }
  cache.copies.clear();
  expect((await getFeed()).status).toBe(503);
  cache.stop();
});
