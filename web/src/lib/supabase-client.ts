import { createClient, type AuthError, type SupabaseClient } from "@supabase/supabase-js";
import { ApiError } from "./api-error.ts";
import { readEnv } from "./env.ts";
import type { SessionName } from "./session.ts";
import { withinTimeLimit } from "./time-limit.ts";

const storageKey = (name: SessionName) => `care-packages-${name}`;

const clients = new Map<SessionName, SupabaseClient>();

/** Auth's answers are short, so the limit holds for all of each. */
const fetchInTime: typeof fetch = (input, init) =>
  withinTimeLimit(async (signal) => {
    const response = await fetch(input, { ...init, signal });
    await response.clone().arrayBuffer();
    return response;
  }, init?.signal);

/** One client per session, each with its own storage: an administrator may also be a volunteer. */
export const supabaseFor = (name: SessionName): SupabaseClient => {
  const known = clients.get(name);
  if (known) return known;
  const env = readEnv();
  const isKept = name !== "unconfirmed";
  const client = createClient(env.supabaseUrl, env.supabasePublishableKey, {
    global: { fetch: fetchInTime },
    auth: {
      storageKey: storageKey(name),
      detectSessionInUrl: false,
      persistSession: isKept,
      autoRefreshToken: isKept,
    },
  });
  clients.set(name, client);
  return client;
};

/** In this browser only: with no tokens left, supabase-js asks no server and tells every tab that the session is over. */
export const forgetSupabase = async (name: SessionName): Promise<void> => {
  localStorage.removeItem(storageKey(name));
  await supabaseFor(name).auth.signOut({ scope: "local" });
};

/** For a form that asks again: which field, and what a person can do about it. */
const WRONG_CODE = {
  path: "code",
  message: "That code isn't right. Enter the one your app shows now.",
};

const ISSUES: Readonly<Record<string, { readonly path: string; readonly message: string }>> = {
  mfa_verification_failed: WRONG_CODE,
  mfa_challenge_expired: WRONG_CODE,
};

const TOO_MANY = "Too many attempts. Please wait a few minutes and try again.";

/** A refusal of Supabase Auth in the shape of our own server's, so that forms show both alike. */
const refusalOf = ({ status = 0, code = "", message }: AuthError): ApiError => {
  const issue = ISSUES[code];
  const said = issue?.message ?? (status === 429 ? TOO_MANY : undefined);
  const body = { code, message: said, issues: issue && [issue] };
  // Without a status nobody answered.
  return new ApiError(status || 503, JSON.stringify(body), message);
};

interface Answer {
  readonly data: unknown;
  readonly error: AuthError | null;
}

/** What Auth gave; raises what it refused. */
export const granted = <Given extends Answer>(
  answer: Given,
): Extract<Given, { readonly error: null }>["data"] => {
  if (answer.error) throw refusalOf(answer.error);
  return answer.data;
};
