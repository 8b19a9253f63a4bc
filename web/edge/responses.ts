import {
  DATA_CSP,
  SECURITY_HEADERS,
} from "../../supabase/functions/_shared/rules/security-headers.ts";

/** Headers of responses that aren't pages. CDNs apply `_headers` to static files only. */
const RESPONSE_HEADERS = { ...SECURITY_HEADERS, "Content-Security-Policy": DATA_CSP };

/** Returns an error in the shape of the functions' own errors. */
const createErrorResponse = (
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>>,
): Response =>
  Response.json(
    { message, code },
    { status, headers: { ...RESPONSE_HEADERS, "Cache-Control": "no-store", ...headers } },
  );

export const createUnavailableResponse = (
  message = "The service isn't available right now. Please try again in a moment.",
): Response => createErrorResponse(503, "provider_unavailable", message, { "Retry-After": "5" });

export const createMethodNotAllowedResponse = (): Response =>
  createErrorResponse(405, "method_not_allowed", "This URL doesn't accept that kind of request.", {
    Allow: "GET, HEAD",
  });

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

/** Responds with a 503 if our own code throws, because visitors would otherwise see the CDN's error page. */
export async function respondOrSendUnavailable<Result>(
  request: Request,
  respond: () => Promise<Result>,
): Promise<Result | Response> {
  try {
    return await respond();
  } catch (error) {
    // oxlint-disable-next-line no-console -- the CDN logs console output
    console.error(`${request.method} ${new URL(request.url).pathname} failed: ${String(error)}`);
    return createUnavailableResponse();
  }
}
