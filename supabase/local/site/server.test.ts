import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import http, { type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { pickEncoding, SiteServer } from "./server.ts";

let root: string;
let server: http.Server;
const script = "console.log('hello');\n".repeat(50);

/** Uses http.request, because fetch would normalize the paths under test. */
function get(url: string, headers = {}, method = "GET") {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>(
    (resolve, reject) => {
      const request = http.request({ port, path: url, headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
      request.on("error", reject).end();
    },
  );
}

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "site-"));
  const folder = path.join(root, "site");
  await mkdir(path.join(folder, "assets"), { recursive: true });
  await writeFile(path.join(root, "secret.txt"), "secret");
  await writeFile(path.join(folder, "index.html"), "<title>home</title>");
  await writeFile(path.join(folder, "privacy.html"), "<title>privacy</title>");
  await writeFile(path.join(folder, "404.html"), "<title>none</title>");
  await writeFile(path.join(folder, "assets/a.js"), script);
  await writeFile(path.join(folder, ".built-from"), "hash");
  await writeFile(
    path.join(folder, "_headers"),
    "/*\n  X-Site: {{SUPABASE_URL}}\n/assets/*\n  Cache-Control: immutable\n",
  );
  await writeFile(
    path.join(folder, "edge-rules.txt"),
    "/api/* {{SUPABASE_URL}}/functions/v1/api/:splat 200\n/old /new 301\n/assets/* /index.html 404\n/* /index.html 200\n",
  );
  const site = new SiteServer({
    folder,
    supabaseUrl: "http://project.test",
    forward: (_request, response, target) => response.end(`forwarded ${target}`),
  });
  await site.load();
  server = http.createServer((request, response) => void site.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  server.close();
  await rm(root, { recursive: true, force: true });
});

it("the site server serves files, pages by their URLs without .html, and the app for every other path", async () => {
  expect((await get("/")).body).toContain("home");
  expect((await get("/privacy")).body).toContain("privacy");
  const pageResponse = await get("/admin/events?x=1");
  expect(pageResponse).toMatchObject({ status: 200, body: "<title>home</title>" });
  expect(pageResponse.headers["x-site"]).toBe("http://project.test");
});

it("a missing asset returns an uncacheable 404, even if the browser knows the 404 page's ETag", async () => {
  const missingAssetResponse = await get("/assets/gone.js", { "if-none-match": "*" });
  expect(missingAssetResponse.status).toBe(404);
  expect(missingAssetResponse.headers["cache-control"]).toBe("no-store");
  expect(missingAssetResponse.headers.etag).toBeUndefined();
});

it.each([
  ["/donate/?amount=50", "/donate?amount=50"],
  ["/dashboard/events//", "/dashboard/events"],
  ["//", "/"],
  ["/index.html", "/"],
])("%s redirects to %s", async (url, location) => {
  expect(await get(url)).toMatchObject({ status: 301, headers: { location } });
});

it("requests to the project keep their path and query, and old paths redirect", async () => {
  expect((await get("/api/events?limit=2")).body).toBe(
    "forwarded /functions/v1/api/events?limit=2",
  );
  const redirectResponse = await get("/old");
  expect(redirectResponse).toMatchObject({ status: 301, headers: { location: "/new" } });
});

it("assets are compressed and cached forever, and a known ETag returns a 304", async () => {
  const assetResponse = await get("/assets/a.js", { "accept-encoding": "gzip, br" });
  expect(assetResponse.headers["content-encoding"]).toBe("br");
  expect(assetResponse.headers["cache-control"]).toBe("immutable");
  expect(Number(assetResponse.headers["content-length"])).toBeLessThan(script.length / 4);
  const cachedResponse = await get("/assets/a.js", {
    "accept-encoding": "br",
    "if-none-match": assetResponse.headers.etag,
  });
  expect(cachedResponse).toMatchObject({ status: 304, body: "" });
  expect((await get("/assets/a.js")).body).toBe(script);
});

it.each(["/_headers", "/_redirects", "/.built-from", "/../secret.txt", "/%2e%2e/secret.txt"])(
  "%s isn't revealed",
  async (url) => {
    expect((await get(url)).body).toBe("<title>home</title>");
  },
);

it("methods other than GET and HEAD are refused for files, and for paths without a file", async () => {
  for (const url of ["/", "/assets/gone.js", "/wp-login.php", "/donate/"]) {
    const { status, headers } = await get(url, {}, "DELETE");
    expect([url, status, headers.allow]).toEqual([url, 405, "GET, HEAD"]);
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});

it("a malformed path counts as one without a file, and a request target that isn't a path is refused", async () => {
  expect((await get("/%E0%A4%A")).body).toBe("<title>home</title>");
  expect((await get("*", {}, "OPTIONS")).status).toBe(400);
});

it.each([
  ["gzip, deflate, br", "br"],
  ["gzip;q=1, br;q=0", "gzip"],
  ["identity", "identity"],
  [undefined, "identity"],
])("for Accept-Encoding %s, the encoding is %s", (acceptEncoding, encoding) => {
  expect(pickEncoding(acceptEncoding)).toBe(encoding);
});
