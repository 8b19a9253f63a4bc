import type { EndpointAt, EndpointKey, JsonKey } from "#contracts/catalog.ts";
import type { Output, Role, SentInput } from "#contracts/endpoint.ts";
import { isHtml } from "#rules/own-errors.ts";
import { accessToken, forgetSession } from "../session/access-token.ts";
import { ApiError, createResponseError } from "./api-error.ts";
import type { SessionName, SessionRole } from "../session/session.ts";
import { withinTimeLimit } from "./time-limit.ts";

type InputField<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : undefined extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

/** The session to send. Some public endpoints return more if they are called with a session. */
type Caller<Access> = Access extends SessionRole
  ? { readonly as: Access }
  : Access extends "donor"
    ? { readonly giftSession: string }
    : { readonly as?: SessionName };

export type RoleOf<Options> = Options extends { readonly as: infer As extends Role }
  ? As
  : "public";

interface CommonOptions {
  readonly signal?: AbortSignal;
  /** One key for each payment attempt, so that a retry doesn't charge twice. */
  readonly idempotencyKey?: string;
  /** The token that `GET /api/checkout` issued for this form. */
  readonly formToken?: string;
}

export type ApiOptions<Key extends EndpointKey> = CommonOptions &
  InputField<"params", SentInput<EndpointAt<Key>>["params"]> &
  InputField<"body", SentInput<EndpointAt<Key>>["body"]> & {
    readonly query?: SentInput<EndpointAt<Key>>["query"] extends infer Query
      ? Partial<Query>
      : never;
  } & Caller<EndpointAt<Key>["access"]>;

type PathValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

type LooseOptions = CommonOptions & {
  readonly params?: PathValues;
  readonly query?: PathValues;
  readonly body?: unknown;
  readonly as?: SessionName;
  readonly giftSession?: string;
};

// The `options` argument may be omitted if none of its fields is required.
export type CallArguments<Key extends EndpointKey, Options> =
  Partial<ApiOptions<Key>> extends ApiOptions<Key> ? [options?: Options] : [options: Options];

export type ApiOutput<Key extends EndpointKey, As extends Role = "public"> = Output<
  EndpointAt<Key>,
  As
>;

export const fillPath = (path: string, params: PathValues = {}, query: PathValues = {}): string => {
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new Error(`The path ${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const queryString = search.toString();
  return queryString ? `${filledPath}?${queryString}` : filledPath;
};

const readToken = async (name: SessionName): Promise<string> => {
  const token = await accessToken(name);
  if (token) return token;
  // Without a token, the server would treat the caller as the public and return fewer fields than the type promises.
  await forgetSession(name);
  throw new ApiError(401, "", "Unauthorized");
};

const send = async (
  key: EndpointKey,
  options: LooseOptions,
  token: string | undefined,
): Promise<Response> => {
  const [method, path] = key.split(" ") as [string, string];
  const headers: Record<string, string> = { accept: "application/json" };
  if (options.body !== undefined) headers["content-type"] = "application/json";
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey;
  if (options.giftSession) headers["x-gift-session"] = options.giftSession;
  if (options.formToken) headers["x-form-token"] = options.formToken;
  if (token) headers["authorization"] = `Bearer ${token}`;
  const response = await fetch(fillPath(path, options.params, options.query), {
    method,
    headers,
    credentials: "include",
    // Revalidate every time, because a cached response could be older than a donation, or show a report that is no
    // longer published.
    cache: "no-cache",
    // Our server never redirects these calls, and following a redirect could turn a write into a read.
    redirect: "manual",
    signal: options.signal,
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
  });
  if (!response.ok || isHtml(response)) {
    const error = createResponseError(response, await response.text());
    if (error.status === 401 && options.as) await forgetSession(options.as, error.body);
    throw error;
  }
  return response;
};

export const readJson = async (response: Response) => {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw createResponseError(response, text);
  }
};

/**
 * Sends a request and reads the response with `read`. Only for responses that aren't plain JSON; use `api` for those.
 * The time limit includes `read`, but not the renewal of the session, which may have to wait for its turn.
 */
export const sendAndRead = async <Result>(
  key: EndpointKey,
  options: LooseOptions,
  read: (response: Response) => Promise<Result>,
): Promise<Result> => {
  const token = options.as && (await readToken(options.as));
  return withinTimeLimit(
    async (signal) => read(await send(key, { ...options, signal }, token)),
    options.signal,
  );
};

/** Calls a JSON endpoint: `api("POST /api/create-donation", { body })`. */
export const api = async <Key extends JsonKey, const Options extends ApiOptions<Key>>(
  key: Key,
  ...[options]: CallArguments<Key, Options>
): Promise<ApiOutput<Key, RoleOf<Options>>> => sendAndRead(key, options ?? {}, readJson);
