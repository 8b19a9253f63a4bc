/**
 * The only module that knows @supabase/auth-helpers-react (pinned to 0.5.0, the last with a context provider), so
 * that it can be replaced here.
 */
import {
  SessionContextProvider,
  useSessionContext,
  useSupabaseClient,
} from "@supabase/auth-helpers-react";
import type { ReactNode } from "react";
import type { SessionRole } from "./session.ts";
import { supabaseFor } from "./supabase-client.ts";

export interface SessionProviderProps {
  readonly of: SessionRole;
  readonly children: ReactNode;
}

export const SessionProvider = ({ of, children }: SessionProviderProps) => (
  <SessionContextProvider supabaseClient={supabaseFor(of)}>{children}</SessionContextProvider>
);

export interface IssuedSession {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** As supabase-js names them. */
export const tokensOf = ({ accessToken, refreshToken }: IssuedSession) => ({
  access_token: accessToken,
  refresh_token: refreshToken,
});

/** Hands the tokens of a login to supabase-js, which keeps and refreshes them. */
export const useStartSession = () => {
  const { auth } = useSupabaseClient();
  return async (session: IssuedSession): Promise<void> => {
    const { error } = await auth.setSession(tokensOf(session));
    if (error) throw error;
  };
};

/**
 * Whether supabase-js holds no session any more: no tokens in this browser, or the server refused them. While
 * it asks, or cannot reach the server, nobody is sent away.
 */
export const useHasNoSession = (): boolean => {
  const { isLoading, error, session } = useSessionContext();
  return !isLoading && !error && !session;
};
