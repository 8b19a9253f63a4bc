import { toCacheKeyUrl, requestTimeRenderer, unavailablePage } from "../prerender/request-time.ts";
import { BUILT_SITE_PATH, type BuiltSite } from "./built-site.ts";
import { proxyToProject, projectTarget, ruleFor, type EdgeVisit } from "./project.ts";
import { isRead, methodNotAllowedResponse, unavailableResponse } from "./responses.ts";
import { headersFor, parseHeaders, type HeaderRule, type RedirectRule } from "./rules.ts";
import { siteFileReader } from "./site-file.ts";

const READ_TIMEOUT_MS = 8000;

interface Site extends BuiltSite {
  readonly headerRules: HeaderRule[];
}

export const siteReader = (readFile: (url: URL) => Promise<Response>) =>
  siteFileReader(readFile, BUILT_SITE_PATH, (text): Site => {
    const builtSite = JSON.parse(text) as BuiltSite;
    return { ...builtSite, headerRules: parseHeaders(builtSite.headers) };
  });

/** Calls the API on behalf of the visitor, so that rate limits count the visitor, not the CDN. */
const createApiCaller =
  (visit: EdgeVisit, rules: RedirectRule[]) =>
  async (path: string): Promise<Response> => {
    const url = new URL(path, visit.request.url);
    const target = projectTarget(ruleFor(rules, url), url);
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
export async function pageFor(
  visit: EdgeVisit,
  readRules: () => Promise<RedirectRule[]>,
  readSite: () => Promise<Site>,
): Promise<Response | undefined> {
  const { request } = visit;
  const originalUrl = new URL(request.url);
  const url = toCacheKeyUrl(originalUrl);
  const render = requestTimeRenderer(url.pathname);
  if (render === undefined) return undefined;
  if (!isRead(request)) return methodNotAllowedResponse();
  const site = await readSite().catch(() => undefined);
  if (site === undefined) return unavailableResponse();
  const response = await readRules()
    .then((rules) => render({ originalUrl, url, callApi: createApiCaller(visit, rules), site }))
    .catch((error: unknown) => {
      // oxlint-disable-next-line no-console -- the CDN's log is its console
      console.error(`${url.pathname} could not be rendered: ${String(error)}`);
      return unavailablePage(site);
    });
  for (const [name, value] of headersFor(site.headerRules, url.pathname)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return request.method === "HEAD" ? new Response(null, response) : response;
}
