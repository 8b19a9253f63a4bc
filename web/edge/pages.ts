import {
  toCacheKeyUrl,
  findRequestTimeRenderer,
  createUnavailablePage,
} from "../prerender/request-time.ts";
import { BUILT_SITE_PATH, type BuiltSite, createSiteFileReader } from "./built-site.ts";
import { proxyToProject, getProjectTarget, findRule, type EdgeVisit } from "./project.ts";
import { findMeantPagePath } from "./page-path.ts";
import {
  isReadRequest,
  createMethodNotAllowedResponse,
  createRedirectResponse,
  createUnavailableResponse,
} from "./responses.ts";
import { collectHeaders, parseHeaders, type HeaderRule, type RedirectRule } from "./rules.ts";

const READ_TIMEOUT_MS = 8000;

interface Site extends BuiltSite {
  readonly headerRules: HeaderRule[];
}

export const createSiteReader = (readFile: (url: URL) => Promise<Response>) =>
  createSiteFileReader(readFile, BUILT_SITE_PATH, (text): Site => {
    const builtSite = JSON.parse(text) as BuiltSite;
    return { ...builtSite, headerRules: parseHeaders(builtSite.headers) };
  });

/** Calls the API on behalf of the visitor, so that rate limits count the visitor, not the CDN. */
const createApiCaller =
  (visit: EdgeVisit, rules: RedirectRule[]) =>
  async (path: string): Promise<Response> => {
    const url = new URL(path, visit.request.url);
    const target = getProjectTarget(findRule(rules, url), url);
    if (target === undefined)
      throw new Error(`No rewrite rule sends ${url.pathname} to the project.`);
    const request = new Request(url, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(READ_TIMEOUT_MS),
    });
    return proxyToProject(target, { ...visit, request });
  };

interface SiteReaders {
  readonly readRules: () => Promise<RedirectRule[]>;
  readonly readSite: () => Promise<Site>;
}

/**
 * Renders a page at request time, with the site's headers. Returns undefined for static files and
 * proxied paths.
 */
export async function renderRequestedPage(
  visit: EdgeVisit,
  readers: SiteReaders,
): Promise<Response | undefined> {
  const page = await renderPage(visit, readers);
  return page?.status === 404 ? ((await redirectToMeantPage(visit, readers)) ?? page) : page;
}

/**
 * Redirects a path that no page has to the page that was meant (see `findMeantPagePath`), if there is one. A post's page
 * is rendered to see whether the post exists.
 */
export async function redirectToMeantPage(
  visit: EdgeVisit,
  readers: SiteReaders,
): Promise<Response | undefined> {
  const url = new URL(visit.request.url);
  const path = findMeantPagePath(url.pathname);
  if (path === undefined) return undefined;
  const meantUrl = new URL(url);
  meantUrl.pathname = path;
  const request = new Request(meantUrl, { method: visit.request.method });
  const page = await renderPage({ ...visit, request }, readers);
  // The post has another title by now, or nobody can tell at the moment whether it exists.
  if (page && (page.status === 301 || page.status >= 500)) return page;
  return page === undefined || page.status === 200
    ? createRedirectResponse(301, path + url.search)
    : undefined;
}

async function renderPage(
  visit: EdgeVisit,
  { readRules, readSite }: SiteReaders,
): Promise<Response | undefined> {
  const { request } = visit;
  const originalUrl = new URL(request.url);
  const url = toCacheKeyUrl(originalUrl);
  const render = findRequestTimeRenderer(url.pathname);
  if (render === undefined) return undefined;
  if (!isReadRequest(request)) return createMethodNotAllowedResponse();
  const site = await readSite().catch(() => undefined);
  if (site === undefined) return createUnavailableResponse(`${BUILT_SITE_PATH} can't be read`);
  const response = await readRules()
    .then((rules) => render({ originalUrl, url, callApi: createApiCaller(visit, rules), site }))
    .catch((error: unknown) => {
      // oxlint-disable-next-line no-console -- the CDN logs console output
      console.error(`${url.pathname} could not be rendered: ${String(error)}`);
      return createUnavailablePage(site);
    });
  for (const [name, value] of collectHeaders(site.headerRules, url.pathname)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return request.method === "HEAD" ? new Response(null, response) : response;
}
