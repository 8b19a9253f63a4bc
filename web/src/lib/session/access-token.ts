import { ApiError, type ErrorBody } from "../api/api-error.ts";
import { loadCode } from "../code/load-code.ts";
import type { SessionName } from "./session.ts";

const loadClient = () => loadCode(() => import("./supabase-client.ts"));

/**
 * Returns the current access token, refreshed if it is about to expire. Returns null if there is no session. If
 * Supabase Auth can't refresh the token right now, throws a 503 and keeps the session. While many people on the same
 * network log in, this takes up to three minutes. The first call loads supabase-js.
 */
export const accessToken = async (name: SessionName): Promise<string | null> => {
  const { getSupabase, readUsableToken } = await loadClient();
  const { auth } = getSupabase(name);
  const token = readUsableToken(name);
  if (token !== null) return token;
  const { data, error } = await auth.getSession();
  if (error?.name === "AuthRetryableFetchError") throw new ApiError(503, "", error.message);
  return data.session?.access_token ?? null;
};

/**
 * Removes the session's tokens, which session-context.tsx notices on open pages. `reason` is the response that ended
 * the session, if there was one.
 */
export const forgetSession = async (
  name: SessionName,
  reason?: ErrorBody | null,
): Promise<void> => {
  const { forgetSupabaseSession } = await loadClient();
  await forgetSupabaseSession(name, reason);
};
