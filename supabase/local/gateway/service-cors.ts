/**
 * Answers preflight requests like hosted Supabase, which allows every origin without credentials and relies on the
 * token in a header. Lite doesn't allow the headers supabase-js sends, and combines `*` with credentials, which
 * browsers reject.
 */
export function createPreflightResponse(request: Request): Response | undefined {
  if (request.method !== "OPTIONS" || !request.headers.has("access-control-request-method")) {
    return undefined;
  }
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
      "access-control-allow-headers":
        request.headers.get("access-control-request-headers") ?? "apikey, authorization",
      "access-control-max-age": "3600",
    },
  });
}

/** The headers that Auth exposes, plus PostgREST's and Storage's range headers. */
const EXPOSED_HEADERS =
  "X-Total-Count, Link, X-Supabase-Api-Version, Content-Range, Content-Location, Content-Length";

export function allowEveryOrigin(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("access-control-allow-origin", "*");
  headers.delete("access-control-allow-credentials");
  // supabase-js reads the API version from an exposed header to parse Auth's error codes.
  headers.set("access-control-expose-headers", EXPOSED_HEADERS);
  return new Response(response.body, { status: response.status, headers });
}
