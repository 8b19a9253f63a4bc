import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

/** The largest upload is 10 MB; the rest is room for the form around it. */
export const maxBodyBytes = 12 * 1024 * 1024;

/** Meant for one connection only (RFC 9110 §7.6.1), so never passed on. */
const hopByHop = new Set([
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

export function withoutHopByHop(
  headers: NodeJS.Dict<string | string[]>,
): Record<string, string | string[]> {
  const named = new Set(
    String(headers.connection ?? "")
      .split(",")
      .map((name) => name.trim().toLowerCase()),
  );
  const result: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHop.has(name) && !named.has(name)) result[name] = value;
  }
  return result;
}

/** The caller's own list is kept, but the last entry is what we saw ourselves. */
export function appendPeer(forwardedFor: string | string[] | undefined, peer: string): string {
  const earlier = Array.isArray(forwardedFor) ? forwardedFor.join(", ") : forwardedFor;
  const address = peer.replace(/^::ffff:/, "");
  return earlier ? `${earlier}, ${address}` : address;
}

export interface Refusal {
  status: number;
  code: string;
  message: string;
}

export const refusals = {
  notFound: { status: 404, code: "not_found", message: "There is nothing at this address." },
  badRequest: { status: 400, code: "bad_request", message: "The request could not be read." },
  tooLarge: { status: 413, code: "payload_too_large", message: "The request is too large." },
  unavailable: {
    status: 503,
    code: "function_unavailable",
    message: "The service is not available right now. Please try again in a moment.",
  },
  badGateway: {
    status: 502,
    code: "bad_gateway",
    message: "The service did not answer properly. Please try again.",
  },
} satisfies Record<string, Refusal>;

export function refuse(response: ServerResponse, refusal: Refusal, requestId: string): void {
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
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    ...(status === 503 ? { "retry-after": "2" } : {}),
    // What is left of a refused upload is not worth reading.
    ...(status === 413 ? { connection: "close" } : {}),
  });
  response.end(body);
}

export function newRequestId(): string {
  return randomUUID();
}

export function declaresTooMuch(request: IncomingMessage): boolean {
  return Number(request.headers["content-length"] ?? 0) > maxBodyBytes;
}
