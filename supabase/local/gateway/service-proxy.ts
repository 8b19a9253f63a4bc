import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { PROJECT_EDGE_HEADER } from "../../functions/_shared/rules/visitor-address.ts";
import {
  MAX_BODY_BYTES,
  type GatewayError,
  refusals,
  refuse,
  dropHopByHopHeaders,
} from "./messages.ts";
import { createPreflightResponse, allowEveryOrigin } from "./service-cors.ts";
import { isSqlState } from "../services/rest-errors.ts";
import { bridgeRequest, bridgeResponse } from "./storage-bridges.ts";
import { createTaskQueue, isStorageWrite } from "./task-queue.ts";

const enqueue = createTaskQueue();

/** Reads the whole body within the limits. The services buffer bodies anyway, so nothing is streamed. */
function readBody(request: IncomingMessage, timeLimitMs: number): Promise<Buffer | GatewayError> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (outcome: Buffer | GatewayError) => {
      clearTimeout(bodyTimer);
      resolve(outcome);
    };
    const bodyTimer = setTimeout(() => settle(refusals.tooSlow), timeLimitMs);
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) settle(refusals.tooLarge);
      else chunks.push(chunk);
    });
    request.on("end", () => settle(Buffer.concat(chunks)));
    request.on("error", (error) => {
      clearTimeout(bodyTimer);
      reject(error);
    });
  });
}

function toHeaders(request: IncomingMessage, peer: string): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(dropHopByHopHeaders(request.headers))) {
    headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  headers.set(PROJECT_EDGE_HEADER, peer.replace(/^::ffff:/, ""));
  return headers;
}

async function sendServiceResponse(
  response: ServerResponse,
  serviceResponse: Response,
): Promise<void> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of serviceResponse.headers) headers[name] = value;
  const cookies = serviceResponse.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  response.writeHead(serviceResponse.status, headers);
  if (!serviceResponse.body) {
    response.end();
    return;
  }
  Readable.fromWeb(serviceResponse.body as NodeReadableStream).pipe(response);
}

/** Returns whether a 500 is PostgREST's response to a database error, such as a lock timeout or deadlock. */
async function isDatabaseError(serviceResponse: Response): Promise<boolean> {
  const body: unknown = await serviceResponse
    .clone()
    .json()
    .catch(() => undefined);
  const code = typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
  return typeof code === "string" && isSqlState(code);
}

interface ForwardedRequest {
  readonly requestId: string;
  /** IP address of the client that opened the connection. */
  readonly peer: string;
  readonly fetchService: (request: Request) => Promise<Response>;
  readonly bodyTimeLimitMs: number;
}

/** Handles /rest/v1, /auth/v1 and /storage/v1 with the services in this process. */
export async function forwardToServices(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  { requestId, peer, fetchService, bodyTimeLimitMs }: ForwardedRequest,
): Promise<void> {
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const body = hasBody ? await readBody(request, bodyTimeLimitMs) : undefined;
  if (body !== undefined && !Buffer.isBuffer(body)) return refuse(response, body, requestId);
  const plainRequest = new Request(url, {
    method: request.method,
    headers: toHeaders(request, peer),
    body: body && body.length > 0 ? new Uint8Array(body) : undefined,
  });
  const preflight = createPreflightResponse(plainRequest);
  if (preflight !== undefined) return sendServiceResponse(response, preflight);
  const bridgedRequest = await bridgeRequest(plainRequest);
  const fetchResponse = () => fetchService(bridgedRequest);
  const serviceResponse = await (isStorageWrite(bridgedRequest)
    ? enqueue(fetchResponse)
    : fetchResponse());
  // The services return 500 while the database is down, which would make supabase-js end the session. Send 503 instead.
  if (serviceResponse.status === 500 && !(await isDatabaseError(serviceResponse))) {
    return refuse(response, refusals.unavailable, requestId);
  }
  await sendServiceResponse(
    response,
    allowEveryOrigin(await bridgeResponse(bridgedRequest, serviceResponse)),
  );
}
