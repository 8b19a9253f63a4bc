import { type Context, type ErrorHandler, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { requestId } from "hono/request-id";
import { TrieRouter } from "hono/router/trie-router";
import {
  FORM_TOKEN_HEADER,
  DONOR_SESSION_HEADER,
  DRAFT_MAX_LENGTH,
  IDEMPOTENCY_KEY_HEADER,
} from "../contracts/limits.ts";
import { discardBody } from "./body.ts";
import { findClientAddress } from "./client-address.ts";
import { AppError, isUniqueViolation, toAppError } from "../errors.ts";
import { DATA_CSP, SECURITY_HEADERS } from "../rules/security-headers.ts";
import { logFailure, logWarningOnce } from "./log.ts";
import type { Refusal } from "./refusals.ts";
import { VERSION } from "../rules/version.ts";
import { VERSION_HEADER } from "../rules/version-header.ts";
import { isAcceptedSecret } from "./secrets.ts";
import type { Services } from "./services.ts";

/** What the server passes along with each request. */
export interface ServerBindings {
  readonly peerAddress: string;
}

export interface AppBindings {
  Bindings: ServerBindings;
  Variables: { requestId: string; address: string };
}

const BODY_MAX_BYTES = 1_000_000;
/** A letter takes up to four bytes. Only administrators get as far as having a draft parsed. */
const DRAFT_MAX_BYTES = 4 * DRAFT_MAX_LENGTH + 100_000;
const DRAFT_PATH = /\/blog-post-drafts\/[^/]+$/;
const READ_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

const securityHeaders = Object.entries(SECURITY_HEADERS);

/** Creates the app that all functions share: request ids, CORS, limits and error responses. */
export function createApp(services: Pick<Services, "database" | "environment">): Hono<AppBindings> {
  const { environment } = services;
  const origins = new Set([new URL(environment.SITE_URL).origin, ...environment.ALLOWED_ORIGINS]);
  // Hono's default router compiles all routes into one pattern, which adds 5 ms to the first request.
  const app = new Hono<AppBindings>({ router: new TrieRouter() });
  app.use(requestId());
  app.use(setSecurityHeaders);
  app.use(tellVersion(environment.HEALTH_TOKEN));
  app.use(allowOrigins(origins));
  app.use(checkRequest(origins, environment.EDGE_SECRET));
  app.notFound(() => {
    throw new AppError("not_found");
  });
  app.onError(createErrorHandler(services));
  return app;
}

const setSecurityHeaders: MiddlewareHandler<AppBindings> = async (context, next) => {
  await next();
  const { headers } = context.res;
  for (const [name, value] of securityHeaders) headers.set(name, value);
  // HTML pages and PDFs set their own Content-Security-Policy.
  if (!headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", DATA_CSP);
  }
};

/** Tells the version of this function to whoever has HEALTH_TOKEN, because each function is deployed on its own. */
const tellVersion =
  (healthTokens: readonly string[] | undefined): MiddlewareHandler<AppBindings> =>
  async (context, next) => {
    await next();
    const token = context.req.header("Authorization")?.replace(/^Bearer /, "");
    // Most requests have no token, so nothing is compared for them.
    if (token !== undefined && isAcceptedSecret(token, healthTokens)) {
      context.res.headers.set(VERSION_HEADER, VERSION);
    }
  };

function allowOrigins(origins: ReadonlySet<string>): MiddlewareHandler<AppBindings> {
  const corsHandler = cors({
    origin: (origin) => (origins.has(origin) ? origin : null),
    credentials: true,
    allowHeaders: [
      "Authorization",
      "Content-Type",
      IDEMPOTENCY_KEY_HEADER,
      FORM_TOKEN_HEADER,
      DONOR_SESSION_HEADER,
    ],
    exposeHeaders: [
      "X-Total-Count",
      "X-Has-More",
      "X-Next-Cursor",
      "X-Part-Rows",
      "X-Part-Bytes",
      "X-Request-Id",
      "Retry-After",
      "ETag",
      "Content-Disposition",
    ],
    maxAge: 600,
  });
  // Skip cors() if possible. It accesses the response before there is one, which takes longer than an entire small
  // read.
  return async (context, next) => {
    if (context.req.header("Origin") !== undefined || context.req.method === "OPTIONS") {
      return corsHandler(context, next);
    }
    await next();
    context.res.headers.append("Vary", "Origin");
    return undefined;
  };
}

/** Stores the visitor's address. For writes, it also checks the origin and limits the body. */
function checkRequest(
  origins: ReadonlySet<string>,
  edgeSecrets: readonly string[] | undefined,
): MiddlewareHandler<AppBindings> {
  const createLimit = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new AppError("body_too_large");
      },
    });
  const limitBody = createLimit(BODY_MAX_BYTES);
  const limitDraft = createLimit(DRAFT_MAX_BYTES);
  return async (context, next) => {
    context.set(
      "address",
      findAddress(context.req.raw.headers, edgeSecrets, context.env.peerAddress),
    );
    if (READ_METHODS.has(context.req.method)) return next();
    const origin = context.req.header("Origin");
    if (origin !== undefined && !origins.has(origin)) throw new AppError("origin_not_allowed");
    try {
      const limit = DRAFT_PATH.test(context.req.path) ? limitDraft : limitBody;
      return await limit(context, next);
    } finally {
      await discardBody(context.req.raw);
    }
  };
}

/** Statuses of callers without permission, or who call too often. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

function createErrorHandler(services: Pick<Services, "database">): ErrorHandler<AppBindings> {
  let reportRefusal: ((refusal: Refusal) => void) | undefined;
  return async (failure, context) => {
    const error = toAppError(failure);
    const requestId = context.get("requestId");
    const { method, routePath: route } = context.req;
    if (error.status >= 500 || isUniqueViolation(error.cause)) {
      logFailure(requestId, method, route, error);
    }
    if (REFUSED_STATUSES.has(error.status)) {
      // Loaded on first use, to keep cold starts short.
      const { createRefusalReporter } = await import("./refusals.ts");
      reportRefusal ??= createRefusalReporter(services);
      reportRefusal({ requestId, method, route, error });
    }
    return sendError(error, context);
  };
}

function sendError(error: AppError, context: Context<AppBindings>): Response {
  if (error.retryAfterSeconds !== undefined) {
    context.header("Retry-After", String(error.retryAfterSeconds));
  }
  context.header("Cache-Control", "no-store");
  return context.json(
    {
      message: error.message,
      code: error.code,
      ...(error.issues === undefined ? {} : { issues: error.issues }),
      ...error.staleRecord,
      // The documentation requires this field (VAPP-21).
      ...(error.code === "account_exists" ? { accountExists: true } : {}),
      requestId: context.get("requestId"),
    },
    error.status,
  );
}

/**
 * Returns the visitor's address. Warns once if requests are counted by connection, because behind a proxy all visitors
 * would share one limit.
 */
function findAddress(
  headers: Headers,
  edgeSecrets: readonly string[] | undefined,
  peerAddress: string,
): string {
  const address = findClientAddress(headers, edgeSecrets);
  if (address === undefined) logWarningOnce(UNKNOWN_ADDRESS_WARNING);
  return address ?? peerAddress;
}

const UNKNOWN_ADDRESS_WARNING =
  "A request arrived without CF-Connecting-IP and without the CDN's EDGE_SECRET. These requests are counted against the " +
  "connection's address, so behind a proxy all visitors share one limit.";
