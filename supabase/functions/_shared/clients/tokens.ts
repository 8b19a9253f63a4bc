import type { Environment } from "../env.ts";
import type { TokenClaims } from "../caller.ts";
import { AppError } from "../errors.ts";
import { isUuid } from "../rules/uuid.ts";

export type VerifyToken = (token: string) => Promise<TokenClaims>;

/**
 * Checks signature, algorithm, expiry, audience and role of an access token of Supabase Auth. Raises `invalid_token`,
 * whatever is wrong with it. jose is loaded on first use, so that plain reads start without it.
 */
export function createTokenVerifier(
  environment: Pick<Environment, "AUTH_JWT_SECRET" | "SUPABASE_URL">,
): VerifyToken {
  let ready: ReturnType<typeof prepare> | undefined;
  return async (token) => {
    const { verify, errors } = await (ready ??= prepare(environment));
    try {
      const { payload } = await verify(token);
      const { sub, exp, role, session_id: sessionId } = payload;
      if (isUuid(sub) && isUuid(sessionId) && exp !== undefined && role === "authenticated") {
        return { ...payload, sub, exp, role, session_id: sessionId };
      }
    } catch (error) {
      // A key server that does not answer is our failure, not the caller's.
      if (error instanceof errors.JWKSTimeout)
        throw new AppError("provider_failed", { cause: error });
      throw new AppError("invalid_token", { cause: error });
    }
    throw new AppError("invalid_token");
  };
}

async function prepare({
  AUTH_JWT_SECRET: secret,
  SUPABASE_URL,
}: Pick<Environment, "AUTH_JWT_SECRET" | "SUPABASE_URL">) {
  const { createRemoteJWKSet, errors, jwtVerify } = await import("jose");
  const keys = createRemoteJWKSet(new URL("/auth/v1/.well-known/jwks.json", SUPABASE_URL));
  const sharedKey = secret === undefined ? undefined : new TextEncoder().encode(secret);
  const verify = (token: string) =>
    sharedKey === undefined
      ? jwtVerify(token, keys, { algorithms: ["ES256", "RS256"], ...required })
      : jwtVerify(token, sharedKey, { algorithms: ["HS256"], ...required });
  return { verify, errors };
}

const required = { audience: "authenticated", requiredClaims: ["sub", "exp", "session_id"] };
