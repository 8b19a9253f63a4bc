import { isForwardedHeader } from "../../supabase/functions/_shared/rules/forwarded-headers.ts";
import {
  EDGE_SECRET_HEADER,
  VISITOR_ADDRESS_HEADER,
} from "../../supabase/functions/_shared/rules/visitor-address.ts";
import {
  DATA_CSP,
  SECURITY_HEADERS,
} from "../../supabase/functions/_shared/rules/security-headers.ts";
import {
  isApiError,
  isStorageError,
  parseOwnError,
} from "../../supabase/functions/_shared/rules/own-errors.ts";
import { createSiteFileReader } from "./built-site.ts";
import { isReadRequest, createUnavailableResponse } from "./responses.ts";
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

export const RULES_PROBLEM = `${RULES_PATH} can't be read`;

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
  // Leaves out the rest of the path, because it can contain the secret of a calendar link.
  const call = `${request.method} ${target.pathname.split("/", 4).join("/")}`;
  if (response !== undefined) {
    const body = await readIfIntercepted(response, request, target);
    if (body === undefined) return toSiteResponse(response, target);
    return createUnavailableResponse(`${call} returned ${response.status}: ${body.slice(0, 300)}`);
  }
  const isTooSlow = timeoutController.signal.aborted;
  return createUnavailableResponse(
    `${call} ${isTooSlow ? "took too long" : "failed"}`,
    isTooSlow ? TIMEOUT_MESSAGE : undefined,
  );
}

const TIMEOUT_MESSAGE = "The service took too long to answer. Please try again in a moment.";

const isFromStorage = ({ pathname }: URL): boolean => pathname.startsWith("/storage/v1/");

/**
 * Returns the body of an error that the functions or Storage didn't send themselves, for example one of Supabase's
 * gateway when the project is over its quota. Visitors get a 503 instead, because a calendar app or a search engine
 * would take a 404 to mean that there is nothing.
 */
async function readIfIntercepted(
  response: Response,
  { method }: Request,
  target: URL,
): Promise<string | undefined> {
  // A HEAD response has no body to tell by, and Storage has errors of another form for methods that pictures don't have.
  const isJudged = isFromStorage(target) ? method === "GET" : method !== "HEAD";
  // A gateway's 400 means that the URL is malformed, so it isn't an outage.
  if (response.status <= 400 || !isJudged) return undefined;
  const isOwnError = isFromStorage(target) ? isStorageError : isApiError;
  const text = await response.clone().text();
  return parseOwnError(text, isOwnError) ? undefined : text;
}

/**
 * Turns Storage's 400 for a missing picture into a 404, drops Supabase's cookies and adds our
 * security headers.
 */
function toSiteResponse(response: Response, target: URL): Response {
  const isMissing = response.status === 400 && isFromStorage(target);
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
