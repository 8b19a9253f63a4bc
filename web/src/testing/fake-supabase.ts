import type { SessionRole } from "../lib/session/session.ts";
import { createAuthMethods } from "./fake-auth.ts";

type Listener = (event: string, session: object | null) => void;
interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

const storageKey = (role: SessionRole) => `care-packages-${role}`;

/** Stores tokens the way a login does. In component tests, the access token is the name of the role. */
export const storeTokens = (role: SessionRole): void =>
  localStorage.setItem(storageKey(role), JSON.stringify({ access_token: role, refresh_token: "" }));

export const hasTokens = (role: SessionRole): boolean =>
  localStorage.getItem(storageKey(role)) !== null;

/** The error that Supabase Auth returns when a session is requested. */
export const authSessionError: { error: Error | null } = { error: null };

interface ClientOptions {
  readonly auth: { readonly storageKey: string; readonly persistSession?: boolean };
}

/** Stores a client's tokens in localStorage. If the client's session isn't persisted, keeps them in memory. */
const createTokenStore = ({ auth: { storageKey: key, persistSession = true } }: ClientOptions) => {
  let memoryText: string | null = null;
  return {
    read: () => (persistSession ? localStorage.getItem(key) : memoryText),
    write: (text: string) => {
      if (persistSession) localStorage.setItem(key, text);
      else memoryText = text;
    },
    forget: () => {
      localStorage.removeItem(key);
      memoryText = null;
    },
  };
};

/** Replaces supabase-js (see setup.ts). Stores tokens and notifies listeners of changes. */
export const createClient = (_url: string, _key: string, options: ClientOptions) => {
  const listeners = new Set<Listener>();
  const notify = (event: string, session: Tokens | null) => {
    for (const listener of listeners) listener(event, session);
  };
  const tokenStore = createTokenStore(options);
  return {
    auth: {
      ...createAuthMethods(() =>
        tokenStore.write(JSON.stringify({ access_token: "mail", refresh_token: "" })),
      ),
      getSession: () => {
        const { error } = authSessionError;
        const text = error ? "null" : (tokenStore.read() ?? "null");
        return Promise.resolve({ data: { session: JSON.parse(text) as Tokens | null }, error });
      },
      onAuthStateChange: (listener: Listener) => {
        listeners.add(listener);
        return { data: { subscription: { unsubscribe: () => listeners.delete(listener) } } };
      },
      setSession: (session: Tokens) => {
        tokenStore.write(JSON.stringify(session));
        notify("SIGNED_IN", session);
        return Promise.resolve({ error: null });
      },
      signOut: () => {
        tokenStore.forget();
        notify("SIGNED_OUT", null);
        return Promise.resolve({ error: null });
      },
    },
  };
};
