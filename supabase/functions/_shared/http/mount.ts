import { createHash } from "node:crypto";
import type { Context, Hono } from "hono";
import type { z } from "zod";
import type { EndpointDefinition } from "../contracts/endpoint.ts";
import { type Caller, anonymous } from "../caller.ts";
import { AppError } from "../errors.ts";
import { Page } from "../queries/page.ts";
import type { AnyHandler, AnyHandlers, Call } from "./handlers.ts";
import { identify, requireAccess, requireOwnPath } from "./identify.ts";
import { enforceRateLimit } from "./rate-limit.ts";
import type { Services } from "./services.ts";
import type { AppBindings } from "./app.ts";

type Entries = Readonly<Record<string, EndpointDefinition>>;

/**
 * Mounts every entry: access first, then the rate limit, then parsing, then the handler, whose answer is parsed
 * through the entry's output schema. An entry without a handler answers 501.
 */
export function mountCatalogue(
  app: Hono<AppBindings>,
  entries: Entries,
  handlers: AnyHandlers,
  services: Services,
  /** Where a function other than `api` has its paths. */
  prefix = "/api",
): void {
  const pathOf = (entry: EndpointDefinition) => entry.path.replace(/^\/api/, prefix);
  // Fixed paths before patterns: /api/events/create must not be taken for /api/events/:id.
  const ordered = Object.entries(entries).toSorted(
    ([, left], [, right]) => Number(left.path.includes(":")) - Number(right.path.includes(":")),
  );
  for (const [name, entry] of ordered) {
    app.on(entry.method, pathOf(entry), (context) =>
      answer(context, name, entry, handlers[name], services),
    );
  }
  for (const path of new Set(Object.values(entries).map(pathOf))) {
    app.all(path, () => {
      throw new AppError("method_not_allowed");
    });
  }
}

async function answer(
  context: Context<AppBindings>,
  name: string,
  entry: EndpointDefinition,
  handler: AnyHandler | undefined,
  services: Services,
): Promise<Response> {
  const caller = await callerOf(context, entry, services);
  requireAccess(entry.access, caller);
  requireOwnPath(caller, context.req.param("volunteerId"));
  if (entry.rateLimit !== undefined) {
    await enforceRateLimit(services, name, context.get("address"), entry.rateLimit);
  }
  const call = {
    ...(await parseInput(context, entry)),
    caller,
    services,
    address: context.get("address"),
    headers: context.req.raw.headers,
  } as Call<EndpointDefinition>;
  if (handler === undefined) throw new AppError("not_available_yet");

  const made = await makeAnswer(handler, call, outputSchema(entry, caller));
  if (entry.cacheable === true) return sendCacheable(context, withETag(made));
  return context.body(made.text, entry.status ?? 200, {
    ...made.headers,
    "Cache-Control": "no-store",
  });
}

/** Nothing in it depends on the one request it was made for. */
interface MadeAnswer {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function makeAnswer(
  handler: AnyHandler,
  call: Call<EndpointDefinition>,
  schema: z.ZodType,
): Promise<MadeAnswer> {
  const result = await handler(call);
  const isPage = result instanceof Page;
  return {
    text: JSON.stringify(schema.parse(isPage ? result.items : result)),
    headers: {
      "Content-Type": "application/json",
      ...(isPage ? { "X-Total-Count": String(result.total) } : {}),
    },
  };
}

interface CacheableAnswer extends MadeAnswer {
  readonly etag: string;
}

const withETag = (made: MadeAnswer): CacheableAnswer => ({
  ...made,
  etag: `"${createHash("sha256").update(made.text).digest("base64url")}"`,
});

function sendCacheable(
  context: Context<AppBindings>,
  { text, headers, etag }: CacheableAnswer,
): Response {
  const caching = {
    ETag: etag,
    "Cache-Control": "public, s-maxage=60, stale-while-revalidate=300",
  };
  const known = context.req.header("If-None-Match");
  // A proxy that compresses marks the tag as weak; it is the same answer all the same.
  if (known !== undefined && (known === "*" || known.includes(etag))) {
    return context.body(null, 304, caching);
  }
  return context.body(text, 200, { ...headers, ...caching });
}

/** A public answer that is the same for everybody does not look at tokens at all. */
const callerOf = (
  context: Context<AppBindings>,
  entry: EndpointDefinition,
  services: Services,
): Promise<Caller> =>
  entry.access === "public" && entry.outputFor === undefined
    ? Promise.resolve(anonymous)
    : identify(services, context.req.header("Authorization"));

const outputSchema = (entry: EndpointDefinition, caller: Caller): z.ZodType =>
  caller.kind === "admin"
    ? (entry.outputFor?.admin ?? entry.output)
    : caller.kind === "volunteer"
      ? (entry.outputFor?.volunteer ?? entry.output)
      : entry.output;

async function parseInput(context: Context<AppBindings>, entry: EndpointDefinition) {
  const params = parse(entry.params, context.req.param(), "params");
  const query = parse(entry.query, context.req.query(), "query");
  const body =
    entry.body === undefined ? undefined : parse(entry.body, await readJson(context), "body");
  return { params, query, body };
}

function parse(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError("validation_failed", {
    issues: result.error.issues.map((issue) => ({
      path: issue.path.length === 0 ? part : issue.path.map(String).join("."),
      message: issue.message,
    })),
  });
}

async function readJson(context: Context<AppBindings>): Promise<unknown> {
  const raw = await context.req.text();
  if (raw.trim() === "") return undefined;
  const type = context.req.header("Content-Type") ?? "";
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type))
    throw new AppError("unsupported_media_type");
  try {
    return JSON.parse(raw);
  } catch (error) {
    throw new AppError("invalid_json", { cause: error });
  }
}
