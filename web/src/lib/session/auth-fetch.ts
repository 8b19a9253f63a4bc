import { isAuthError, parseOwnError } from "#rules/own-errors.ts";
import { withinTimeLimit } from "../api/time-limit.ts";
import { createTurns } from "./turns.ts";

/** Responses of Supabase Auth are short, so one time limit covers the whole body. */
const fetchWithTimeLimit: typeof fetch = (input, init) =>
  withinTimeLimit(async (signal) => {
    const response = await fetch(input, { ...init, signal });
    await response.clone().arrayBuffer();
    return response;
  }, init?.signal);

/**
 * Removes the server's expiry time from a new session. supabase-js then computes it with this device's clock, with which it
 * also compares it. Otherwise a clock that is hours fast would renew the session before every request.
 */
const removeServerTime = async (response: Response): Promise<Response> => {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { expires_at: _, ...session } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return typeof session["access_token"] === "string" ? Response.json(session, response) : response;
};

/** What Auth says when a session can't be renewed anymore (supabase/auth, bc32168e, `internal/tokens/service.go`). */
const SESSION_END_CODES: ReadonlySet<unknown> = new Set([
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_not_found",
  "session_expired",
  "user_banned",
  "validation_failed",
]);

const TOO_MANY_REQUESTS_STATUS = 429;

const isRenewal = (input: RequestInfo | URL): boolean =>
  (input instanceof Request ? input.url : String(input)).endsWith(
    "/token?grant_type=refresh_token",
  );

/** Returns whether the response is Auth's own decision: another session, or the end of this one. */
const isDecision = async (response: Response): Promise<boolean> => {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { access_token, code, error_code } = (body ?? {}) as Readonly<Record<string, unknown>>;
  return response.ok
    ? typeof access_token === "string"
    : SESSION_END_CODES.has(code) || SESSION_END_CODES.has(error_code);
};

/** supabase-js keeps the session after this response, and tries again later. */
const createOutage = ({ status }: Response): Response =>
  Response.json(
    { message: `Supabase Auth didn't do what this call asks (status ${status})` },
    { status: 503 },
  );

/** Calls Auth, and turns every error that Auth itself didn't send into an outage. */
const fetchOwnResponse: typeof fetch = async (input, init) => {
  const response = await fetchWithTimeLimit(input, init);
  const isOwn = response.ok || parseOwnError(await response.clone().text(), isAuthError);
  return isOwn ? removeServerTime(response) : createOutage(response);
};

export interface RenewalOptions {
  /** Returns the stored access token if it can be used. Another tab may renew it in the meantime. */
  readonly readToken: () => string | null;
  /** Called before each wait, and once more with false after the last one. */
  readonly onWait: (isWaiting: boolean) => void;
}

/**
 * Creates the `fetch` for calls to Supabase Auth. supabase-js would end the session if a renewal is refused for any
 * reason, so here a refusal for the number of requests waits and tries again, and only Auth's own decision ends the
 * session. Captive portals, proxies and the platform's gateway send all kinds of other responses.
 */
export const createAuthFetch = ({ readToken, onWait }: RenewalOptions): typeof fetch => {
  const renew: typeof fetch = async (input, init) => {
    const oldToken = readToken();
    const waitForTurn = createTurns(init?.signal);
    let response = await fetchWithTimeLimit(input, init);
    try {
      while (response.status === TOO_MANY_REQUESTS_STATUS) {
        onWait(true);
        if (!(await waitForTurn())) break;
        const newToken = readToken();
        // Another tab has renewed the session. After a refusal, supabase-js uses the one that is stored.
        if (newToken !== null && newToken !== oldToken) return response;
        response = await fetchWithTimeLimit(input, init);
      }
    } finally {
      onWait(false);
    }
    return (await isDecision(response)) ? removeServerTime(response) : createOutage(response);
  };
  return (input, init) => (isRenewal(input) ? renew(input, init) : fetchOwnResponse(input, init));
};
