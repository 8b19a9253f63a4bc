import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
import { replaceBody } from "./responses.ts";
import { type AuthContext, type AuthHandler, forwardToLite } from "./context.ts";
import {
  readTokenClaims,
  parseMetadata,
  readUser,
  requireSession,
  signAccessToken,
} from "./tokens.ts";

type AuthenticationMethod = "password" | "otp" | "totp";

/** The columns of a factor that Auth returns to the user. */
export const selectFactorColumns = (sql: Sql) => sql`
  id, created_at, updated_at, status, coalesce(friendly_name, '') as friendly_name, factor_type, phone,
  last_challenged_at`;

export async function addAmrClaim(
  sql: Sql | TransactionSql,
  sessionId: string,
  method: AuthenticationMethod,
): Promise<void> {
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${sessionId}, now(), now(), ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
}

interface UserBody {
  readonly id?: unknown;
  readonly app_metadata?: unknown;
  readonly user_metadata?: unknown;
}

export async function completeUser({ sql }: AuthContext, liteUser: UserBody): Promise<object> {
  const user = {
    ...liteUser,
    app_metadata: parseMetadata(liteUser.app_metadata),
    user_metadata: parseMetadata(liteUser.user_metadata),
  };
  const factors = await sql`
    select ${selectFactorColumns(sql)} from auth.mfa_factors
    where user_id::text = ${String(user.id)} order by created_at`;
  return factors.length === 0 ? user : { ...user, factors };
}

/** Signs the access token again with the session's `aal` and `amr` claims. */
async function completeToken(
  context: AuthContext,
  token: string,
  method?: AuthenticationMethod,
): Promise<string> {
  const { sub, session_id: sessionId } = await readTokenClaims(context, token);
  if (method !== undefined) await addAmrClaim(context.sql, String(sessionId), method);
  const user = await readUser(context, sub);
  return user === undefined ? token : signAccessToken(context, user, String(sessionId));
}

interface SessionBody {
  access_token: string;
  user: { id: string };
}

/** Passes a sign-in or refresh to lite, and adds what lite leaves out of the token and the user in its response. */
export const createSessionHandler =
  (method?: AuthenticationMethod): AuthHandler =>
  async (context, call) => {
    const response = await forwardToLite(context, call);
    if (!response.ok) return response;
    const body = (await response.json()) as SessionBody;
    return replaceBody(response, {
      ...body,
      access_token: await completeToken(context, body.access_token, method),
      user: await completeUser(context, body.user),
    });
  };

const openMailedSession = createSessionHandler("otp");

/** Lite doesn't know Auth's `email` type, so it is passed on as `magiclink`. */
export const verifyOtp: AuthHandler = (context, call) =>
  openMailedSession(
    context,
    call.body["type"] === "email"
      ? { ...call, text: JSON.stringify({ ...call.body, type: "magiclink" }) }
      : call,
  );

/** Handles a link from an email. Redirects with the session in the URL fragment. */
export const openLink: AuthHandler = async (context, call) => {
  const response = await forwardToLite(context, call);
  const redirectUrl = URL.parse(response.headers.get("location") ?? "");
  const fragment = new URLSearchParams(redirectUrl?.hash.slice(1) ?? "");
  const token = fragment.get("access_token");
  if (redirectUrl === null || token === null) return response;
  fragment.set("access_token", await completeToken(context, token, "otp"));
  redirectUrl.hash = fragment.toString();
  return new Response(null, { status: response.status, headers: { location: redirectUrl.href } });
};

export const readOwnUser: AuthHandler = async (context, call) => {
  await requireSession(context, call);
  const response = await forwardToLite(context, call);
  return response.ok
    ? replaceBody(response, await completeUser(context, (await response.json()) as UserBody))
    : response;
};
