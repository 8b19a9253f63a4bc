import {
  DATA_CSP,
  SECURITY_HEADERS,
} from "../../supabase/functions/_shared/rules/security-headers.ts";

/** Headers of responses that aren't pages. CDNs apply `_headers` to static files only. */
const RESPONSE_HEADERS = { ...SECURITY_HEADERS, "Content-Security-Policy": DATA_CSP };

/** The request IDs of errors that the CDN sends itself begin with this. */
export const CDN_REQUEST_ID_PREFIX = "cdn-";

/** Returns an error in the shape of the functions' own errors. */
const createErrorResponse = (
  status: number,
  body: { readonly message: string; readonly code: string; readonly requestId: string },
  headers: Readonly<Record<string, string>>,
): Response =>
  Response.json(body, {
    status,
    headers: { ...RESPONSE_HEADERS, "Cache-Control": "no-store", ...headers },
  });

const createRequestId = () => `${CDN_REQUEST_ID_PREFIX}${crypto.randomUUID()}`;

/** Responds with a 503, and logs the reason for whoever looks for its request ID. */
export const createUnavailableResponse = (
  reason: string,
  message = "The service isn't available right now. Please try again in a moment.",
): Response => {
  const requestId = createRequestId();
  // oxlint-disable-next-line no-console -- the CDN logs console output
  console.error(`${requestId} ${reason}`);
  const body = { message, code: "provider_unavailable", requestId };
  return createErrorResponse(503, body, { "Retry-After": "5" });
};

export const createMethodNotAllowedResponse = (): Response => {
  const message = "This URL doesn't accept that kind of request.";
  const body = { message, code: "method_not_allowed", requestId: createRequestId() };
  return createErrorResponse(405, body, { Allow: "GET, HEAD" });
};

/**
 * Creates a redirect that browsers must revalidate, because they could otherwise remember a 301 even after the page
 * moves back.
 */
export const createRedirectResponse = (status: number, location: string): Response =>
  new Response(null, {
    status,
    headers: {
      ...RESPONSE_HEADERS,
      "Cache-Control": "public, max-age=0, must-revalidate",
      Location: location,
    },
  });

export const isReadRequest = ({ method }: { readonly method?: string | undefined }): boolean =>
  method === "GET" || method === "HEAD";

/** Headers that make an answer depend on who asks, or that ask for only a part of it. */
export const PERSONAL_HEADERS = [
  "authorization",
  "x-gift-session",
  "origin",
  "range",
  "apikey",
] as const;

/** An encoded slash or backslash, encoded any number of times. */
const ENCODED_SLASH = /%(?:25)*(?:2f|5c)/i;

/**
 * Refuses a path with an encoded slash, which a server behind the CDN may decode, so that the path leads elsewhere than our
 * rules say. None of our paths has one.
 */
export const refuseEncodedSlash = (pathname: string): Response | undefined => {
  if (!ENCODED_SLASH.test(pathname)) return undefined;
  const message = "This URL can't contain an encoded slash.";
  const body = { message, code: "invalid_path", requestId: createRequestId() };
  return createErrorResponse(400, body, {});
};

/** Responds with a 503 if our own code throws, because visitors would otherwise see the CDN's error page. */
export async function respondOrSendUnavailable<Result>(
  request: Request,
  respond: () => Promise<Result>,
): Promise<Result | Response> {
  const { pathname } = new URL(request.url);
  try {
    return refuseEncodedSlash(pathname) ?? (await respond());
  } catch (error) {
    return createUnavailableResponse(`${request.method} ${pathname} failed: ${String(error)}`);
  }
}
