import type { Context, Hono } from "hono";
import type { z } from "zod";
import type { EndpointDefinition } from "../contracts/endpoint.ts";
import { type Caller, anonymous, service } from "../caller.ts";
import { AppError, isUnableToSave } from "../errors.ts";
import { type JsonResponse, createJsonResponse, send, sendCacheable } from "./json-responses.ts";
import { readBody } from "./body.ts";
import type { AnyHandler, AnyRoutes, Call } from "./handlers.ts";
import { DONOR_SESSION_HEADER, IDEMPOTENCY_KEY_HEADER } from "../contracts/limits.ts";
import {
  treatAsVisitorWithoutArea,
  identify,
  identifyDonor,
  requireAccess,
  requireOwnPath,
} from "./identify.ts";
import type { Once } from "./idempotency.ts";
import { createMemoryCache, type MemoryCache, noCache } from "./memory.ts";
import { sendRaw } from "./raw-responses.ts";
import { enforceRateLimit, takeBackAttempt } from "./rate-limit.ts";
import type { Services } from "./services.ts";
import type { AppBindings } from "./app.ts";
import { checkPictures } from "./written-pictures.ts";

/** Returns the routes that a path belongs to. They may be imported on the first call, to keep cold starts short. */
export type LoadRoutes = () => Promise<{ readonly default: AnyRoutes }>;

/**
 * Mounts the endpoints of every path. Each request is authorized, counted against its rate limit, parsed and passed to
 * the handler, whose result is parsed with the output schema.
 */
export function mountPaths(
  app: Hono<AppBindings>,
  paths: readonly (readonly [path: string, load: LoadRoutes])[],
  services: Services,
  /** Functions other than `api` mount their paths under this prefix. */
  prefix = "/api",
): void {
  const cache = services.environment.CACHE_RESPONSES ? createMemoryCache<JsonResponse>() : noCache;
  // Fixed paths before patterns: /api/events/create must not match /api/events/:id.
  const orderedPaths = paths.toSorted(
    ([left], [right]) => Number(left.includes(":")) - Number(right.includes(":")),
  );
  for (const [path, load] of orderedPaths) {
    let routes: AnyRoutes | undefined;
    app.all(path.replace(/^\/api/, prefix), async (context) => {
      // Importing a module again takes longer than the rest of a small read.
      routes ??= (await load()).default;
      const endpoint = findEndpoint(routes, path, context.req.method);
      return handleRequest(context, { ...endpoint, services, cache });
    });
  }
}

/** Returns the endpoint for a method of a path. HEAD gets what GET does, without the body. */
function findEndpoint({ endpoints, handlers }: AnyRoutes, path: string, sentMethod: string) {
  const method = sentMethod === "HEAD" ? "GET" : sentMethod;
  for (const [name, definition] of Object.entries(endpoints)) {
    const handler = handlers[name];
    if (handler !== undefined && definition.path === path && definition.method === method) {
      return { name, definition, handler };
    }
  }
  throw new AppError("method_not_allowed");
}

interface MountedEndpoint {
  readonly name: string;
  readonly definition: EndpointDefinition;
  readonly handler: AnyHandler;
  readonly services: Services;
  readonly cache: MemoryCache<JsonResponse>;
}

async function handleRequest(
  context: Context<AppBindings>,
  endpoint: MountedEndpoint,
): Promise<Response> {
  const { name, definition, services } = endpoint;
  const caller = treatAsVisitorWithoutArea(
    definition,
    await identifyCaller(context, definition, services),
  );
  requireAccess(definition, caller);
  requireOwnPath(caller, context.req.param("volunteerId"));
  if (definition.rateLimit === undefined) return runHandler(context, endpoint, caller);
  const { per, counter = name, countsSuccesses } = definition.rateLimit;
  const countsPerAccount = per === "account" && "userId" in caller;
  const subject = countsPerAccount ? caller.userId : context.get("address");
  await enforceRateLimit(services, counter, subject, definition.rateLimit).catch(
    (error: unknown) => {
      // A database that can't save can't count attempts either, but it can still be read.
      if (definition.method !== "GET" || !isUnableToSave(error)) throw error;
    },
  );
  try {
    return await runHandler(context, endpoint, caller);
  } catch (error) {
    if (countsSuccesses === true) await takeBackAttempt(services, counter, subject);
    throw error;
  }
}

async function runHandler(
  context: Context<AppBindings>,
  { name, definition, handler, services, cache }: MountedEndpoint,
  caller: Caller,
): Promise<Response> {
  if (caller.kind === "admin" && definition.area !== undefined)
    requireKnownQuery(context, definition);
  const input = await parseInput(context, definition);
  await checkBody(services, definition, input.body);
  const call = {
    ...input,
    body: await checkPictures(services, input.body),
    caller,
    services,
    ...createTransactions(services, caller, definition),
    endpoint: definition,
    address: context.get("address"),
    headers: context.req.raw.headers,
    once: runAlways,
  } as Call<EndpointDefinition>;

  if (typeof definition.output === "string") return sendRaw(context, await handler(call));
  const schema = chooseSchema(caller, definition.output, definition.outputFor);
  const key =
    definition.idempotencyKey === "replay" ? context.req.header(IDEMPOTENCY_KEY_HEADER) : "";
  const effectiveHandler = key ? wrapWithReplay(name, key, handler) : handler;
  const compute = () =>
    createJsonResponse(effectiveHandler, call, schema).catch((error: unknown) => {
      throw addCurrentRecord(error, schema);
    });
  if (definition.cacheable !== true) return send(context, await compute(), definition.status);
  const isCached =
    isSameForEveryone(definition) && context.req.header("Authorization") === undefined;
  return sendCacheable(
    context,
    await (isCached ? cache(createCacheKey(name, call), compute) : compute()),
  );
}

/** Loads the checks only for writes, to keep cold starts of reads short. */
async function checkBody(services: Services, definition: EndpointDefinition, body: unknown) {
  if (definition.method === "GET" || typeof definition.body !== "object") return;
  const { refuseBreachedPasswords } = await import("./new-passwords.ts");
  await refuseBreachedPasswords(services, definition, body);
  const { askAboutUnusualDays } = await import("./unusual-days.ts");
  await askAboutUnusualDays(services, definition, body);
}

const createTransactions = (
  { database }: Services,
  caller: Caller,
  { method, area }: Pick<EndpointDefinition, "method" | "area">,
) =>
  ({
    asCaller: (work) =>
      method === "GET" ? database.asReader(caller, work) : database.as(caller, work),
    asService: (work) => database.as(service, work),
    asAdminReader: (work) => database.asAdminReader(caller, area, work),
    asAdminSnapshot: (work) => database.asAdminSnapshot(caller, area, work),
  }) satisfies Partial<Call<EndpointDefinition>>;

/** Without a key, repeating a request repeats its write. */
export const runAlways: Once = (_, work) => work();

/** Wraps a handler so that its write happens once per idempotency key. Reads don't load the code for it. */
const wrapWithReplay =
  (name: string, key: string, handler: AnyHandler): AnyHandler =>
  async (call) => {
    const { services, caller, params, body } = call;
    const { replayAfterRefusal, runOnce, toKeyedRequest } = await import("./idempotency.ts");
    const request = await toKeyedRequest(services, name, key, { params, body });
    try {
      return await handler({ ...call, once: runOnce(request) });
    } catch (error) {
      return replayAfterRefusal(services, caller, request, error);
    }
  };

/**
 * Adds the current record to a stale-edit error, parsed as the endpoint would return it, or leaves it out if the schema
 * doesn't match.
 */
function addCurrentRecord(error: unknown, schema: z.ZodType): unknown {
  if (!(error instanceof AppError) || error.staleRecord === undefined) return error;
  const { savedBy, current } = error.staleRecord;
  const { message, issues } = error;
  const result = schema.safeParse(current);
  return new AppError(error.code, {
    message,
    ...(issues && { issues }),
    staleRecord: { savedBy, current: result.success ? result.data : null },
  });
}

const isSameForEveryone = ({ access, output, outputFor }: EndpointDefinition): boolean =>
  access === "public" && typeof output === "object" && outputFor === undefined;

/** Creates a cache key from parsed input, so that equivalent URLs share one response. */
const createCacheKey = (name: string, { params, query }: Call<EndpointDefinition>): string =>
  JSON.stringify([name, params, query]);

/**
 * The token isn't verified for JSON that is the same for everyone. It's verified for files, because they may be
 * private.
 */
function identifyCaller(
  context: Context<AppBindings>,
  definition: EndpointDefinition,
  services: Services,
): Promise<Caller> {
  if (definition.access === "donor") {
    return identifyDonor(services, context.req.header(DONOR_SESSION_HEADER));
  }
  return isSameForEveryone(definition)
    ? Promise.resolve(anonymous)
    : identify(services, context.req.header("Authorization"));
}

const chooseSchema = (
  { kind }: Caller,
  defaultOutput: z.ZodType,
  roleOutputs: EndpointDefinition["outputFor"] = {},
): z.ZodType =>
  (kind === "admin"
    ? roleOutputs.admin
    : kind === "volunteer"
      ? roleOutputs.volunteer
      : undefined) ?? defaultOutput;

/**
 * Refuses unknown query parameters, because a misspelled filter would list and export everything. Visitors' links may
 * have parameters of other sites, such as `utm_source`.
 */
function requireKnownQuery(context: Context<AppBindings>, { query }: EndpointDefinition): void {
  const unknownNames = Object.keys(context.req.query()).filter(
    (name) => !(name in (query?.shape ?? {})),
  );
  if (unknownNames.length === 0) return;
  throw new AppError("validation_failed", {
    issues: unknownNames.map((path) => ({ path, message: "This parameter doesn't exist." })),
  });
}

async function parseInput(context: Context<AppBindings>, definition: EndpointDefinition) {
  const params = parse(definition.params, context.req.param(), "params");
  const query = parse(definition.query, context.req.query(), "query");
  return { params, query, body: await parseBody(context, definition.body) };
}

async function parseBody(context: Context<AppBindings>, body: EndpointDefinition["body"]) {
  if (body === "bytes") return readBody(context.req.raw);
  return body === undefined ? undefined : parse(body, await readJson(context), "body");
}

function parse(schema: z.ZodType | undefined, value: unknown, inputName: string): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError("validation_failed", {
    issues: result.error.issues.map((issue) => ({
      path: issue.path.length === 0 ? inputName : issue.path.map(String).join("."),
      message: issue.message,
    })),
  });
}

async function readJson(context: Context<AppBindings>): Promise<unknown> {
  const text = new TextDecoder().decode(await readBody(context.req.raw));
  if (text.trim() === "") return undefined;
  const contentType = context.req.header("Content-Type") ?? "";
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(contentType))
    throw new AppError("unsupported_media_type");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError("invalid_json", { cause: error });
  }
}
