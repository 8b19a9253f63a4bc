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

export function withOpenCors(answer: Response): Response {
  const headers = new Headers(answer.headers);
  headers.set("access-control-allow-origin", "*");
  headers.delete("access-control-allow-credentials");
  return new Response(answer.body, { status: answer.status, headers });
}
