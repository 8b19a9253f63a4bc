import type { IncomingMessage, ServerResponse } from "node:http";
import {
  EDGE_SECRET_HEADER,
  VISITOR_ADDRESS_HEADER,
} from "../../functions/_shared/rules/visitor-address.ts";
import type { createGateway } from "../gateway/gateway.ts";

/** The CDN's own address, as the project sees it: one for all visitors. From a range that nobody has. */
const CDN_ADDRESS = "192.0.2.1";

/** What web/edge does on the way to the project: it says who the visitor is, and to the functions proves who says so. */
export const asCdn =
  (handle: ReturnType<typeof createGateway>, edgeSecret: string) =>
  (request: IncomingMessage, response: ServerResponse, target: string): void => {
    const isForFunctions = target.startsWith("/functions/v1/");
    request.headers[EDGE_SECRET_HEADER] = isForFunctions ? edgeSecret : undefined;
    request.headers[VISITOR_ADDRESS_HEADER] = request.socket.remoteAddress ?? "unknown";
    handle(request, response, target, CDN_ADDRESS);
  };
