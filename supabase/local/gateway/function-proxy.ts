import { PROJECT_EDGE_HEADER } from "../../functions/_shared/rules/visitor-address.ts";
import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import {
  appendPeer,
  maxBodyBytes,
  refusals,
  refuse,
  dropHopByHopHeaders,
  type GatewayRefusal,
} from "./messages.ts";

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
/** Hosted functions are cut off after 150 seconds without a response. */
const answerTimeoutMs = 150_000;

function refusalFor(error: NodeJS.ErrnoException): GatewayRefusal {
  return error.code === "ECONNREFUSED" ? refusals.unavailable : refusals.badGateway;
}

interface Forwarded {
  readonly port: number;
  readonly path: string;
  readonly requestId: string;
  readonly peer: string;
  readonly bodyWithinMs: number;
}

/** Forwards a request to a function's process, streaming in both directions. */
export function forwardToFunction(
  request: IncomingMessage,
  response: ServerResponse,
  forwarded: Forwarded,
): void {
  const { requestId, bodyWithinMs } = forwarded;
  const onward = openOnward(request, forwarded);
  let receivedBytes = 0;
  let isRefused = false;
  let hasResponded = false;
  const fail = (refusal: GatewayRefusal) => {
    isRefused = true;
    refuse(response, refusal, requestId);
    onward.destroy();
  };
  request.on("data", (chunk: Buffer) => {
    receivedBytes += chunk.length;
    if (receivedBytes > maxBodyBytes && !isRefused) fail(refusals.tooLarge);
  });
  // The limit also applies after an early response, so that we don't wait forever for the rest of the request.
  const bodyTimer = setTimeout(() => fail(refusals.tooSlow), bodyWithinMs);
  for (const end of ["end", "close"]) request.on(end, () => clearTimeout(bodyTimer));
  onward.on("timeout", () => fail(refusals.badGateway));
  onward.on("error", (error) => {
    if (!isRefused && !hasResponded) fail(refusalFor(error));
  });
  onward.on("response", (answer) => {
    hasResponded = true;
    answer.on("error", () => response.destroy());
    if (request.complete) {
      response.writeHead(answer.statusCode ?? 502, dropHopByHopHeaders(answer.headers));
      answer.pipe(response);
    } else sendEarly(answer, request, response, onward);
  });
  response.on("close", () => {
    if (!response.writableFinished) onward.destroy();
  });
  request.pipe(onward);
}

function openOnward(
  request: IncomingMessage,
  { port, path, requestId, peer }: Forwarded,
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
    timeout: answerTimeoutMs,
  });
}

/**
 * Sends an early response, such as a 413: drains the rest of the request, because closing with unread data would lose
 * the response, then closes the connection.
 */
function sendEarly(
  answer: IncomingMessage,
  request: IncomingMessage,
  response: ServerResponse,
  onward: ClientRequest,
): void {
  request.unpipe(onward);
  request.resume();
  response.setHeader("connection", "close");
  response.writeHead(answer.statusCode ?? 502, dropHopByHopHeaders(answer.headers));
  answer.pipe(response, { end: false });
  void Promise.all([finished(answer), finished(request)]).then(
    () => response.end(),
    () => response.destroy(),
  );
}
