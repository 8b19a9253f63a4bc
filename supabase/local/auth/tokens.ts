import { jwtVerify, SignJWT } from "jose";
import { AuthRefusal } from "./responses.ts";
import type { AuthCall, AuthContext } from "./context.ts";

export interface AuthUser {
  id: string;
  email: string | null;
  encryptedPassword: string | null;
  aud: string | null;
  role: string | null;
  appMetaData: unknown;
  userMetaData: unknown;
}

export interface AuthSession {
  id: string;
  aal: string | null;
}

export interface AuthenticatedUser {
  user: AuthUser;
  session: AuthSession;
}

const encodeJwtSecret = ({ jwtSecret }: AuthContext) => new TextEncoder().encode(jwtSecret);

export async function readTokenClaims(context: AuthContext, token: string) {
  const { payload } = await jwtVerify(token, encodeJwtSecret(context), {
    algorithms: ["HS256"],
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : "token is malformed";
    throw new AuthRefusal(
      403,
      "bad_jwt",
      `invalid JWT: unable to parse or verify signature, ${reason}`,
    );
  });
  return payload;
}

/** Returns metadata as an object. Lite stores users' changes as a JSON string, while Auth returns an object. */
export const parseMetadata = (value: unknown): unknown =>
  typeof value === "string" ? JSON.parse(value) : value;

export async function readUser({ sql }: AuthContext, id: unknown): Promise<AuthUser | undefined> {
  const [user] = await sql<AuthUser[]>`
    select id, email, encrypted_password as "encryptedPassword", aud, role,
      raw_app_meta_data as "appMetaData", raw_user_meta_data as "userMetaData"
    from auth.users where id::text = ${String(id)}`;
  return user;
}

/** Returns the user and session of the bearer token. Throws the same errors as Auth. */
export async function requireSession(
  context: AuthContext,
  { request }: AuthCall,
): Promise<AuthenticatedUser> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (token === undefined) {
    throw new AuthRefusal(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  const claims = await readTokenClaims(context, token);
  const user = await readUser(context, claims.sub);
  if (user === undefined) {
    throw new AuthRefusal(403, "user_not_found", "User from sub claim in JWT does not exist");
  }
  const [session] = await context.sql<AuthSession[]>`
    select id, aal from auth.sessions
    where id::text = ${String(claims["session_id"])} and user_id = ${user.id}`;
  if (session === undefined) {
    throw new AuthRefusal(
      403,
      "session_not_found",
      "Session from session_id claim in JWT does not exist",
    );
  }
  return { user, session };
}

/** Requires the secret key for Auth's admin API. The hosted gateway turns that key into a service_role token. */
export function requireServer({ secretKey }: AuthContext, { request }: AuthCall): void {
  if (request.headers.get("apikey") === secretKey) return;
  if (!request.headers.has("authorization")) {
    throw new AuthRefusal(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  throw new AuthRefusal(403, "not_admin", "User not allowed");
}

interface AmrClaim {
  method: string;
  timestamp: number;
}

/** Signs an access token with the claims that lite omits, mainly `aal` and `amr`. */
export async function signAccessToken(
  context: AuthContext,
  user: AuthUser,
  sessionId: string,
): Promise<string> {
  const amr = await context.sql<AmrClaim[]>`
    select authentication_method as method, extract(epoch from updated_at)::integer as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
  return new SignJWT({
    email: user.email ?? "",
    phone: "",
    app_metadata: parseMetadata(user.appMetaData) ?? {},
    user_metadata: parseMetadata(user.userMetaData) ?? {},
    role: user.role ?? "authenticated",
    aal: amr.some(({ method }) => method === "totp") ? "aal2" : "aal1",
    amr: [...amr],
    session_id: sessionId,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(user.id)
    .setAudience(user.aud || "authenticated")
    .setIssuedAt()
    .setExpirationTime(`${context.jwtLifetimeSeconds}s`)
    .sign(encodeJwtSecret(context));
}
