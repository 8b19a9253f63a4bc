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
import type { SessionRole } from "./session.ts";
import { getSupabase, startSession, type IssuedSession } from "./supabase-client.ts";

export interface SessionProviderProps {
  readonly sessionRole: SessionRole;
  readonly children: ReactNode;
}

export const SessionProvider = ({ sessionRole, children }: SessionProviderProps) => (
  <SessionContextProvider supabaseClient={getSupabase(sessionRole)}>
    {children}
  </SessionContextProvider>
);

/** Returns a function that passes the tokens from a login to supabase-js, which stores and refreshes them. */
export const useStartSession = () => {
  const client = useSupabaseClient();
  return (session: IssuedSession): Promise<void> => startSession(client, session);
};

/**
 * Returns true if supabase-js has no session, because this browser has no tokens or the server rejected them. Stays
 * false while supabase-js is loading or offline, so that nobody is logged out by mistake.
 */
export const useHasNoSession = (): boolean => {
  const { isLoading, error, session } = useSessionContext();
  return !isLoading && !error && !session;
};
