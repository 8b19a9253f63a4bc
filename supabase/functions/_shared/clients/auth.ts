import type { Session } from "@supabase/supabase-js";
import type { Environment } from "../env.ts";
import { AppError, providerFailure } from "../errors.ts";
import { fetchInTime } from "./outgoing.ts";

export interface SignedIn {
  readonly userId: string;
  readonly session: { accessToken: string; refreshToken: string; expiresIn: number };
}

/** The few calls of Supabase Auth that the functions make in somebody's name. */
export interface AuthClient {
  /** Makes an Auth user; undefined where the e-mail has one already. Raises `provider_unavailable`. */
  signUp(email: string, password: string): Promise<SignedIn | undefined>;
  /** Undefined where e-mail and password do not belong together. Raises `provider_unavailable`. */
  signIn(email: string, password: string): Promise<SignedIn | undefined>;
  /** Ends the session of that token at once; a session that is gone already is no failure. */
  signOut(accessToken: string): Promise<void>;
}

/** supabase-js is loaded on first use, so that plain reads start without it. */
export function createAuthClient(
  environment: Pick<Environment, "SUPABASE_URL" | "publishableKeys">,
): AuthClient {
  const connect = async () => {
    const { createClient } = await import("@supabase/supabase-js");
    // One client per call: a shared one would keep the session of the last person who signed in.
    return createClient(environment.SUPABASE_URL, environment.publishableKeys[0], {
      global: { fetch: fetchInTime },
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    }).auth;
  };

  return {
    signUp: async (email, password) => {
      const auth = await connect();
      const { data, error } = await auth.signUp({ email, password });
      if (error === null && data.session !== null) return signedIn(data.session);
      if (error?.code === "user_already_exists" || error?.code === "email_exists") return undefined;
      if (error?.code === "weak_password") {
        throw new AppError("validation_failed", {
          issues: [{ path: "password", message: "Please choose a stronger password" }],
        });
      }
      throw providerFailure(error?.status, error);
    },
    signIn: async (email, password) => {
      const auth = await connect();
      const { data, error } = await auth.signInWithPassword({ email, password });
      if (error === null && data.session !== null) return signedIn(data.session);
      if (
        error !== null &&
        (error.status === undefined || error.status >= 500 || error.status === 429)
      ) {
        throw providerFailure(error.status, error);
      }
      return undefined;
    },
    signOut: async (accessToken) => {
      const auth = await connect();
      const { error } = await auth.admin.signOut(accessToken, "local");
      if (error !== null && (error.status === undefined || error.status >= 500)) {
        throw providerFailure(error.status, error);
      }
    },
  };
}

const signedIn = (session: Session): SignedIn => ({
  userId: session.user.id,
  session: {
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    expiresIn: session.expires_in,
  },
});
