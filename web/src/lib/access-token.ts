import { ApiError } from "./api-error.ts";
import type { SessionRole } from "./session.ts";

/**
 * The current token, refreshed when it is about to end; null where there is no session. Raises a 503 where it could not
 * be refreshed for now: the session is still there. supabase-js is loaded by the first call that needs it.
 */
export const accessToken = async (role: SessionRole): Promise<string | null> => {
  const { supabaseFor } = await import("./supabase-client.ts");
  const { data, error } = await supabaseFor(role).auth.getSession();
  if (error?.name === "AuthRetryableFetchError") throw new ApiError(503, "", error.message);
  return data.session?.access_token ?? null;
};

export interface IssuedSession {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Hands the tokens of a login to supabase-js, which keeps and refreshes them. */
export const startSession = async (role: SessionRole, session: IssuedSession): Promise<void> => {
  const { supabaseFor } = await import("./supabase-client.ts");
  const { error } = await supabaseFor(role).auth.setSession({
    access_token: session.accessToken,
    refresh_token: session.refreshToken,
  });
  if (error) throw error;
};

/** Forgets the tokens in this browser; the server ends the session itself. */
export const forgetSession = async (role: SessionRole): Promise<void> => {
  const { forgetSupabase } = await import("./supabase-client.ts");
  await forgetSupabase(role);
};
