/*
 * Only this module imports @supabase/auth-helpers-react, so that the package can easily be replaced. It is pinned to
 * 0.5.0, the last version with a context provider.
 */
import {
  SessionContextProvider,
  useSessionContext,
  useSupabaseClient,
} from "@supabase/auth-helpers-react";
import type { ReactNode } from "react";
import { parseRecord, type SessionRole } from "./session.ts";
import { dataOrThrow, getSupabase } from "./supabase-client.ts";

export interface SessionProviderProps {
  readonly sessionRole: SessionRole;
  readonly children: ReactNode;
}

export const SessionProvider = ({ sessionRole, children }: SessionProviderProps) => (
  <SessionContextProvider supabaseClient={getSupabase(sessionRole)}>
    {children}
  </SessionContextProvider>
);

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

/** Returns a function that passes the tokens from a login to supabase-js, which stores and refreshes them. */
export const useStartSession = () => {
  const { auth } = useSupabaseClient();
  return async (session: IssuedSession): Promise<void> => {
    const tokens = toSupabaseTokens(session);
    // setSession believes the time in the token, but a renewed session gets this device's time (auth-fetch.ts).
    dataOrThrow(
      await (isClockWrong(session.accessToken)
        ? auth.refreshSession(tokens)
        : auth.setSession(tokens)),
    );
  };
};

/**
 * Returns true if supabase-js has no session, because this browser has no tokens or the server rejected them. Stays
 * false while supabase-js is loading or offline, so that nobody is logged out by mistake.
 */
export const useHasNoSession = (): boolean => {
  const { isLoading, error, session } = useSessionContext();
  return !isLoading && !error && !session;
};
