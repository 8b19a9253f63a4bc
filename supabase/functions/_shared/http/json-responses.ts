import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { z } from "zod";
import type { EndpointDefinition } from "../contracts/endpoint.ts";
import { COUNT_MAX } from "../contracts/limits.ts";
import { Page } from "../queries/page.ts";
import type { AnyHandler, Call } from "./handlers.ts";

/** A handler's response, independent of the request, so that it can be cached and shared. */
export class JsonResponse {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  #etag: string | undefined;

  constructor(text: string, headers: Readonly<Record<string, string>>) {
    this.text = text;
    this.headers = headers;
  }

  /** Computed synchronously, because async hashing would take longer than the rest of a small read. */
  get etag(): string {
    return (this.#etag ??= `"${createHash("sha256").update(this.text).digest("base64url")}"`);
  }
}

/** Runs the handler and parses its result through the endpoint's output schema, so undeclared fields can't leak. */
export async function createJsonResponse(
  handler: AnyHandler,
  call: Call<EndpointDefinition>,
  schema: z.ZodType,
): Promise<JsonResponse> {
  const result = await handler(call);
  const isPage = result instanceof Page;
  const text = JSON.stringify(schema.parse(isPage ? result.items : result));
  return new JsonResponse(text, {
    "Content-Type": "application/json",
    ...(isPage ? createPageHeaders(result) : {}),
  });
}

/** Headers that say whether more rows follow, and how many match if they were counted. */
const createPageHeaders = ({ hasMore, total }: Page<unknown>): Record<string, string> => ({
  "X-Has-More": String(hasMore),
  ...(total === undefined
    ? {}
    : { "X-Total-Count": total > COUNT_MAX ? `${COUNT_MAX}+` : String(total) }),
});

export const send = (
  context: Context,
  { text, headers }: JsonResponse,
  status: 200 | 201 = 200,
): Response => context.body(text, status, { ...headers, "Cache-Control": "no-store" });

export function sendCacheable(context: Context, { text, headers, etag }: JsonResponse): Response {
  const cacheHeaders = {
    ETag: etag,
    "Cache-Control": "public, s-maxage=60, stale-while-revalidate=300",
  };
  const clientTags = context.req.header("If-None-Match");
  // A proxy that compresses the response makes the ETag weak (`W/"…"`), but the content is the same.
  if (clientTags !== undefined && (clientTags === "*" || clientTags.includes(etag))) {
    return context.body(null, 304, cacheHeaders);
  }
  return context.body(text, 200, { ...headers, ...cacheHeaders });
}
