import { PROJECT_EDGE_HEADER } from "../../functions/_shared/rules/visitor-address.ts";
import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import {
  appendPeer,
  MAX_BODY_BYTES,
  refusals,
  refuse,
  dropHopByHopHeaders,
  type GatewayError,
} from "./messages.ts";

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
/** Hosted functions are cut off after 150 seconds without a response. */
const FUNCTION_TIMEOUT_MS = 150_000;

function toGatewayError(error: NodeJS.ErrnoException): GatewayError {
  return error.code === "ECONNREFUSED" ? refusals.unavailable : refusals.badGateway;
}

interface ForwardedRequest {
  readonly port: number;
  readonly path: string;
  readonly requestId: string;
  readonly peer: string;
  readonly bodyTimeLimitMs: number;
}

/** Forwards a request to a function's process, streaming in both directions. */
export function forwardToFunction(
  request: IncomingMessage,
  response: ServerResponse,
  forwardedRequest: ForwardedRequest,
): void {
  const { requestId, bodyTimeLimitMs } = forwardedRequest;
  const functionRequest = openFunctionRequest(request, forwardedRequest);
  let receivedBytes = 0;
  let isRefused = false;
  let hasResponded = false;
  const fail = (refusal: GatewayError) => {
    isRefused = true;
    refuse(response, refusal, requestId);
    functionRequest.destroy();
  };
  request.on("data", (chunk: Buffer) => {
    receivedBytes += chunk.length;
    if (receivedBytes > MAX_BODY_BYTES && !isRefused) fail(refusals.tooLarge);
  });
  // The limit also applies after an early response, so that we don't wait forever for the rest of the request.
  const bodyTimer = setTimeout(() => fail(refusals.tooSlow), bodyTimeLimitMs);
  for (const eventName of ["end", "close"]) request.on(eventName, () => clearTimeout(bodyTimer));
  functionRequest.on("timeout", () => fail(refusals.badGateway));
  functionRequest.on("error", (error) => {
    if (!isRefused && !hasResponded) fail(toGatewayError(error));
  });
  functionRequest.on("response", (functionResponse) => {
    hasResponded = true;
    functionResponse.on("error", () => response.destroy());
    if (request.complete) {
      response.writeHead(
        functionResponse.statusCode ?? 502,
        dropHopByHopHeaders(functionResponse.headers),
      );
      functionResponse.pipe(response);
    } else sendEarlyResponse(functionResponse, request, response, functionRequest);
  });
  response.on("close", () => {
    if (!response.writableFinished) functionRequest.destroy();
  });
  request.pipe(functionRequest);
}

function openFunctionRequest(
  request: IncomingMessage,
  { port, path, requestId, peer }: ForwardedRequest,
): ClientRequest {
  return http.request({
    host: "127.0.0.1",
    port,
    method: request.method,
    path,
    headers: {
      ...dropHopByHopHeaders(request.headers),
      "x-forwarded-for": appendPeer(request.headers["x-forwarded-for"], peer),
      [PROJECT_EDGE_HEADER]: peer,
      "x-request-id": requestId,
    },
    agent,
    timeout: FUNCTION_TIMEOUT_MS,
  });
}

/**
 * Sends an early response, such as a 413. Then drains the rest of the request, because closing a connection with unread
 * data would lose the response, and closes the connection.
 */
function sendEarlyResponse(
  functionResponse: IncomingMessage,
  request: IncomingMessage,
  response: ServerResponse,
  functionRequest: ClientRequest,
): void {
  request.unpipe(functionRequest);
  request.resume();
  response.setHeader("connection", "close");
  response.writeHead(
    functionResponse.statusCode ?? 502,
    dropHopByHopHeaders(functionResponse.headers),
  );
  functionResponse.pipe(response, { end: false });
  void Promise.all([finished(functionResponse), finished(request)]).then(
    () => response.end(),
    () => response.destroy(),
  );
}
