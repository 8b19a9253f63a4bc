import {
  toCacheKeyUrl,
  findRequestTimeRenderer,
  createUnavailablePage,
} from "../prerender/request-time.ts";
import { BUILT_SITE_PATH, type BuiltSite, createSiteFileReader } from "./built-site.ts";
import { proxyToProject, getProjectTarget, findRule, type EdgeVisit } from "./project.ts";
import {
  isReadRequest,
  createMethodNotAllowedResponse,
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

/**
 * Renders a page at request time, with the site's headers. Returns undefined for static files and
 * proxied paths.
 */
export async function renderRequestedPage(
  visit: EdgeVisit,
  readRules: () => Promise<RedirectRule[]>,
  readSite: () => Promise<Site>,
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
