import { createClient, type AuthError, type SupabaseClient } from "@supabase/supabase-js";
import { ApiError, type ErrorBody } from "../api/api-error.ts";
import { localStore } from "../browser-storage.ts";
import { readEnv } from "../env.ts";
import { createAuthFetch } from "./auth-fetch.ts";
import { rememberLostAccess } from "./lost-access.ts";
import { parseRecord, type SessionName } from "./session.ts";
import { setWaiting } from "./waiting-sessions.ts";

const storageKey = (name: SessionName) => `care-packages-${name}`;

const clients = new Map<SessionName, SupabaseClient>();

/** Long enough for a request that is sent with the token. */
const MIN_TOKEN_LIFETIME_MS = 20_000;

/**
 * Returns the stored access token unless it is about to expire. supabase-js renews a token 90 seconds before it expires,
 * and would otherwise make every call wait for that.
 */
export const readUsableToken = (name: SessionName): string | null => {
  const session = parseRecord(localStore.getItem(storageKey(name)) ?? "");
  const isUsable = Number(session?.["expires_at"]) * 1000 > Date.now() + MIN_TOKEN_LIFETIME_MS;
  return isUsable ? String(session?.["access_token"]) : null;
};

/** One client for each session, with separate storage, because an administrator may also be a volunteer. */
export const getSupabase = (name: SessionName): SupabaseClient => {
  const existingClient = clients.get(name);
  if (existingClient) return existingClient;
  const env = readEnv();
  const isPersisted = name !== "unconfirmed";
  const client = createClient(env.supabaseUrl, env.supabasePublishableKey, {
    global: {
      fetch: createAuthFetch({
        readToken: () => readUsableToken(name),
        onWait: (isWaiting) => setWaiting(name, isWaiting && readUsableToken(name) === null),
      }),
    },
    auth: {
      storageKey: storageKey(name),
      storage: localStore,
      detectSessionInUrl: false,
      persistSession: isPersisted,
      autoRefreshToken: isPersisted,
    },
  });
  clients.set(name, client);
  return client;
};

/**
 * Ends the session in this browser. Because the tokens are already gone, supabase-js notifies every tab without calling
 * the server.
 */
export const forgetSupabaseSession = async (
  name: SessionName,
  reason?: ErrorBody | null,
): Promise<void> => {
  if (reason) rememberLostAccess(name, reason);
  localStore.removeItem(storageKey(name));
  await getSupabase(name).auth.signOut({ scope: "local" });
};

/** The form error for a wrong code: the field, and the message for the user. */
const WRONG_CODE_ISSUE = {
  path: "code",
  message: "That code isn't right. Enter the one your app shows now.",
};

const ISSUES_BY_CODE: Readonly<
  Record<string, { readonly path: string; readonly message: string }>
> = {
  mfa_verification_failed: WRONG_CODE_ISSUE,
  mfa_challenge_expired: WRONG_CODE_ISSUE,
};

/** Others on the same network count, too, so it may not be this person who sent too many. */
const TOO_MANY_REQUESTS_TEXT =
  "We're getting too many requests from your network right now. Please wait a minute and try again.";

/** Turns an error from Supabase Auth into an ApiError, so that forms show both the same way. */
const toApiError = ({ status = 0, code = "", message }: AuthError): ApiError => {
  const issue = ISSUES_BY_CODE[code];
  const serverText = issue?.message ?? (status === 429 ? TOO_MANY_REQUESTS_TEXT : undefined);
  const body = { code, message: serverText, issues: issue && [issue] };
  // A missing status means that there was no response.
  return new ApiError(status || 503, JSON.stringify(body), message);
};

interface AuthResponse {
  readonly data: unknown;
  readonly error: AuthError | null;
}

/** Returns the data of a call to Supabase Auth, or throws its error as an ApiError. */
export const dataOrThrow = <Success extends AuthResponse>(
  response: Success,
): Extract<Success, { readonly error: null }>["data"] => {
  if (response.error) throw toApiError(response.error);
  return response.data;
};

export interface IssuedSession {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Renames the tokens to the names that supabase-js uses. */
export const toSupabaseTokens = ({ accessToken, refreshToken }: IssuedSession) => ({
  access_token: accessToken,
  refresh_token: refreshToken,
});

const CLOCK_TOLERANCE_MS = 60_000;

/** Returns whether this device's clock differs from the server's, which has just issued the token. */
const isClockWrong = (accessToken: string): boolean => {
  const payload = accessToken.split(".")[1] ?? "";
  const claims = parseRecord(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
  return Math.abs(Number(claims?.["iat"]) * 1000 - Date.now()) > CLOCK_TOLERANCE_MS;
};

/**
 * Stores the session of a login. setSession believes the time in the token; a renewed session gets the time of this
 * device instead (auth-fetch.ts).
 */
export const startSession = async (
  { auth }: Pick<SupabaseClient, "auth">,
  session: IssuedSession,
): Promise<void> => {
  const tokens = toSupabaseTokens(session);
  dataOrThrow(
    await (isClockWrong(session.accessToken)
      ? auth.refreshSession(tokens)
      : auth.setSession(tokens)),
  );
};
