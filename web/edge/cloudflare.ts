import { cacheUrl } from "../prerender/request-time.ts";
import { pageFor, siteReader } from "./pages.ts";
import {
  proxyToProject,
  projectTarget,
  ruleFor,
  rulesReader,
  unavailableResponse,
} from "./project.ts";
import type { RedirectRule } from "./rules.ts";

interface Assets {
  fetch(request: Request | URL): Promise<Response>;
}

interface Environment {
  readonly ASSETS: Assets;
  readonly EDGE_SECRET?: string;
}

interface Context {
  waitUntil(work: Promise<unknown>): void;
}

let readRules: ((url: URL) => Promise<RedirectRule[]>) | undefined;
let readSite: ReturnType<typeof siteReader> | undefined;

/**
 * The Cloudflare Worker in front of the static files. It applies `_redirects` itself, because
 * Cloudflare can't proxy, rewrite to a page that ends in .html, or set a 404 by rule. Cloudflare
 * applies `_headers`.
 */
export default {
  async fetch(
    request: Request,
    { ASSETS, EDGE_SECRET }: Environment,
    context?: Context,
  ): Promise<Response> {
    const url = new URL(request.url);
    const readFile = (fileUrl: URL) => ASSETS.fetch(fileUrl);
    const getRules = (readRules ??= rulesReader(readFile));
    const getSite = (readSite ??= siteReader(readFile));
    const address = request.headers.get("CF-Connecting-IP");
    const visit = { request, address, edgeSecret: EDGE_SECRET };
    const renderPage = () =>
      pageFor(
        visit,
        () => getRules(url),
        () => getSite(url),
      );
    const page = await renderWithCache(request, context, renderPage);
    if (page !== undefined) return page;
    const rules = await getRules(url).catch(() => undefined);
    if (rules === undefined) return unavailableResponse();
    const match = ruleFor(rules, url);
    const target = projectTarget(match, url);
    if (target !== undefined) return proxyToProject(target, visit);
    const fileResponse = match?.force ? undefined : await ASSETS.fetch(request);
    if (fileResponse !== undefined && (fileResponse.status !== 404 || match === undefined))
      return fileResponse;
    return match === undefined ? ASSETS.fetch(request) : applyRule(request, url, match, ASSETS);
  },
};

/**
 * Caches pages for as long as their headers ask a CDN to; Cloudflare doesn't cache a Worker's
 * responses on its own.
 */
async function renderWithCache(
  request: Request,
  context: Context | undefined,
  renderPage: () => Promise<Response | undefined>,
): Promise<Response | undefined> {
  const cache = (globalThis as { caches?: { default?: Cache } }).caches?.default;
  if (cache === undefined || context === undefined || request.method !== "GET") return renderPage();
  const key = cacheUrl(new URL(request.url)).href;
  const cachedPage = await cache.match(key);
  if (cachedPage !== undefined) return browserResponse(cachedPage);
  const page = await renderPage();
  const cdnCacheControl = page?.headers.get(CDN_CACHE_HEADER);
  if (page === undefined || !cdnCacheControl) return page;
  const cachedCopy = new Response(page.clone().body, page);
  cachedCopy.headers.set("X-For-Browsers", page.headers.get("Cache-Control") ?? "no-store");
  cachedCopy.headers.set("Cache-Control", cdnCacheControl);
  context.waitUntil(cache.put(key, cachedCopy));
  return page;
}

const CDN_CACHE_HEADER = "CDN-Cache-Control";

/** Restores the browser's Cache-Control, which the cached copy replaced with the CDN's. */
function browserResponse(cachedPage: Response): Response {
  const page = new Response(cachedPage.body, cachedPage);
  page.headers.set("Cache-Control", cachedPage.headers.get("X-For-Browsers") ?? "no-store");
  page.headers.delete("X-For-Browsers");
  return page;
}

/** Sends a redirect, or serves the file that a rewrite names. */
async function applyRule(
  request: Request,
  url: URL,
  { to, status }: { readonly to: string; readonly status: number },
  assets: Assets,
): Promise<Response> {
  if (status >= 300 && status < 400) {
    return new Response(null, { status, headers: { Location: `${to}${url.search}` } });
  }
  const page = await assets.fetch(new Request(new URL(to.replace(/\.html$/, ""), url), request));
  if (status === 200 || !page.ok) return page;
  const headers = new Headers(page.headers);
  headers.set("Cache-Control", "no-store");
  return new Response(page.body, { status, headers });
}
