/**
 * The only code that touches localStorage and sessionStorage. A browser that blocks site data throws when they're read or
 * has none, and full storage refuses writes. What can't be stored is kept in memory until the page is closed or reloaded.
 */
export interface BrowserStorage {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
  readonly keys: () => readonly string[];
  /** Returns whether the browser stores values, so that they are still there after a reload. */
  readonly isKept: () => boolean;
}

const TEST_KEY = "test";

const withMemory = (getStorage: () => Storage): BrowserStorage => {
  const memory = new Map<string, string>();
  const attempt = <Value>(use: (storage: Storage) => Value): Value | undefined => {
    try {
      return use(getStorage());
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem: (key, value) => {
      memory.set(key, value);
      attempt((storage) => {
        storage.setItem(key, value);
        memory.delete(key);
      });
    },
    removeItem: (key) => {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    isKept: () =>
      attempt((storage) => {
        storage.setItem(TEST_KEY, "");
        storage.removeItem(TEST_KEY);
        return true;
      }) ?? false,
    keys: () => [...memory.keys(), ...(attempt(Object.keys) ?? [])],
  };
};

/** Shared by all tabs, and kept when the browser is closed. */
export const localStore = withMemory(() => localStorage);

/** Kept through reloads of its tab. */
export const tabStore = withMemory(() => sessionStorage);
