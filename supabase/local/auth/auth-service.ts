import postgres from "postgres";
import { parseJsonObject } from "../machine/json.ts";
import { createUser, deleteUser, listUserFactors, updateUser } from "./admin-users.ts";
import { AuthRefusal, toRequestedVersion, createRefusalResponse } from "./responses.ts";
import { readClientAddress, type AttemptBucket, countLoginAttempt } from "./attempts.ts";
import { type AuthContext, type AuthHandler, forwardToLite } from "./context.ts";
import {
  challengeFactor,
  deleteUserFactor,
  enrollFactor,
  unenrollFactor,
  verifyFactor,
} from "./factors.ts";
import { sendLoginLink, sendRecovery } from "./mails.ts";
import { updateOwnUser } from "./passwords.ts";
import { requireSession } from "./tokens.ts";
import { openLink, createSessionHandler, readOwnUser, verifyOtp } from "./sessions.ts";

interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly grants?: readonly (string | null)[];
  readonly bucket?: AttemptBucket;
  /** Checks the session before it counts the attempt. */
  readonly needsSession?: true;
  readonly handle: AuthHandler;
}

/** Routes where Supabase Auth differs from @supabase/lite. Everything else goes to lite. */
const routes: readonly Route[] = [
  {
    method: "POST",
    path: /^\/token$/,
    grants: ["password"],
    bucket: "token",
    handle: createSessionHandler("password"),
  },
  // Passwords and refreshes share a bucket. Other grants that Auth doesn't know aren't counted.
  {
    method: "POST",
    path: /^\/token$/,
    grants: ["refresh_token", "id_token", "pkce"],
    bucket: "token",
    handle: createSessionHandler(),
  },
  { method: "POST", path: /^\/signup$/, bucket: "signup", handle: forwardToLite },
  { method: "POST", path: /^\/recover$/, bucket: "recover", handle: sendRecovery },
  { method: "POST", path: /^\/magiclink$/, bucket: "magiclink", handle: sendLoginLink },
  { method: "POST", path: /^\/otp$/, bucket: "otp", handle: sendLoginLink },
  { method: "POST", path: /^\/resend$/, bucket: "resend", handle: forwardToLite },
  { method: "POST", path: /^\/verify$/, bucket: "verify", handle: verifyOtp },
  { method: "GET", path: /^\/verify$/, bucket: "verify", handle: openLink },
  { method: "GET", path: /^\/user$/, handle: readOwnUser },
  { method: "PUT", path: /^\/user$/, bucket: "user", needsSession: true, handle: updateOwnUser },
  { method: "POST", path: /^\/factors$/, handle: enrollFactor },
  {
    method: "POST",
    path: /^\/factors\/([^/]+)\/challenge$/,
    bucket: "factor-challenge",
    needsSession: true,
    handle: challengeFactor,
  },
  {
    method: "POST",
    path: /^\/factors\/([^/]+)\/verify$/,
    bucket: "factor-verify",
    needsSession: true,
    handle: verifyFactor,
  },
  { method: "DELETE", path: /^\/factors\/([^/]+)$/, handle: unenrollFactor },
  { method: "POST", path: /^\/admin\/users$/, handle: createUser },
  { method: "PUT", path: /^\/admin\/users\/([^/]+)$/, handle: updateUser },
  { method: "DELETE", path: /^\/admin\/users\/([^/]+)$/, handle: deleteUser },
  { method: "GET", path: /^\/admin\/users\/([^/]+)\/factors$/, handle: listUserFactors },
  {
    method: "DELETE",
    path: /^\/admin\/users\/([^/]+)\/factors\/([^/]+)$/,
    handle: deleteUserFactor,
  },
];

const PATH_PREFIX = "/auth/v1";

export interface AuthService {
  fetch: (request: Request) => Promise<Response>;
  stop: () => Promise<void>;
}

export function createAuthService(
  options: Omit<AuthContext, "sql"> & { databaseUrl: string },
): AuthService {
  const { databaseUrl, ...otherOptions } = options;
  const sql = postgres(databaseUrl, { max: 4, onnotice: () => undefined });
  const context: AuthContext = { ...otherOptions, sql };
  return {
    fetch: async (request) => {
      const response = await respond(context, request).catch((error: unknown) => {
        if (error instanceof AuthRefusal) return createRefusalResponse(error);
        throw error;
      });
      return toRequestedVersion(request, response);
    },
    stop: () => sql.end({ timeout: 1 }),
  };
}

async function respond(context: AuthContext, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(PATH_PREFIX.length);
  requireUnambiguousQuery(url);
  const text = await request.text();
  const grantType = url.searchParams.get("grant_type");
  const route = routes.find(
    ({ method, path: pattern, grants = [grantType] }) =>
      method === request.method && pattern.test(path) && grants.includes(grantType),
  );
  const call = {
    request,
    url,
    text,
    // If the body isn't valid JSON, lite responds as Auth does.
    body: parseJsonObject(text),
    params: (route?.path.exec(path) ?? []).slice(1).map((value) => value.toLowerCase()),
    address: readClientAddress(request.headers, context.secretKey),
  };
  // Without a valid API key, lite refuses the request like the hosted gateway.
  if (route === undefined || (!hasApiKey(context, request) && path !== "/verify")) {
    return forwardToLite(context, call);
  }
  if (route.needsSession) await requireSession(context, call);
  if (route.bucket !== undefined) await countLoginAttempt(context, route.bucket, call.address);
  return route.handle(context, call);
}

/**
 * Refuses repeated and encoded parameter names. For a repeated name, the encoding determines which value lite reads.
 */
function requireUnambiguousQuery({ search }: URL): void {
  const names = search
    .slice(1)
    .split("&")
    .map((parameter) => parameter.split("=")[0] ?? "");
  const isPlain = names.every((name) => !/[%+]/.test(name)) && new Set(names).size === names.length;
  if (isPlain) return;
  throw new AuthRefusal(
    400,
    "validation_failed",
    "Query parameter names must not be percent-encoded or repeated",
  );
}

const hasApiKey = (
  { publishableKey, secretKey }: AuthContext,
  { headers, url }: Request,
): boolean =>
  [publishableKey, secretKey].includes(
    headers.get("apikey") ?? new URL(url).searchParams.get("apikey") ?? "",
  );
