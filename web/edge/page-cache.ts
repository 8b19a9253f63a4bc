import { toCacheKeyUrl, requestTimeRenderer } from "../prerender/request-time.ts";

/** The parts of Cloudflare's request context and cache that this module needs. */
export interface WorkerContext {
  waitUntil(work: Promise<unknown>): void;
}

const CDN_CACHE_HEADER = "CDN-Cache-Control";
const FRESH_UNTIL_HEADER = "X-Fresh-Until";
/** The cache obeys these headers of a copy, so the page's own values are kept under other names. */
const KEPT_HEADERS = [
  ["Cache-Control", "X-Page-Cache-Control"],
  [CDN_CACHE_HEADER, "X-Page-CDN-Cache-Control"],
] as const;

const secondsOf = (cacheControl: string, name: string): number =>
  Number(new RegExp(`\\b${name}=(\\d+)`).exec(cacheControl)?.[1] ?? 0);

/** Returns undefined if the page asks CDNs not to keep it. */
function copyForCache(page: Response): Response | undefined {
  const cacheControl = page.headers.get(CDN_CACHE_HEADER);
  if (!cacheControl) return undefined;
  const freshSeconds = secondsOf(cacheControl, "s-maxage");
  const copy = new Response(page.body, page);
  for (const [name, keptName] of KEPT_HEADERS) {
    copy.headers.set(keptName, copy.headers.get(name) ?? "no-store");
    copy.headers.delete(name);
  }
  copy.headers.set(FRESH_UNTIL_HEADER, String(Date.now() + freshSeconds * 1000));
  const staleSeconds = secondsOf(cacheControl, "stale-while-revalidate");
  copy.headers.set("Cache-Control", `public, s-maxage=${freshSeconds + staleSeconds}`);
  return copy;
}

function pageFromCopy(copy: Response): Response {
  const page = new Response(copy.body, copy);
  for (const [name, keptName] of KEPT_HEADERS) {
    page.headers.set(name, page.headers.get(keptName) ?? "no-store");
    page.headers.delete(keptName);
  }
  page.headers.delete(FRESH_UNTIL_HEADER);
  return page;
}

/** A new version of the site must not serve pages that name the old version's scripts. */
function cacheKey(requestUrl: string, version: string): string {
  const url = toCacheKeyUrl(new URL(requestUrl));
  url.searchParams.set("version", version);
  return url.href;
}

/**
 * Keeps pages as long as their `CDN-Cache-Control` asks, because Cloudflare doesn't cache a Worker's responses on its
 * own, and its cache doesn't serve a copy that is being refreshed. During an outage of the project, the copy is served
 * until it expires.
 */
export async function renderWithCache(
  request: Request,
  context: WorkerContext | undefined,
  version: string,
  renderPage: () => Promise<Response | undefined>,
): Promise<Response | undefined> {
  if (requestTimeRenderer(new URL(request.url).pathname) === undefined) return undefined;
  const cache = (globalThis as { caches?: { default?: Cache } }).caches?.default;
  if (cache === undefined || context === undefined || request.method !== "GET") return renderPage();
  const key = cacheKey(request.url, version);
  const store = (page: Response | undefined): Promise<unknown> => {
    const copy = page && copyForCache(page);
    return copy ? cache.put(key, copy) : Promise.resolve();
  };
  const refresh = async () => {
    const page = await renderPage();
    // The post is gone or has moved. A 503 keeps the copy.
    const isGone = page && page.status < 500 && !page.headers.has(CDN_CACHE_HEADER);
    return isGone ? cache.delete(key) : store(page);
  };
  // The page must load even if the cache fails.
  const copy = await cache.match(key).catch(() => undefined);
  if (copy === undefined) {
    const page = await renderPage();
    context.waitUntil(store(page?.clone()).catch(() => undefined));
    return page;
  }
  const isStale = Date.now() >= Number(copy.headers.get(FRESH_UNTIL_HEADER));
  if (isStale) context.waitUntil(refresh().catch(() => undefined));
  return pageFromCopy(copy);
}
