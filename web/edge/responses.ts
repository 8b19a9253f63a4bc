import {
  DATA_POLICY,
  SECURITY_HEADERS,
} from "../../supabase/functions/_shared/rules/security-headers.ts";

/** Headers of responses that aren't pages. CDNs apply `_headers` to static files only. */
const RESPONSE_HEADERS = { ...SECURITY_HEADERS, "Content-Security-Policy": DATA_POLICY };

/** Returns an error in the shape of the functions' own errors. */
const errorResponse = (
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>>,
): Response =>
  Response.json(
    { message, code },
    { status, headers: { ...RESPONSE_HEADERS, "Cache-Control": "no-store", ...headers } },
  );

export const unavailableResponse = (
  message = "The service isn't available right now. Please try again in a moment.",
): Response => errorResponse(503, "provider_unavailable", message, { "Retry-After": "5" });

export const methodNotAllowedResponse = (): Response =>
  errorResponse(405, "method_not_allowed", "This URL doesn't accept that kind of request.", {
    Allow: "GET, HEAD",
  });

/** Browsers would otherwise keep a 301 for as long as they like, even after a page moves back. */
export const redirectResponse = (status: number, location: string): Response =>
  new Response(null, {
    status,
    headers: {
      ...RESPONSE_HEADERS,
      "Cache-Control": "public, max-age=0, must-revalidate",
      Location: location,
    },
  });

export const isRead = ({ method }: { readonly method?: string | undefined }): boolean =>
  method === "GET" || method === "HEAD";

/** An error in our own code must look like an outage to visitors, not like the CDN's error page. */
export async function respondOrUnavailable<Result>(
  request: Request,
  respond: () => Promise<Result>,
): Promise<Result | Response> {
  try {
    return await respond();
  } catch (error) {
    // oxlint-disable-next-line no-console -- the CDN's log is its console
    console.error(`${request.method} ${new URL(request.url).pathname} failed: ${String(error)}`);
    return unavailableResponse();
  }
}
