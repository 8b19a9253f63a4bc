import { expect, onTestFinished, vi } from "vitest";
import { catalog, type EndpointKey } from "#contracts/catalog.ts";
import type { EndpointDefinition } from "#contracts/endpoint.ts";
import { COUNT_MAX } from "#contracts/limits.ts";
import { accountability } from "./builders.ts";

export interface FakeCall {
  readonly key: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly credentials: RequestCredentials | undefined;
}

export interface FakeResponse {
  readonly status?: number;
  readonly body?: unknown;
  /** The `Retry-After` header of an error response. */
  readonly retryAfter?: number;
  /** The total number of rows, if the body is only one page of them. */
  readonly total?: number;
  /** The parts of a CSV file that the server sends, and which of them this is. By default, the body is the whole file. */
  readonly part?: {
    readonly rowCount: number;
    /** The size that the server states. If it isn't the body's, a gateway has cut the part. */
    readonly byteCount?: number;
    readonly total?: number;
    readonly nextCursor?: string;
  };
  /** Set to false to leave out the total, as the server does when counting takes too long. */
  readonly isCounted?: boolean;
}

type Handler = (call: FakeCall) => FakeResponse | Promise<FakeResponse>;
type Handlers = Partial<Record<EndpointKey, FakeResponse | Handler>>;

/** Responses that every checkout needs. */
const COMMON_RESPONSES: Handlers = { "GET /api/accountability": { body: accountability() } };

const endpoints: readonly EndpointDefinition[] = Object.values(catalog);
const findEndpoint = (key: string) =>
  endpoints.find(({ method, path }) => `${method} ${path}` === key) as EndpointDefinition;

const matchesPattern = (pattern: string, key: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`).test(key);

const getSearchParams = ({ url }: FakeCall) => new URL(url, "http://site.test").searchParams;

/** Responds with the requested page of the given rows. */
export const pagesOf =
  (rows: readonly unknown[]) =>
  (call: FakeCall): FakeResponse => {
    const offset = Number(getSearchParams(call).get("offset"));
    const limit = Number(getSearchParams(call).get("limit") ?? rows.length);
    return { body: rows.slice(offset, offset + limit), total: rows.length };
  };

/** Checks that the response conforms to the endpoint's schema for this caller, without extra fields. */
const expectContract = (endpoint: EndpointDefinition, call: FakeCall, body: unknown) => {
  // In component tests, the access token is the name of the role.
  const role = call.headers.get("authorization")?.replace("Bearer ", "");
  const outputByRole: Readonly<Record<string, EndpointDefinition["output"] | undefined>> =
    endpoint.outputFor ?? {};
  const schema = (role === undefined ? undefined : outputByRole[role]) ?? endpoint.output;
  if (typeof schema === "string") return expect(body, call.key).toBeTypeOf("string");
  const { success, data, error } = schema.safeParse(body);
  expect(success ? data : error, `the response to ${call.key} matches the contract`).toEqual(body);
};

/** The server refuses unknown query parameters from administrators. */
const expectKnownQuery = ({ query }: EndpointDefinition, call: FakeCall) => {
  const unknownNames = [...getSearchParams(call).keys()].filter(
    (name) => !(name in (query?.shape ?? {})),
  );
  expect(unknownNames, `query parameters that ${call.key} doesn't have`).toEqual([]);
};

/** Returns the paging headers, which the server sends only for lists. */
const listHeaders = (
  endpoint: EndpointDefinition,
  call: FakeCall,
  { body, total, isCounted = true }: FakeResponse,
): Record<string, string> => {
  if (endpoint.list === undefined || !Array.isArray(body)) {
    expect(total, `${call.key} is not a list and has no total`).toBeUndefined();
    return {};
  }
  const seenCount = Number(getSearchParams(call).get("offset")) + body.length;
  const totalCount = total ?? seenCount;
  const count = totalCount > COUNT_MAX ? `${COUNT_MAX}+` : String(totalCount);
  return {
    "x-has-more": String(seenCount < totalCount),
    ...(isCounted ? { "x-total-count": count } : {}),
  };
};

/** Returns the headers of a part of a CSV file. Without `part`, each line but the first is a row. */
const partHeaders = (
  endpoint: EndpointDefinition,
  { body, part }: FakeResponse,
): Record<string, string> => {
  if (endpoint.output !== "text/csv" || typeof body !== "string") return {};
  const rowCount = part?.rowCount ?? Math.max(0, body.split("\r\n").length - 2);
  const total = part === undefined ? rowCount : part.total;
  const nextCursor = part?.nextCursor;
  return {
    "x-part-rows": String(rowCount),
    "x-part-bytes": String(part?.byteCount ?? new TextEncoder().encode(body).length),
    "x-has-more": String(nextCursor !== undefined),
    ...(total === undefined ? {} : { "x-total-count": String(total) }),
    ...(nextCursor === undefined ? {} : { "x-next-cursor": nextCursor }),
  };
};

const retryHeaders = ({ retryAfter }: FakeResponse): Record<string, string> =>
  retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };

/** Our server's code and message for each status that tests use. */
const OWN_ERRORS: Readonly<Record<number, { readonly code: string; readonly message: string }>> = {
  400: { code: "validation_failed", message: "Please check the highlighted fields." },
  401: { code: "session_expired", message: "Your session has expired. Please log in again." },
  402: {
    code: "card_declined",
    message: "Your card was declined. Please try another card or payment method.",
  },
  403: { code: "forbidden", message: "You don't have permission to do this." },
  404: { code: "not_found", message: "We couldn't find what you're looking for." },
  409: {
    code: "conflict",
    message: "This has changed since you opened it. Please reload and try again.",
  },
  429: {
    code: "too_many_requests",
    message: "Too many attempts. Please wait a moment and try again.",
  },
  500: { code: "unexpected", message: "Something went wrong on our side. Please try again." },
  502: {
    code: "provider_failed",
    message: "A service we rely on didn't respond. Please try again.",
  },
  503: { code: "busy", message: "We're very busy right now. Please try again in a moment." },
};

/** An object becomes our server's error. Text, or no body with a 5xx, comes from a proxy in front of it. */
const toErrorText = (status: number, body: unknown): string => {
  if (typeof body === "string") return body;
  if (body === undefined && status >= 500) return "";
  return JSON.stringify({ ...OWN_ERRORS[status], requestId: "request-1", ...(body as object) });
};

const respond = (
  endpoint: EndpointDefinition,
  call: FakeCall,
  response: FakeResponse,
): Response => {
  const status = response.status ?? endpoint.status ?? 200;
  const isFailure = status >= 400;
  expectKnownQuery(endpoint, call);
  if (!isFailure) expectContract(endpoint, call, response.body);
  const headers = isFailure
    ? retryHeaders(response)
    : { ...listHeaders(endpoint, call, response), ...partHeaders(endpoint, response) };
  const text =
    typeof response.body === "string"
      ? response.body
      : JSON.stringify(response.body === undefined ? {} : response.body);
  const body = isFailure ? toErrorText(status, response.body) : text;
  const isText = typeof endpoint.output === "string" && !isFailure;
  return new Response(body, {
    status,
    headers: { "content-type": isText ? endpoint.output : "application/json", ...headers },
  });
};

/**
 * Fakes the API by replacing `fetch`. An unexpected call, or a response that violates the contract, fails the test. The
 * component would treat both like a failed request.
 */
export const fakeApi = (handlers: Handlers) => {
  const calls: FakeCall[] = [];
  const errors: unknown[] = [];
  const recordError = <Result>(run: () => Result): Result => {
    try {
      return run();
    } catch (error) {
      errors.push(error);
      throw error;
    }
  };
  onTestFinished(() => {
    if (errors.length > 0) throw errors[0];
  });
  vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, "http://site.test");
    const key = `${init.method ?? "GET"} ${url.pathname}`;
    const call: FakeCall = {
      key,
      url: `${url.pathname}${url.search}`,
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      credentials: init.credentials,
    };
    calls.push(call);
    const [pattern, handler] = recordError(() => {
      const matches = Object.entries({ ...COMMON_RESPONSES, ...handlers }).filter(([pattern]) =>
        matchesPattern(pattern, key),
      );
      // As on the server, a fixed path comes before a pattern: /api/donations/sums isn't /api/donations/:id.
      const match = matches.find(([pattern]) => pattern === key) ?? matches[0];
      if (!match) throw new Error(`The test has no response for ${key}`);
      return match;
    });
    const response = typeof handler === "function" ? await handler(call) : handler;
    return recordError(() => respond(findEndpoint(pattern), call, response));
  });
  return {
    calls,
    callsOf: (key: EndpointKey) => calls.filter((call) => matchesPattern(key, call.key)),
  };
};
