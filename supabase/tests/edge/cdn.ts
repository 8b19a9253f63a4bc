// oxlint-disable no-restricted-globals -- Netlify's own runtime is Deno, and Cloudflare's follows the same standards
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type * as Cloudflare from "../../../web/edge/cloudflare.ts";
import type * as NetlifyPages from "../../../web/edge/netlify/pages.ts";
import type * as NetlifyProject from "../../../web/edge/netlify/project.ts";

/**
 * Simulates one of the two CDNs in front of the site's files, as far as web/edge relies on it: `cdn.ts
 * netlify|cloudflare <site> <code>`, with the built code. A CDN knows the visitor's address from the connection; here
 * it is in `X-Test-Peer`.
 */
declare const Deno: {
  args: string[];
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

const [cdn, siteFolder = "", codeFolder = ""] = Deno.args;
Object.assign(globalThis, { Netlify: { env: Deno.env } });
const importBuilt = <Module>(name: string) =>
  import(pathToFileURL(path.join(codeFolder, name)).href) as Promise<Module>;

/** Serves files by Cloudflare's naming rules, as observed with `wrangler dev`: page URLs have no extension. */
async function serveFile(pageRequest: Request | URL): Promise<Response> {
  const request = pageRequest instanceof URL ? new Request(pageRequest) : pageRequest;
  const { pathname } = new URL(request.url);
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405 });
  }
  if (pathname.endsWith(".html")) {
    const location = pathname.replace(/(\/index)?\.html$/, "") || "/";
    return new Response(null, { status: 307, headers: { location } });
  }
  const names = pathname === "/" ? ["/index.html"] : [pathname, `${pathname}.html`];
  for (const name of names.filter((candidate) => candidate !== "/_redirects")) {
    const bytes = await readFile(path.join(siteFolder, name)).catch(() => undefined);
    if (bytes !== undefined) return new Response(bytes);
  }
  return new Response(null, { status: 404 });
}

const { default: cloudflare } = await importBuilt<typeof Cloudflare>("cloudflare.js");
const netlifyFunctions = [
  await importBuilt<typeof NetlifyProject>("netlify/project.js"),
  await importBuilt<typeof NetlifyPages>("netlify/pages.js"),
];
const netlifyFunctionFor = (url: string) =>
  netlifyFunctions.find(({ config }) =>
    config.path.some((pathname) => new URLPattern({ pathname }).test(url)),
  );

Deno.serve(async (request) => {
  const headers = new Headers(request.headers);
  const ip = headers.get("X-Test-Peer") ?? "unknown";
  headers.delete("X-Test-Peer");
  headers.set("CF-Connecting-IP", ip);
  const visitorRequest = new Request(request, { headers });
  if (cdn === "cloudflare") {
    const EDGE_SECRET = Deno.env.get("EDGE_SECRET") ?? "";
    return cloudflare.fetch(visitorRequest, { ASSETS: { fetch: serveFile }, EDGE_SECRET });
  }
  const response = await netlifyFunctionFor(visitorRequest.url)?.default(visitorRequest, { ip });
  return response ?? serveFile(visitorRequest);
});
