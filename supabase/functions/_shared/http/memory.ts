const TTL_MS = 1000;
const MAX_KEYS = 500;

/** Returns the value cached under the key, or the one `make` returns. */
export type Memory<Value> = (key: string, make: () => Promise<Value>) => Promise<Value>;

/**
 * Creates a cache that keeps each value for a second from the start of its computation. Concurrent callers share one
 * computation; failures are not cached.
 */
export function createMemory<Value>(): Memory<Value> {
  const stored = new Map<string, { readonly value: Promise<Value>; until: number }>();

  /** A Map iterates in insertion order, so the oldest come first. */
  const makeRoom = (now: number) => {
    for (const [key, { until }] of stored) {
      if (until > now && stored.size < MAX_KEYS) return;
      stored.delete(key);
    }
  };

  return (key, make) => {
    const now = performance.now();
    const known = stored.get(key);
    if (known !== undefined && known.until > now) return known.value;

    stored.delete(key);
    makeRoom(now);
    const entry = { value: make(), until: Number.POSITIVE_INFINITY };
    stored.set(key, entry);
    entry.value.then(
      () => (entry.until = now + TTL_MS),
      () => stored.get(key) === entry && stored.delete(key),
    );
    return entry.value;
  };
}

export const noMemory = <Value>(_key: string, make: () => Promise<Value>): Promise<Value> => make();
