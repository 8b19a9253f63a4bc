import type { JWTVerifyGetKey } from "jose";
import type { Environment } from "../env.ts";
import type { TokenClaims } from "../caller.ts";
import { AppError } from "../errors.ts";
import { isUuid } from "../rules/uuid.ts";

export type VerifyToken = (token: string) => Promise<TokenClaims>;
type KeySettings = Pick<Environment, "AUTH_JWT_SECRET" | "SUPABASE_URL">;

/**
 * How long an instance uses a key set. A revoked key works at most this much longer, in addition to the 10 minutes for
 * which the platform's CDN keeps the set. The set in `SUPABASE_JWKS` isn't used, because it is as old as the deployment.
 */
const KEYS_MAX_AGE_MS = 10 * 60_000;
/** How often a token with an unknown key may make an instance fetch the set again. */
const KEYS_COOLDOWN_MS = 1000;

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

async function createJwtVerifier({ AUTH_JWT_SECRET: secret, SUPABASE_URL }: KeySettings) {
  const { createRemoteJWKSet, errors, jwtVerify } = await import("jose");
  const keysUrl = new URL("/auth/v1/.well-known/jwks.json", SUPABASE_URL);
  const keySet = createRemoteJWKSet(keysUrl, {
    timeoutDuration: 3000,
    cacheMaxAge: KEYS_MAX_AGE_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
  });
  const isUnknownKeyError = (error: unknown) => error instanceof errors.JWKSNoMatchingKey;

  /** Throws jose's error for an unknown or ambiguous key, and `provider_unavailable` if the key server fails. */
  const fetchKey: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keySet(header, token);
    } catch (error) {
      // A project that signs tokens with a shared secret may have no other keys.
      const hasKeys = secret !== undefined || (keySet.jwks()?.keys.length ?? 0) > 0;
      if (
        hasKeys &&
        (isUnknownKeyError(error) || error instanceof errors.JWKSMultipleMatchingKeys)
      ) {
        throw error;
      }
      throw new AppError("provider_unavailable", { cause: error });
    }
  };

  /** An unknown key may be newer than a set that was fetched a moment ago, so look again after the cooldown. */
  const findKey: JWTVerifyGetKey = async (header, token) => {
    const isAlreadyFetched = keySet.coolingDown;
    try {
      return await fetchKey(header, token);
    } catch (error) {
      if (!isAlreadyFetched || !isUnknownKeyError(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, KEYS_COOLDOWN_MS));
      return fetchKey(header, token);
    }
  };

  const sharedKey = secret === undefined ? undefined : new TextEncoder().encode(secret);
  const publicAlgorithms = ["ES256", "RS256"];
  return (token: string) =>
    // The secret verifies only HS256, and public keys never do. Otherwise, anyone could sign with a public key (threat 8).
    jwtVerify(
      token,
      (header, parts) =>
        header.alg === "HS256" && sharedKey !== undefined ? sharedKey : findKey(header, parts),
      {
        algorithms: sharedKey === undefined ? publicAlgorithms : [...publicAlgorithms, "HS256"],
        audience: "authenticated",
        requiredClaims: ["sub", "exp", "session_id"],
      },
    );
}
