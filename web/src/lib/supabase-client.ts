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

/** Forgets the tokens in this browser only: by now the server has ended the session, or could not be reached. */
export const forgetSupabase = async (role: SessionRole): Promise<void> => {
  await clients.get(role)?.auth.stopAutoRefresh();
  clients.delete(role);
  localStorage.removeItem(storageKey(role));
};
