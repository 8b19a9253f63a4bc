import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { readEnv } from "./env.ts";
import type { SessionRole } from "./session.ts";

const clients = new Map<SessionRole, SupabaseClient>();

/** One client per role, each with its own stored session: an administrator may also be a volunteer. */
export const supabaseFor = (role: SessionRole): SupabaseClient => {
  const known = clients.get(role);
  if (known) return known;
  const env = readEnv();
  const client = createClient(env.supabaseUrl, env.supabaseAnonKey, {
    auth: { storageKey: `care-packages-${role}`, detectSessionInUrl: false },
  });
  clients.set(role, client);
  return client;
};
