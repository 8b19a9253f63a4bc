const TTL_MS = 1000;
const MAX_KEYS = 500;

/** Returns the value cached under the key, or the one that `compute` returns. */
export type MemoryCache<Value> = (key: string, compute: () => Promise<Value>) => Promise<Value>;

/**
 * Creates a cache that keeps each value for a second from the start of its computation. Concurrent callers share one
 * computation; failures are not cached.
 */
export function createMemoryCache<Value>(): MemoryCache<Value> {
  const entries = new Map<string, { readonly value: Promise<Value>; expiresAt: number }>();

  /** A Map iterates in insertion order, so the oldest entries come first. */
  const removeOldest = (now: number) => {
    for (const [key, { expiresAt }] of entries) {
      if (expiresAt > now && entries.size < MAX_KEYS) return;
      entries.delete(key);
    }
  };

  return (key, compute) => {
    const now = performance.now();
    const cachedEntry = entries.get(key);
    if (cachedEntry !== undefined && cachedEntry.expiresAt > now) return cachedEntry.value;

    entries.delete(key);
    removeOldest(now);
    const entry = { value: compute(), expiresAt: Number.POSITIVE_INFINITY };
    entries.set(key, entry);
    entry.value.then(
      () => (entry.expiresAt = now + TTL_MS),
      () => entries.get(key) === entry && entries.delete(key),
    );
    return entry.value;
  };
}

export const noCache = <Value>(_key: string, compute: () => Promise<Value>): Promise<Value> =>
  compute();
