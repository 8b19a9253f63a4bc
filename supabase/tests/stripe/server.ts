import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { StripeApiError, createInvalidRequestError } from "./api-error.ts";
import type { StripeFault, StripeFaults } from "./faults.ts";
import { type Params, parseForm, getTextParameter, getTextListParameter } from "./forms.ts";
import { requireParameters, requireKnownParameters } from "./parameters.ts";
import { operations } from "./routes.ts";
import { createRandomText, renderObject, type AccountDouble } from "./account.ts";

/** A request that the double received, for tests that count requests. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly version: string | undefined;
  readonly idempotencyKey: string | undefined;
  status: number;
}

export interface DoubleContext {
  readonly accounts: { readonly live: AccountDouble; readonly test: AccountDouble };
  readonly faults: StripeFaults;
  readonly seen: ReceivedRequest[];
  readonly responsesByKey: Map<
    string,
    { readonly requestText: string; readonly status: number; readonly body: string }
  >;
  /** Runs a command from a test in another process. */
  readonly control: (name: string, args: unknown[]) => Promise<unknown>;
}

interface ParsedRequest {
  readonly method: string;
  readonly path: string;
  readonly text: string;
  readonly params: Params;
  readonly account: AccountDouble;
  readonly hasPublishableKey: boolean;
  readonly idempotencyKey: string | undefined;
}

export const createServer = (context: DoubleContext): http.Server =>
  http.createServer((request, response) => {
    respond(context, request, response).catch((error: unknown) => {
      send(response, 500, { error: { type: "api_error", message: String(error) } });
    });
  });

async function respond(context: DoubleContext, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? "/", "http://stripe.local");
  const method = request.method ?? "GET";
  const body = await text(request);
  if (method === "OPTIONS") return send(response, 204, undefined);
  if (url.pathname.startsWith("/_test/")) {
    const args = body === "" ? [] : (JSON.parse(body) as unknown[]);
    return send(response, 200, await context.control(url.pathname.slice(7), args));
  }
  const parameterText =
    method === "GET" || method === "DELETE" ? url.search.slice(1) || body : body;
  const headers = request.headers;
  const receivedRequest: ReceivedRequest = {
    method,
    path: url.pathname,
    body: parameterText,
    version: headers["stripe-version"] as string | undefined,
    idempotencyKey: headers["idempotency-key"] as string | undefined,
    status: 0,
  };
  context.seen.push(receivedRequest);
  const activeFault = context.faults.takeFault(`${method} ${url.pathname}`);
  const fault = activeFault?.kind;
  if (activeFault !== undefined && fault === "refused") {
    const { status, ...error } = activeFault.refusal;
    receivedRequest.status = status;
    return send(response, status, { error: { type: "invalid_request_error", ...error } });
  }
  if (fault === "reset") return request.socket.destroy();
  if (fault === "error" || fault === "busy") {
    receivedRequest.status = fault === "busy" ? 429 : 500;
    return send(response, receivedRequest.status, failureBodies[fault]);
  }
  const result = runOnce(context, headers.authorization, receivedRequest);
  receivedRequest.status = result.status;
  if (fault === "lost") return request.socket.destroy();
  if (fault === "silent") return undefined;
  return send(response, result.status, result.body);
}

const failureBodies: Readonly<Record<Extract<StripeFault["kind"], "error" | "busy">, unknown>> = {
  error: { error: { type: "api_error", message: "An unknown error occurred" } },
  busy: { error: { type: "rate_limit_error", code: "rate_limit", message: "Too many requests" } },
};

function runOnce(
  context: DoubleContext,
  authorization: string | undefined,
  receivedRequest: ReceivedRequest,
) {
  try {
    const parsedRequest = parseRequest(context, authorization, receivedRequest);
    const { idempotencyKey: key, method, path, text } = parsedRequest;
    const idempotencyKey =
      key === undefined || method === "GET" ? undefined : `${parsedRequest.account.isLive} ${key}`;
    const earlierResponse =
      idempotencyKey === undefined ? undefined : context.responsesByKey.get(idempotencyKey);
    const requestText = `${method} ${path} ${text}`;
    if (earlierResponse !== undefined && earlierResponse.requestText !== requestText)
      throw createIdempotencyError(key);
    if (earlierResponse !== undefined)
      return { status: earlierResponse.status, body: JSON.parse(earlierResponse.body) as unknown };
    const result = runOperation(parsedRequest);
    // The key of a rejected request can be used again with other parameters.
    if (idempotencyKey !== undefined && result.status !== 400) {
      const { status, body } = result;
      context.responsesByKey.set(idempotencyKey, {
        requestText,
        status,
        body: JSON.stringify(body),
      });
    }
    return result;
  } catch (error) {
    if (error instanceof StripeApiError) return { status: error.status, body: error.body };
    throw error;
  }
}

const createIdempotencyError = (key: string | undefined) =>
  new StripeApiError(
    400,
    "idempotency_error",
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  );

function parseRequest(
  context: DoubleContext,
  authorization: string | undefined,
  receivedRequest: ReceivedRequest,
): ParsedRequest {
  const params = parseForm(receivedRequest.body);
  const key =
    /^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? getTextParameter(params, "key") ?? "";
  const [, kind, mode] = /^(sk|rk|pk)_(test|live)_double$/.exec(key) ?? [];
  if (mode === undefined) {
    throw new StripeApiError(401, "invalid_request_error", "Invalid API Key provided: ****");
  }
  const { method, path, body: text, idempotencyKey } = receivedRequest;
  const account = context.accounts[mode as "live" | "test"];
  return { method, path, text, params, account, hasPublishableKey: kind === "pk", idempotencyKey };
}

function runOperation({ method, path, params, account, hasPublishableKey }: ParsedRequest) {
  const operation = operations.find(
    (candidate) => candidate.method === method && candidate.path.test(path),
  );
  if (operation === undefined) {
    throw new StripeApiError(
      404,
      "invalid_request_error",
      `Unrecognized request URL (${method}: ${path}).`,
    );
  }
  if (
    hasPublishableKey &&
    !(operation.allowsPublishableKey && getTextParameter(params, "client_secret") !== undefined)
  ) {
    throw new StripeApiError(
      401,
      "invalid_request_error",
      "This API call cannot be made with a publishable API key.",
    );
  }
  requireKnownParameters(params, operation.parameters);
  requireParameters(params, ...operation.requiredParameters);
  if (getTextListParameter(params, "expand").some((path) => path.split(".").length > 4)) {
    throw createInvalidRequestError("You cannot expand more than 4 levels of a property.");
  }
  const object = operation.run(account, params, operation.path.exec(path)?.[1] ?? "");
  return {
    status: 200,
    body: renderObject(account, object, getTextListParameter(params, "expand")),
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    "Access-Control-Allow-Headers": "*, Authorization",
    "Access-Control-Allow-Methods": "GET, POST, DELETE",
    "Access-Control-Allow-Origin": "*",
    "Content-Type": "application/json",
    "Request-Id": `req_${createRandomText(14)}`,
  });
  response.end(body === undefined ? "" : JSON.stringify(body));
}
