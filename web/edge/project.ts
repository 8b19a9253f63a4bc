import { isForwardedHeader } from "../../supabase/functions/_shared/rules/forwarded-headers.ts";
import {
  EDGE_SECRET_HEADER,
  VISITOR_ADDRESS_HEADER,
} from "../../supabase/functions/_shared/rules/visitor-address.ts";
import {
  DATA_CSP,
  SECURITY_HEADERS,
} from "../../supabase/functions/_shared/rules/security-headers.ts";
import { isReadRequest, createUnavailableResponse } from "./responses.ts";
import { createSiteFileReader } from "./site-file.ts";
import {
  parseRedirects,
  type RedirectMatch,
  findRedirect,
  type RedirectRule,
  addQueryString,
} from "./rules.ts";

/**
 * The visitor's request and address, and the secret that proves the request came through the
 * CDN.
 */
export interface EdgeVisit {
  readonly request: Request;
  readonly address: string | null | undefined;
  readonly edgeSecret: string | undefined;
}

/** The build's filled-in copy of `web/public/_redirects`. */
export const RULES_PATH = "/edge-rules.txt";

export const createRulesReader = (readFile: (url: URL) => Promise<Response>) =>
  createSiteFileReader(readFile, RULES_PATH, parseRedirects);

/** Returns the target URL if the rule proxies to the Supabase project. */
export function getProjectTarget(match: RedirectMatch | undefined, url: URL): URL | undefined {
  if (match?.status !== 200 || !/^https?:/.test(match.to)) return undefined;
  return new URL(addQueryString(match.to, url.search));
}

export const findRule = (rules: RedirectRule[], url: URL): RedirectMatch | undefined =>
  findRedirect(rules, url.pathname);

/** Reads have a shorter time limit than writes and exports, which may take longer to start responding. */
const READ_TIMEOUT_MS = 20_000;
const WRITE_TIMEOUT_MS = 30_000;

const getTimeLimitMs = (request: Request, { pathname }: URL): number =>
  isReadRequest(request) && !pathname.endsWith("/export") ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS;

/**
 * Returns the first of several secrets separated by commas. The functions accept all of them, but the CDN sends only
 * the newest.
 */
const getNewestSecret = (secrets: string): string => secrets.split(",", 1).join("").trim();

/**
 * Proxies a request to the Supabase project, with the headers that it needs. Only the functions receive the secret and
 * the visitor's address.
 */
export async function proxyToProject(target: URL, visit: EdgeVisit): Promise<Response> {
  const { request, address, edgeSecret } = visit;
  const headers = new Headers([...request.headers].filter(([name]) => isForwardedHeader(name)));
  if (target.pathname.startsWith("/functions/v1/") && edgeSecret && address) {
    headers.set(EDGE_SECRET_HEADER, getNewestSecret(edgeSecret));
    headers.set(VISITOR_ADDRESS_HEADER, address);
  }
  const projectRequest = new Request(new Request(target, request), { headers, redirect: "manual" });
  const timeoutController = new AbortController();
  const timer = setTimeout(() => timeoutController.abort(), getTimeLimitMs(request, target));
  const signal = AbortSignal.any([projectRequest.signal, timeoutController.signal]);
  const response = await fetch(projectRequest, { signal }).catch(() => undefined);
  clearTimeout(timer);
  if (response !== undefined) return toSiteResponse(response, target);
  return createUnavailableResponse(timeoutController.signal.aborted ? TIMEOUT_MESSAGE : undefined);
}

const TIMEOUT_MESSAGE = "The service took too long to answer. Please try again in a moment.";

/**
 * Turns Storage's 400 for a missing picture into a 404, drops Supabase's cookies and adds our
 * security headers.
 */
function toSiteResponse(response: Response, target: URL): Response {
  const isMissing = response.status === 400 && target.pathname.startsWith("/storage/v1/");
  const siteResponse = new Response(response.body, {
    status: isMissing ? 404 : response.status,
    statusText: isMissing ? "Not Found" : response.statusText,
    headers: response.headers,
  });
  siteResponse.headers.delete("set-cookie");
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    siteResponse.headers.set(name, value);
  if (!siteResponse.headers.has("Content-Security-Policy")) {
    siteResponse.headers.set("Content-Security-Policy", DATA_CSP);
  }
  return siteResponse;
}
