/**
 * Lite answers preflights without the headers supabase-js sends, and `*` together with credentials, which no browser
 * accepts. Hosted Supabase allows every origin without credentials: the token in a header is what counts.
 */
export function preflightAnswer(request: Request): Response | undefined {
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

/** As Auth has them; the ranges are PostgREST's and Storage's. */
const EXPOSED =
  "X-Total-Count, Link, X-Supabase-Api-Version, Content-Range, Content-Location, Content-Length";

export function withOpenCors(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set("access-control-allow-origin", "*");
  headers.delete("access-control-allow-credentials");
  // supabase-js reads Auth's error codes by the version it finds here.
  headers.set("access-control-expose-headers", EXPOSED);
  return new Response(answer.body, { status: answer.status, headers });
}
