// oxlint-disable no-restricted-globals -- Netlify's own runtime is Deno
/**
 * Simulates Netlify in front of the site's files, as far as web/edge relies on it: `netlify.ts <site> <code>`, with
 * the built code. Netlify knows the visitor's address from the connection; here it is in `CF-Connecting-IP`, as behind
 * Cloudflare.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type * as NetlifyAssets from "../../../web/edge/netlify/assets.ts";
import type * as NetlifyMissingPages from "../../../web/edge/netlify/missing-pages.ts";
import type * as NetlifyPages from "../../../web/edge/netlify/pages.ts";
import type * as NetlifyProject from "../../../web/edge/netlify/project.ts";
import { getContentType } from "../../local/site/content-types.ts";
import { collectHeaders, parseHeaders } from "../../../web/edge/rules.ts";

declare const Deno: {
  args: string[];
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

const [siteFolder = "", codeFolder = ""] = Deno.args;
Object.assign(globalThis, { Netlify: { env: Deno.env } });
const importBuiltModule = <Module>(name: string) =>
  import(pathToFileURL(path.join(codeFolder, name)).href) as Promise<Module>;

const readSiteFile = (name: string) => readFile(path.join(siteFolder, name)).catch(() => undefined);
const headerRules = parseHeaders(String((await readSiteFile("_headers")) ?? ""));

/** Serves files. Netlify applies `_headers` by the request's path, even if there is no file. */
async function serveFile(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const headers = Object.fromEntries(collectHeaders(headerRules, pathname));
  const names = pathname === "/" ? ["/index.html"] : [pathname, `${pathname}.html`];
  for (const name of names) {
    const bytes = await readSiteFile(name);
    if (bytes !== undefined)
      return new Response(bytes, { headers: { ...headers, "Content-Type": getContentType(name) } });
  }
  return new Response(await readSiteFile("404.html"), { status: 404, headers });
}

const functions = [
  await importBuiltModule<typeof NetlifyProject>("netlify/project.js"),
  await importBuiltModule<typeof NetlifyPages>("netlify/pages.js"),
  await importBuiltModule<typeof NetlifyAssets>("netlify/assets.js"),
  await importBuiltModule<typeof NetlifyMissingPages>("netlify/missing-pages.js"),
];
const matches = (patterns: string | readonly string[], url: string) =>
  [patterns].flat().some((pathname) => new URLPattern({ pathname }).test(url));
const findFunction = (url: string) =>
  functions.find(
    ({ config }) =>
      matches(config.path, url) && !("excludedPath" in config && matches(config.excludedPath, url)),
  );

Deno.serve(async (request) => {
  const headers = new Headers(request.headers);
  const ip = headers.get("CF-Connecting-IP") ?? "unknown";
  headers.delete("CF-Connecting-IP");
  const visitorRequest = new Request(request, { headers });
  const next = () => serveFile(visitorRequest);
  const response = await findFunction(visitorRequest.url)?.default(visitorRequest, { ip, next });
  return response ?? next();
});
