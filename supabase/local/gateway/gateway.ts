import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { DATA_CSP, SECURITY_HEADERS } from "../../functions/_shared/rules/security-headers.ts";
import { forwardToFunction } from "./function-proxy.ts";
import {
  getBodyTimeLimitMs,
  declaresTooLargeBody,
  isAmbiguousPath,
  refusals,
  refuse,
} from "./messages.ts";
import { getErrorMessage } from "../machine/problem.ts";
import { forwardToServices } from "./service-proxy.ts";

export interface GatewayOptions {
  fetchService: (request: Request) => Promise<Response>;
  /** Returns the port of a function's process, 0 while it isn't listening, or undefined if there is no such function. */
  getFunctionPort: (name: string) => number | undefined;
  baseUrl: string;
  log: (line: string) => void;
  /** Returns how long a request body may take to arrive, in milliseconds. */
  getBodyTimeLimitMs?: (pathname: string) => number;
}

/** Default security headers. Functions override them, because their pages need a different policy. */
const defaultHeaders = Object.entries({
  ...SECURITY_HEADERS,
  "Content-Security-Policy": DATA_CSP,
});

const servicePattern = /^\/(rest|auth|storage)\/v1(\/|$)/;

/**
 * Routes `/rest/v1`, `/auth/v1`, `/storage/v1` and `/functions/v1/<name>`. As on Supabase, a function gets its path
 * without `/functions/v1`, and the caller's IP address in a header.
 */
export function createGateway(options: GatewayOptions) {
  const { getBodyTimeLimitMs: getTimeLimitMs = getBodyTimeLimitMs } = options;
  return function handle(
    request: IncomingMessage,
    response: ServerResponse,
    target = request.url ?? "/",
    peer = request.socket.remoteAddress ?? "unknown",
  ): void {
    const requestId = randomUUID();
    for (const [name, value] of defaultHeaders) response.setHeader(name, value);
    const url = URL.parse(target, options.baseUrl);
    if (!url) return refuse(response, refusals.badRequest, requestId);
    if (isAmbiguousPath(target, url)) {
      // Our API's documentation promises a 404 for a bad path.
      const isForFunctions = url.pathname.startsWith("/functions/v1/");
      const { notFound, badRequest } = refusals;
      return refuse(response, isForFunctions ? notFound : badRequest, requestId);
    }
    const bodyTimeLimitMs = getTimeLimitMs(url.pathname);
    if (declaresTooLargeBody(request)) return refuse(response, refusals.tooLarge, requestId);
    const name = /^\/functions\/v1\/([a-z0-9-]+)(\/|$)/.exec(url.pathname)?.[1];
    if (name !== undefined) {
      const port = options.getFunctionPort(name);
      if (port === undefined) return refuse(response, refusals.notFound, requestId);
      if (port === 0) return refuse(response, refusals.unavailable, requestId);
      const path = url.pathname.slice("/functions/v1".length) + url.search;
      return forwardToFunction(request, response, { port, path, requestId, peer, bodyTimeLimitMs });
    }
    if (!servicePattern.test(url.pathname)) return refuse(response, refusals.notFound, requestId);
    const { fetchService } = options;
    const forwardOptions = { requestId, peer, fetchService, bodyTimeLimitMs };
    forwardToServices(request, response, url, forwardOptions).catch((error: unknown) => {
      options.log(`${requestId} ${url.pathname}: ${getErrorMessage(error)}`);
      refuse(response, refusals.unavailable, requestId);
    });
  };
}
