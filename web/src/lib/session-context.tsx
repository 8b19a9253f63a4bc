/**
 * The only module that knows @supabase/auth-helpers-react (pinned to 0.5.0, the last with a context provider), so
 * that it can be replaced here.
 */
import { SessionContextProvider } from "@supabase/auth-helpers-react";
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
