/*
 * Only this module imports @supabase/auth-helpers-react, so the package can be replaced here. It is pinned to 0.5.0, the
 * last version with a context provider.
 */
import {
  SessionContextProvider,
  useSessionContext,
  useSupabaseClient,
} from "@supabase/auth-helpers-react";
import type { ReactNode } from "react";
import type { SessionRole } from "./session.ts";
import { getSupabase } from "./supabase-client.ts";

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

/** Renames the tokens for supabase-js. */
export const toSupabaseTokens = ({ accessToken, refreshToken }: IssuedSession) => ({
  access_token: accessToken,
  refresh_token: refreshToken,
});

/**
 * Returns a function that hands a login's tokens to supabase-js, which stores and refreshes them.
 */
export const useStartSession = () => {
  const { auth } = useSupabaseClient();
  return async (session: IssuedSession): Promise<void> => {
    const { error } = await auth.setSession(toSupabaseTokens(session));
    if (error) throw error;
  };
};

/**
 * Returns true once supabase-js has no session: no tokens in this browser, or the server refused
 * them. Stays false while it is loading or offline, so that nobody is logged out by mistake.
 */
export const useHasNoSession = (): boolean => {
  const { isLoading, error, session } = useSessionContext();
  return !isLoading && !error && !session;
};
