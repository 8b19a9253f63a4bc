import { toCacheKeyUrl, findRequestTimeRenderer } from "../prerender/request-time.ts";

/** The parts of Cloudflare's request context and cache that this module needs. */
export interface WorkerContext {
  waitUntil(work: Promise<unknown>): void;
}

const CDN_CACHE_HEADER = "CDN-Cache-Control";
const FRESH_UNTIL_HEADER = "X-Fresh-Until";
/** The cache obeys these headers on a stored copy, so the copy keeps the page's own values under other names. */
const RENAMED_HEADERS = [
  ["Cache-Control", "X-Page-Cache-Control"],
  [CDN_CACHE_HEADER, "X-Page-CDN-Cache-Control"],
] as const;

const readSeconds = (cacheControl: string, name: string): number =>
  Number(new RegExp(`\\b${name}=(\\d+)`).exec(cacheControl)?.[1] ?? 0);

/** Copies a page for the cache. Returns undefined if the page's headers forbid CDNs from storing it. */
function copyForCache(page: Response): Response | undefined {
  const cacheControl = page.headers.get(CDN_CACHE_HEADER);
  if (!cacheControl) return undefined;
  const freshSeconds = readSeconds(cacheControl, "s-maxage");
  const copy = new Response(page.body, page);
  for (const [name, storedName] of RENAMED_HEADERS) {
    copy.headers.set(storedName, copy.headers.get(name) ?? "no-store");
    copy.headers.delete(name);
  }
  copy.headers.set(FRESH_UNTIL_HEADER, String(Date.now() + freshSeconds * 1000));
  const staleSeconds = readSeconds(cacheControl, "stale-while-revalidate");
  copy.headers.set("Cache-Control", `public, s-maxage=${freshSeconds + staleSeconds}`);
  return copy;
}

function createPageFromCopy(copy: Response): Response {
  const page = new Response(copy.body, copy);
  for (const [name, storedName] of RENAMED_HEADERS) {
    page.headers.set(name, page.headers.get(storedName) ?? "no-store");
    page.headers.delete(storedName);
  }
  page.headers.delete(FRESH_UNTIL_HEADER);
  return page;
}

/** Includes the version, because a new version of the site must not serve pages that load the old version's scripts. */
function createCacheKey(requestUrl: string, version: string): string {
  const url = toCacheKeyUrl(new URL(requestUrl));
  url.searchParams.set("version", version);
  return url.href;
}

/**
 * Caches pages for as long as their `CDN-Cache-Control` header allows, because Cloudflare doesn't cache a Worker's
 * responses on its own, and its cache doesn't serve a copy that is being refreshed. If the project is down, the copy is
 * served until it expires.
 */
export async function renderWithCache(
  request: Request,
  context: WorkerContext | undefined,
  version: string,
  renderPage: () => Promise<Response | undefined>,
): Promise<Response | undefined> {
  if (findRequestTimeRenderer(new URL(request.url).pathname) === undefined) return undefined;
  const cache = (globalThis as { caches?: { default?: Cache } }).caches?.default;
  if (cache === undefined || context === undefined || request.method !== "GET") return renderPage();
  const key = createCacheKey(request.url, version);
  const store = (page: Response | undefined): Promise<unknown> => {
    const copy = page && copyForCache(page);
    return copy ? cache.put(key, copy) : Promise.resolve();
  };
  const refresh = async () => {
    const page = await renderPage();
    // If a page lacks the CDN header, it no longer exists or has moved. After a 503, the cache keeps the old copy.
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
  return createPageFromCopy(copy);
}
