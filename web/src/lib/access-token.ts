import { ApiError } from "./api-error.ts";
import type { SessionName } from "./session.ts";

/**
 * The current token, refreshed when it is about to end; null where there is no session. Raises a 503 where it could not
 * be refreshed for now: the session is still there. supabase-js is loaded by the first call that needs it.
 */
export const accessToken = async (name: SessionName): Promise<string | null> => {
  const { supabaseFor } = await import("./supabase-client.ts");
  const { data, error } = await supabaseFor(name).auth.getSession();
  if (error?.name === "AuthRetryableFetchError") throw new ApiError(503, "", error.message);
  return data.session?.access_token ?? null;
};

/** Forgets the tokens here and tells the pages that are open, by the context they read (session-context.tsx). */
export const forgetSession = async (name: SessionName): Promise<void> => {
  const { forgetSupabase } = await import("./supabase-client.ts");
  await forgetSupabase(name);
};
