import type { IncomingMessage, ServerResponse } from "node:http";
import { isForwardedHeader } from "../../functions/_shared/rules/forwarded-headers.ts";
import {
  EDGE_SECRET_HEADER,
  VISITOR_ADDRESS_HEADER,
} from "../../functions/_shared/rules/visitor-address.ts";
import type { createGateway } from "../gateway/gateway.ts";

/** The CDN's IP address as the project sees it, for all visitors. It is in a range reserved for documentation. */
const CDN_ADDRESS = "192.0.2.1";

/** Headers of the connection, which Node.js needs. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "host",
  "transfer-encoding",
]);

/**
 * Forwards requests like web/edge: with the headers that the project needs, the visitor's IP address and, for the
 * functions, the CDN's secret.
 */
export const wrapAsCdn =
  (handle: ReturnType<typeof createGateway>, edgeSecret: string) =>
  (request: IncomingMessage, response: ServerResponse, target: string): void => {
    for (const name of Object.keys(request.headers)) {
      if (!isForwardedHeader(name) && !CONNECTION_HEADERS.has(name)) {
        delete request.headers[name];
      }
    }
    const isForFunctions = target.startsWith("/functions/v1/");
    request.headers[EDGE_SECRET_HEADER] = isForFunctions ? edgeSecret : undefined;
    request.headers[VISITOR_ADDRESS_HEADER] = request.socket.remoteAddress ?? "unknown";
    handle(request, response, target, CDN_ADDRESS);
  };
