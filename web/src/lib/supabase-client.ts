import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { readEnv } from "./env.ts";
import type { SessionRole } from "./session.ts";

const storageKey = (role: SessionRole) => `care-packages-${role}`;

const clients = new Map<SessionRole, SupabaseClient>();

/** One client per role, each with its own stored session: an administrator may also be a volunteer. */
export const supabaseFor = (role: SessionRole): SupabaseClient => {
  const known = clients.get(role);
  if (known) return known;
  const env = readEnv();
  const client = createClient(env.supabaseUrl, env.supabasePublishableKey, {
    auth: { storageKey: storageKey(role), detectSessionInUrl: false },
  });
  clients.set(role, client);
  return client;
};

/** In this browser only: with no tokens left, supabase-js asks no server and tells every tab that the session is over. */
export const forgetSupabase = async (role: SessionRole): Promise<void> => {
  localStorage.removeItem(storageKey(role));
  await supabaseFor(role).auth.signOut({ scope: "local" });
};
