/*
 * Tells a service's own errors from those of whatever answers in its place: Supabase's gateway (over quota, wrong key),
 * the edge runtime (a function that doesn't start or hits a limit), a CDN or a proxy. Only a service's own error says
 * anything about the request, so only that may be shown or acted on. Every other response is an outage, whatever its
 * status.
 */

type ErrorBody = Readonly<Record<string, unknown>>;

/** Returns true if the service itself sends errors with such a body. */
export type OwnErrorTest = (body: ErrorBody) => boolean;

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

/** Our own codes and Auth's look like `not_found`, and those of the edge runtime like `NOT_FOUND`. */
const isCode = (value: unknown): boolean =>
  typeof value === "string" && /^[a-z][a-z0-9_]*$/.test(value);

export const isApiError: OwnErrorTest = ({ code, message, requestId }) =>
  isCode(code) && isText(message) && isText(requestId);

/** Auth's errors since API version 2024-01-01, its older errors, and its OAuth errors. */
export const isAuthError: OwnErrorTest = (body) =>
  (isCode(body["code"]) && isText(body["message"])) ||
  (isCode(body["error_code"]) && isText(body["msg"])) ||
  (isCode(body["error"]) && isText(body["error_description"]));

export const isStorageError: OwnErrorTest = ({ statusCode, error, message }) =>
  typeof statusCode === "string" &&
  /^[45]\d\d$/.test(statusCode) &&
  isText(error) &&
  isText(message);

/** Stripe and AI services put their errors into an object. */
const hasErrorWith = (error: unknown, name: "type" | "message"): boolean =>
  typeof error === "object" && error !== null && isText((error as ErrorBody)[name]);

export const isStripeError: OwnErrorTest = ({ error }) => hasErrorWith(error, "type");

export const isAiError: OwnErrorTest = ({ error }) => hasErrorWith(error, "message");

/** Resend's errors, which other providers copy. */
export const isMailApiError: OwnErrorTest = ({ name, message }) => isCode(name) && isText(message);

/** None of these services sends pages. A page is the login of a guest network, a CDN's check for bots or its error. */
export const isHtml = ({ headers }: { readonly headers: Headers }): boolean =>
  headers.get("Content-Type")?.startsWith("text/html") ?? false;

/** Parses a JSON object. Returns undefined for anything else, such as an HTML page or an empty body. */
export const parseObject = (text: string): ErrorBody | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as ErrorBody) : undefined;
  } catch {
    return undefined;
  }
};

/** Parses the body of a failed response. Returns undefined if the service itself didn't send it. */
export const parseOwnError = (text: string, isOwn: OwnErrorTest): ErrorBody | undefined => {
  const body = parseObject(text);
  return body && isOwn(body) ? body : undefined;
};
