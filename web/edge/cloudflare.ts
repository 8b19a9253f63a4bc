import { renderRequestedPage, redirectToMeantPage, createSiteReader } from "./pages.ts";
import { readWithCache, renderWithCache, type WorkerContext } from "./page-cache.ts";
import { findCanonicalPagePath } from "./page-path.ts";
import {
  proxyToProject,
  getProjectTarget,
  findRule,
  createRulesReader,
  RULES_PROBLEM,
} from "./project.ts";
import {
  respondOrSendUnavailable,
  isReadRequest,
  createMethodNotAllowedResponse,
  createRedirectResponse,
  createUnavailableResponse,
} from "./responses.ts";
import type { RedirectMatch, RedirectRule } from "./rules.ts";

interface Assets {
  fetch(request: Request | URL): Promise<Response>;
}

interface Environment {
  readonly ASSETS: Assets;
  readonly EDGE_SECRET?: string;
  /** Identifies the deployed version (see wrangler.jsonc). */
  readonly VERSION?: { readonly id: string };
}

let readRules: ((url: URL) => Promise<RedirectRule[]>) | undefined;
let readSite: ReturnType<typeof createSiteReader> | undefined;

/**
 * The Cloudflare Worker. Cloudflare serves most static files without calling it (see wrangler.jsonc). The Worker
 * applies `_redirects` itself, because Cloudflare can't proxy, rewrite to a page that ends in .html, or set a 404 by
 * rule. Cloudflare applies `_headers` to the files.
 */
export default {
  fetch: (request: Request, environment: Environment, context?: WorkerContext): Promise<Response> =>
    respondOrSendUnavailable(request, () => handleRequest(request, environment, context)),
};

async function handleRequest(
  request: Request,
  { ASSETS, EDGE_SECRET, VERSION }: Environment,
  context: WorkerContext | undefined,
): Promise<Response> {
  const url = new URL(request.url);
  const readFile = (fileUrl: URL) => ASSETS.fetch(fileUrl);
  const getRules = (readRules ??= createRulesReader(readFile));
  const getSite = (readSite ??= createSiteReader(readFile));
  const address = request.headers.get("CF-Connecting-IP");
  const visit = { request, address, edgeSecret: EDGE_SECRET };
  const readers = { readRules: () => getRules(url), readSite: () => getSite(url) };
  const page = await renderWithCache(request, context, VERSION?.id ?? "", () =>
    renderRequestedPage(visit, readers),
  );
  if (page !== undefined) return page;
  const rules = await getRules(url).catch(() => undefined);
  if (rules === undefined) return createUnavailableResponse(RULES_PROBLEM);
  const match = findRule(rules, url);
  const target = getProjectTarget(match, url);
  if (target !== undefined) {
    const read = (sentRequest: Request) =>
      proxyToProject(target, { ...visit, request: sentRequest });
    return readWithCache(request, target, context, read);
  }
  if (!isReadRequest(request)) return createMethodNotAllowedResponse();
  const pagePath = findCanonicalPagePath(url.pathname);
  if (pagePath !== undefined) return createRedirectResponse(301, pagePath + url.search);
  const pageRule = match ?? NOT_FOUND_MATCH;
  const redirect = pageRule.status === 404 && (await redirectToMeantPage(visit, readers));
  return redirect || applyRule(request, url, pageRule, ASSETS);
}

const NOT_FOUND_MATCH: RedirectMatch = { to: "/404.html", status: 404 };

/** Sends a redirect, or serves the file that a rewrite names. */
async function applyRule(
  request: Request,
  url: URL,
  { to, status }: RedirectMatch,
  assets: Assets,
): Promise<Response> {
  if (status >= 300 && status < 400) return createRedirectResponse(status, `${to}${url.search}`);
  const fileUrl = new URL(to.replace(/\.html$/, ""), url);
  if (status === 200) return assets.fetch(new Request(fileUrl, request));
  // Leaves out the visitor's headers: a browser that knows the file's ETag would get a 304 instead of a 404.
  const file = await assets.fetch(new Request(fileUrl, { method: request.method }));
  if (file.status >= 500) return createUnavailableResponse(`${to} returned ${file.status}`);
  const headers = new Headers(file.headers);
  headers.delete("ETag");
  headers.set("Cache-Control", "no-store");
  return new Response(file.body, { status, headers });
}
