import type { JWTVerifyGetKey } from "jose";
import type { Environment } from "../env.ts";
import type { TokenClaims } from "../caller.ts";
import { AppError } from "../errors.ts";
import { isUuid } from "../rules/uuid.ts";

export type VerifyToken = (token: string) => Promise<TokenClaims>;
type KeySettings = Pick<Environment, "AUTH_JWT_SECRET" | "SUPABASE_JWKS" | "SUPABASE_URL">;

/**
 * Verifies signature, algorithm, expiry, audience and role of a Supabase Auth token. Throws `invalid_token` if any of
 * them is wrong, and `provider_unavailable` if the key can't be fetched, so an outage doesn't log anyone out (threat
 * 49). Loads jose on first use.
 */
export function createTokenVerifier(environment: KeySettings): VerifyToken {
  let verifyPromise: ReturnType<typeof createJwtVerifier> | undefined;
  return async (token) => {
    const verify = await (verifyPromise ??= createJwtVerifier(environment));
    try {
      const { payload } = await verify(token);
      const { sub, exp, role, session_id: sessionId } = payload;
      if (isUuid(sub) && isUuid(sessionId) && exp !== undefined && role === "authenticated") {
        return { ...payload, sub, exp, role, session_id: sessionId };
      }
    } catch (error) {
      throw error instanceof AppError ? error : new AppError("invalid_token", { cause: error });
    }
    throw new AppError("invalid_token");
  };
}

async function createJwtVerifier({
  AUTH_JWT_SECRET: secret,
  SUPABASE_JWKS: inlineKeys,
  SUPABASE_URL,
}: KeySettings) {
  const { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } = await import("jose");
  const inlineKeySet = createLocalJWKSet({ keys: [...inlineKeys] });
  const keysUrl = new URL("/auth/v1/.well-known/jwks.json", SUPABASE_URL);
  const remoteKeys = createRemoteJWKSet(keysUrl, { timeoutDuration: 3000 });
  const isUnknownKeyError = (error: unknown) => error instanceof errors.JWKSNoMatchingKey;

  /** Throws jose's error for an unknown or ambiguous key, and `provider_unavailable` if the key server fails. */
  const fetchKey: JWTVerifyGetKey = async (header, token) => {
    try {
      return await remoteKeys(header, token);
    } catch (error) {
      const hasKeys = (remoteKeys.jwks()?.keys.length ?? 0) > 0;
      if (
        hasKeys &&
        (isUnknownKeyError(error) || error instanceof errors.JWKSMultipleMatchingKeys)
      ) {
        throw error;
      }
      throw new AppError("provider_unavailable", { cause: error });
    }
  };
  // An unknown key may be newer than this function's environment.
  const findKey: JWTVerifyGetKey = (header, token) =>
    inlineKeySet(header, token).catch((error: unknown) => {
      if (isUnknownKeyError(error)) return fetchKey(header, token);
      throw error;
    });

  const sharedKey = secret === undefined ? undefined : new TextEncoder().encode(secret);
  return (token: string) =>
    sharedKey === undefined
      ? jwtVerify(token, findKey, { algorithms: ["ES256", "RS256"], ...verifyOptions })
      : jwtVerify(token, sharedKey, { algorithms: ["HS256"], ...verifyOptions });
}

const verifyOptions = { audience: "authenticated", requiredClaims: ["sub", "exp", "session_id"] };
