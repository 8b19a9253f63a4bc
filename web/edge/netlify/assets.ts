/**
 * Netlify edge function for the site's assets. Netlify applies `_headers` to every path, so browsers and caches would
 * keep the 404 of a missing asset for a year, like the asset itself.
 */
export default async function serveAsset(
  _request: Request,
  { next }: { readonly next: () => Promise<Response> },
): Promise<Response> {
  const response = await next();
  if (response.status < 400) return response;
  const headers = new Headers(response.headers);
  headers.set("Cache-Control", "no-store");
  headers.delete("ETag");
  return new Response(response.body, { status: response.status, headers });
}

/** `manual` lets Netlify keep assets as long as `_headers` says, so this function doesn't run for each request. */
export const config = { path: "/assets/*", cache: "manual" } as const;
