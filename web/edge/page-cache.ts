import { toCacheKeyUrl, findRequestTimeRenderer } from "../prerender/request-time.ts";
import { PERSONAL_HEADERS } from "./responses.ts";

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

interface CopyTimes {
  readonly freshSeconds: number;
  /** How much longer the copy may be served while a new one is fetched. */
  readonly staleSeconds: number;
}

/** As long as the copies of other reads, so that a picture that was deleted leaves every cache within six minutes. */
const PICTURE_MAX_SECONDS = 360;

/** Returns how long a response may be kept, or undefined if its headers forbid CDNs to store it. */
function findCopyTimes({ status, headers }: Response): CopyTimes | undefined {
  if (status !== 200) return undefined;
  const cacheControl = headers.get(CDN_CACHE_HEADER) ?? headers.get("Cache-Control") ?? "";
  const freshSeconds = readSeconds(cacheControl, "s-maxage");
  if (freshSeconds > 0)
    return { freshSeconds, staleSeconds: readSeconds(cacheControl, "stale-while-revalidate") };
  const isPicture = headers.get("Content-Type")?.startsWith("image/") === true;
  const pictureSeconds = isPicture ? readSeconds(cacheControl, "max-age") : 0;
  if (pictureSeconds === 0 || /no-store|private/.test(cacheControl)) return undefined;
  return { freshSeconds: Math.min(pictureSeconds, PICTURE_MAX_SECONDS), staleSeconds: 0 };
}

/** Copies a response for the cache. Returns undefined if its headers forbid CDNs to store it. */
function copyForCache(response: Response): Response | undefined {
  const times = findCopyTimes(response);
  if (times === undefined) return undefined;
  const { freshSeconds, staleSeconds } = times;
  const copy = new Response(response.body, response);
  for (const [name, storedName] of RENAMED_HEADERS) {
    const value = copy.headers.get(name);
    if (value !== null) copy.headers.set(storedName, value);
    copy.headers.delete(name);
  }
  copy.headers.set(FRESH_UNTIL_HEADER, String(Date.now() + freshSeconds * 1000));
  copy.headers.set("Cache-Control", `public, s-maxage=${freshSeconds + staleSeconds}`);
  return copy;
}

function createResponseFromCopy(copy: Response): Response {
  const response = new Response(copy.body, copy);
  response.headers.delete("Cache-Control");
  for (const [name, storedName] of RENAMED_HEADERS) {
    const value = response.headers.get(storedName);
    if (value !== null) response.headers.set(name, value);
    response.headers.delete(storedName);
  }
  response.headers.delete(FRESH_UNTIL_HEADER);
  return response;
}

/** Includes the version, because a new version of the site must not serve pages that load the old version's scripts. */
function createCacheKey(requestUrl: string, version: string): string {
  const url = toCacheKeyUrl(new URL(requestUrl));
  url.searchParams.set("version", version);
  return url.href;
}

/** Returns the page, from the cache if it can, or undefined if the path isn't rendered at request time. */
export async function renderWithCache(
  request: Request,
  context: WorkerContext | undefined,
  version: string,
  renderPage: () => Promise<Response | undefined>,
): Promise<Response | undefined> {
  if (findRequestTimeRenderer(new URL(request.url).pathname) === undefined) return undefined;
  if (request.method !== "GET") return renderPage();
  return respondWithCache(createCacheKey(request.url, version), context, renderPage);
}

/** Headers with which the functions would send a 304, which can't be kept. */
const CONDITIONAL_HEADERS = ["If-None-Match", "If-Modified-Since"] as const;

/**
 * Returns a read of the API or a picture, from the cache if it's the same for everyone. `read` gets the request without the conditions
 * under which a browser wants the answer; they are applied to the copy.
 */
export async function readWithCache(
  request: Request,
  target: URL,
  context: WorkerContext | undefined,
  read: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { method, headers } = request;
  if (method !== "GET" || PERSONAL_HEADERS.some((name) => headers.has(name))) return read(request);
  const unconditionalRequest = new Request(request);
  for (const name of CONDITIONAL_HEADERS) unconditionalRequest.headers.delete(name);
  const response = await respondWithCache(target.href, context, () => read(unconditionalRequest));
  const etag = response.headers.get("ETag");
  const isKnown = etag !== null && headers.get("If-None-Match")?.includes(etag) === true;
  return isKnown ? new Response(null, { status: 304, headers: response.headers }) : response;
}

/**
 * Keeps responses for as long as their headers allow CDNs to, because Cloudflare doesn't cache a Worker's responses on its
 * own, nor any JSON, and its cache doesn't serve a copy that is being refreshed. If the project is down, the copy is served
 * until it expires.
 */
async function respondWithCache<Result extends Response | undefined>(
  key: string,
  context: WorkerContext | undefined,
  respond: () => Promise<Result>,
): Promise<Result | Response> {
  const cache = (globalThis as { caches?: { default?: Cache } }).caches?.default;
  if (cache === undefined || context === undefined) return respond();
  const store = (response: Response | undefined): Promise<unknown> => {
    const copy = response && copyForCache(response);
    return copy ? cache.put(key, copy) : Promise.resolve();
  };
  const refresh = async () => {
    const response = await respond();
    return response && isGone(response) ? cache.delete(key) : store(response);
  };
  // The page must load even if the cache fails.
  const copy = await cache.match(key).catch(() => undefined);
  if (copy === undefined) {
    const response = await respond();
    context.waitUntil(store(response?.clone()).catch(() => undefined));
    return response;
  }
  const isStale = Date.now() >= Number(copy.headers.get(FRESH_UNTIL_HEADER));
  if (isStale) context.waitUntil(refresh().catch(() => undefined));
  return createResponseFromCopy(copy);
}

const TOO_MANY_REQUESTS_STATUS = 429;

/**
 * A response that CDNs may not keep means that the page no longer exists or has moved. After a 503, or for a visitor with too
 * many requests, the cache keeps the old copy.
 */
const isGone = (response: Response): boolean =>
  response.status < 500 &&
  response.status !== TOO_MANY_REQUESTS_STATUS &&
  findCopyTimes(response) === undefined;
