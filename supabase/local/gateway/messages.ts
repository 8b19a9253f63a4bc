import type { IncomingMessage, ServerResponse } from "node:http";

/** The largest upload is 10 MB; the remaining 2 MB leave room for its multipart form. */
export const MAX_BODY_BYTES = 12 * 1024 * 1024;

/** Headers for a single connection (RFC 9110 §7.6.1), which are never forwarded. */
const hopByHopHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

export function dropHopByHopHeaders(
  headers: NodeJS.Dict<string | string[]>,
): Record<string, string | string[]> {
  const listedHeaders = new Set(
    String(headers.connection ?? "")
      .split(",")
      .map((name) => name.trim().toLowerCase()),
  );
  const result: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHopHeaders.has(name) && !listedHeaders.has(name))
      result[name] = value;
  }
  return result;
}

/** Appends the peer to the caller's X-Forwarded-For, so that the last entry is the one we saw ourselves. */
export function appendPeer(forwardedFor: string | string[] | undefined, peer: string): string {
  const previousAddresses = Array.isArray(forwardedFor) ? forwardedFor.join(", ") : forwardedFor;
  const address = peer.replace(/^::ffff:/, "");
  return previousAddresses ? `${previousAddresses}, ${address}` : address;
}

export interface GatewayError {
  status: number;
  code: string;
  message: string;
}

export const refusals = {
  notFound: { status: 404, code: "not_found", message: "We couldn't find anything at this URL." },
  badRequest: { status: 400, code: "bad_request", message: "We couldn't read the request." },
  tooSlow: {
    status: 408,
    code: "body_too_slow",
    message: "The request took too long to arrive. Please try again.",
  },
  tooLarge: { status: 413, code: "payload_too_large", message: "The request is too large." },
  unavailable: {
    status: 503,
    code: "function_unavailable",
    message: "The service isn't available right now. Please try again in a moment.",
  },
  badGateway: {
    status: 502,
    code: "bad_gateway",
    message: "The service didn't respond properly. Please try again.",
  },
} satisfies Record<string, GatewayError>;

export function refuse(response: ServerResponse, refusal: GatewayError, requestId: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, code, message } = refusal;
  const body = JSON.stringify({ message, code, requestId });
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-request-id": requestId,
    ...(status === 503 ? { "retry-after": "2" } : {}),
    // Closes the connection instead of reading the rest of a refused upload.
    ...(status === 413 || status === 408 ? { connection: "close" } : {}),
  });
  response.end(body);
}

/** Even a slow phone needs less time than this to send a request body to the functions. */
const BODY_TIME_LIMIT_MS = 30_000;
/** File uploads may take as long as the server allows for any request. */
const FILE_TIME_LIMIT_MS = 180_000;

export const getBodyTimeLimitMs = (pathname: string): number =>
  pathname.startsWith("/storage/v1/") ? FILE_TIME_LIMIT_MS : BODY_TIME_LIMIT_MS;

/**
 * Returns whether the services could decode the path to something other than what we check: escaped letters, digits,
 * slashes or percent signs, empty segments, or invalid UTF-8. No Supabase client sends such paths.
 */
export function isAmbiguousPath(target: string, { pathname }: URL): boolean {
  if (!/^\/(?![/\\])/.test(target) || pathname.includes("//")) return true;
  try {
    decodeURIComponent(pathname);
  } catch {
    return true;
  }
  return (pathname.match(/%[\da-f]{2}/gi) ?? []).some((escape) =>
    /[\w.~\-/\\%\p{Cc}]/u.test(decodeURIComponent(keepAsciiEscape(escape))),
  );
}

/** Removes escapes of non-ASCII bytes, because these bytes are parts of a character and can only appear escaped. */
const keepAsciiEscape = (escape: string): string => (/^%[0-7]/.test(escape) ? escape : "");

export function declaresTooLargeBody(request: IncomingMessage): boolean {
  return Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES;
}
