import { ApiError, type ErrorBody } from "../api/api-error.ts";
import type { SessionName } from "./session.ts";

/**
 * Returns the current access token, refreshed if it is about to expire, or null without a session.
 * Throws a 503 if Auth can't refresh it right now; the session is kept. Loads supabase-js on the
 * first call.
 */
export const accessToken = async (name: SessionName): Promise<string | null> => {
  const { getSupabase } = await import("./supabase-client.ts");
  const { data, error } = await getSupabase(name).auth.getSession();
  if (error?.name === "AuthRetryableFetchError") throw new ApiError(503, "", error.message);
  return data.session?.access_token ?? null;
};

/**
 * Removes the session's tokens; open pages notice through session-context.tsx. `reason` is the server's answer that ended
 * the session, if there was one.
 */
export const forgetSession = async (
  name: SessionName,
  reason?: ErrorBody | null,
): Promise<void> => {
  const { forgetSupabaseSession } = await import("./supabase-client.ts");
  await forgetSupabaseSession(name, reason);
};
