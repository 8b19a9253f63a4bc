import { randomBytes, randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { renderSVG } from "uqr";
import { requireUser } from "./admin-users.ts";
import { AuthRefusal } from "./responses.ts";
import { type AuthContext, type AuthHandler, toTextOrEmpty } from "./context.ts";
import { addAmrClaim, selectFactorColumns } from "./sessions.ts";
import {
  type AuthUser,
  requireServer,
  requireSession,
  signAccessToken,
  type AuthenticatedUser,
} from "./tokens.ts";
import { createSecret, findTimeStep, createOtpauthUri } from "./totp.ts";

const MAX_FACTORS = 10;
const CHALLENGE_LIFETIME_SECONDS = 300;
/** The white margin that scanners need around the QR code, in modules. */
const QUIET_ZONE_MODULES = 4;

interface Factor {
  id: string;
  secret: string;
  status: "unverified" | "verified";
}

export const enrollFactor: AuthHandler = async (context, call) => {
  const { user, session } = await requireSession(context, call);
  if (call.body["factor_type"] !== "totp") {
    throw new AuthRefusal(
      400,
      "validation_failed",
      "factor_type needs to be totp, phone, or webauthn",
    );
  }
  const friendlyName = toTextOrEmpty(call.body["friendly_name"]);
  await requireFactorAllowed(context, { user, session }, friendlyName);
  const id = randomUUID();
  const secret = createSecret();
  await context.sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
    values (${id}, ${user.id}, ${friendlyName}, 'totp', 'unverified', now(), now(), ${secret})`;
  const issuer = toTextOrEmpty(call.body["issuer"]) || new URL(context.siteUrl).host;
  const uri = createOtpauthUri(secret, issuer, user.email ?? "");
  const qrCode = renderSVG(uri, { ecc: "M", border: QUIET_ZONE_MODULES, pixelSize: 1 });
  return Response.json({
    id,
    type: "totp",
    friendly_name: friendlyName,
    totp: { qr_code: qrCode, secret, uri },
  });
};

async function requireFactorAllowed(
  { sql }: AuthContext,
  { user, session }: AuthenticatedUser,
  name: string,
) {
  const factors = await sql<{ name: string; status: Factor["status"] }[]>`
    select coalesce(friendly_name, '') as name, status from auth.mfa_factors where user_id = ${user.id}`;
  if (factors.some((factor) => factor.name === name)) {
    throw new AuthRefusal(
      422,
      "mfa_factor_name_conflict",
      `A factor with the friendly name "${name}" for this user already exists`,
    );
  }
  if (factors.length >= MAX_FACTORS) {
    throw new AuthRefusal(
      422,
      "too_many_enrolled_mfa_factors",
      "Maximum number of verified factors reached, unenroll to continue",
    );
  }
  if (factors.some(({ status }) => status === "verified") && session.aal !== "aal2") {
    throw new AuthRefusal(403, "insufficient_aal", "AAL2 required to enroll a new factor");
  }
}

async function requireFactor(
  { sql }: AuthContext,
  user: AuthUser,
  id: string | undefined,
): Promise<Factor> {
  const [factor] = await sql<Factor[]>`
    select id, secret, status from auth.mfa_factors
    where id::text = ${id ?? ""} and user_id = ${user.id}`;
  if (factor === undefined) {
    throw new AuthRefusal(404, "mfa_factor_not_found", "Factor not found");
  }
  return factor;
}

export const challengeFactor: AuthHandler = async (context, call) => {
  const { user } = await requireSession(context, call);
  const factor = await requireFactor(context, user, call.params[0]);
  const id = randomUUID();
  await context.sql.begin(async (sql) => {
    await sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      values (${id}, ${factor.id}, now(), ${call.address})`;
    await sql`
      update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = ${factor.id}`;
  });
  const expiresAt = Math.floor(Date.now() / 1000) + CHALLENGE_LIFETIME_SECONDS;
  return Response.json({ id, type: "totp", expires_at: expiresAt });
};

export const verifyFactor: AuthHandler = async (context, call) => {
  const authenticatedUser = await requireSession(context, call);
  const factor = await requireFactor(context, authenticatedUser.user, call.params[0]);
  const code = toTextOrEmpty(call.body["code"]);
  if (code === "") {
    throw new AuthRefusal(400, "validation_failed", "Code needs to be non-empty");
  }
  const challengeId = toTextOrEmpty(call.body["challenge_id"]);
  await requireChallenge(context, factor, challengeId, call.address);
  const step = findTimeStep(factor.secret, code);
  if (step === undefined || !(await recordFirstUse(context, factor, step))) {
    throw new AuthRefusal(422, "mfa_verification_failed", "Invalid TOTP code entered");
  }
  const refreshToken = await context.sql.begin((sql) =>
    elevateSession(sql, authenticatedUser, factor, challengeId),
  );
  return Response.json({
    access_token: await signAccessToken(
      context,
      authenticatedUser.user,
      authenticatedUser.session.id,
    ),
    token_type: "bearer",
    expires_in: context.jwtLifetimeSeconds,
    expires_at: Math.floor(Date.now() / 1000) + context.jwtLifetimeSeconds,
    refresh_token: refreshToken,
    user: await readUserWithFactors(context, authenticatedUser.user),
  });
};

/**
 * Records that a code was used and returns whether this was the first time. Auth itself is less strict and accepts the
 * same code again for another challenge (docs/decisions/0019).
 */
async function recordFirstUse(
  { sql }: AuthContext,
  { id }: Factor,
  step: number,
): Promise<boolean> {
  const insertedRows = await sql`
    insert into local_auth.used_codes (factor_id, step) values (${id}, ${step})
    on conflict do nothing returning 1`;
  return insertedRows.length > 0;
}

/**
 * Throws unless the challenge can be answered. A challenge accepts one correct code, from the IP address that requested
 * it.
 */
async function requireChallenge(
  { sql }: AuthContext,
  factor: Factor,
  id: string,
  address: string,
): Promise<void> {
  const [challenge] = await sql<{ isOpen: boolean; isFresh: boolean }[]>`
    select verified_at is null and ip_address = ${address}::inet as "isOpen",
      created_at > now() - make_interval(secs => ${CHALLENGE_LIFETIME_SECONDS}) as "isFresh"
    from auth.mfa_challenges where id::text = ${id} and factor_id = ${factor.id}`;
  if (challenge === undefined) {
    const message = "MFA factor with the provided challenge ID not found";
    throw new AuthRefusal(422, "mfa_factor_not_found", message);
  }
  if (!challenge.isOpen) {
    const message = "Challenge and verify IP addresses mismatch.";
    throw new AuthRefusal(422, "mfa_ip_address_mismatch", message);
  }
  if (!challenge.isFresh) {
    await sql`delete from auth.mfa_challenges where id::text = ${id}`;
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
    throw new AuthRefusal(422, "mfa_challenge_expired", message);
  }
}

/** Elevates the session to `aal2`, replaces its refresh token and ends the user's remaining `aal1` sessions. */
async function elevateSession(
  sql: TransactionSql,
  { user, session }: AuthenticatedUser,
  factor: Factor,
  challengeId: string,
): Promise<string> {
  const refreshToken = randomBytes(9).toString("base64url");
  await sql`update auth.mfa_challenges set verified_at = now() where id = ${challengeId}`;
  await sql`update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factor.id}`;
  await addAmrClaim(sql, session.id, "totp");
  await sql`update auth.sessions set aal = 'aal2', factor_id = ${factor.id} where id = ${session.id}`;
  await sql`update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = ${session.id}`;
  await sql`
    insert into auth.refresh_tokens (id, token, user_id, session_id, revoked)
    values (${randomUUID()}, ${refreshToken}, ${user.id}, ${session.id}, false)`;
  await sql`delete from auth.sessions where user_id = ${user.id} and aal < 'aal2'`;
  await sql`delete from auth.mfa_factors where user_id = ${user.id} and status = 'unverified'`;
  return refreshToken;
}

async function readUserWithFactors({ sql }: AuthContext, { id, email, aud, role }: AuthUser) {
  const factors = await sql`
    select ${selectFactorColumns(sql)} from auth.mfa_factors where user_id = ${id} order by created_at`;
  return { id, aud: aud ?? "authenticated", role: role ?? "authenticated", email, factors };
}

export const unenrollFactor: AuthHandler = async (context, call) => {
  const { user, session } = await requireSession(context, call);
  const factor = await requireFactor(context, user, call.params[0]);
  if (factor.status === "verified" && session.aal !== "aal2") {
    throw new AuthRefusal(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
  }
  await removeFactor(context, factor);
  return Response.json({ id: factor.id });
};

export const deleteUserFactor: AuthHandler = async (context, call) => {
  requireServer(context, call);
  const { sql } = context;
  const user = await requireUser(context, call);
  const factor = await requireFactor(context, user, call.params[1]);
  const [storedFactor] = await sql`
    select ${selectFactorColumns(sql)} from auth.mfa_factors where id = ${factor.id}`;
  await removeFactor(context, factor);
  return Response.json(storedFactor);
};

/** Deletes the factor, and sets the sessions that were elevated with it back to `aal1`. */
const removeFactor = ({ sql }: AuthContext, { id }: Factor) =>
  sql.begin(async (transaction) => {
    await transaction`
      delete from auth.mfa_amr_claims
      where authentication_method = 'totp'
        and session_id in (select session.id from auth.sessions as session where session.factor_id = ${id})`;
    await transaction`
      update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${id}`;
    await transaction`delete from auth.mfa_factors where id = ${id}`;
  });
