const KEPT_MS = 1000;
const MAX_KEYS = 500;

/** Returns the value cached under the key, or the one `make` returns. */
export type Memory<Value> = (key: string, make: () => Promise<Value>) => Promise<Value>;

/**
 * Creates a cache that keeps each value for a second from the start of its computation. Concurrent callers share one
 * computation; failures are not cached.
 */
export function createMemory<Value>(): Memory<Value> {
  const kept = new Map<string, { readonly value: Promise<Value>; until: number }>();

  /** A Map iterates in insertion order, so the oldest come first. */
  const makeRoom = (now: number) => {
    for (const [key, { until }] of kept) {
      if (until > now && kept.size < MAX_KEYS) return;
      kept.delete(key);
    }
  };

  return (key, make) => {
    const now = performance.now();
    const known = kept.get(key);
    if (known !== undefined && known.until > now) return known.value;

    kept.delete(key);
    makeRoom(now);
    const entry = { value: make(), until: Number.POSITIVE_INFINITY };
    kept.set(key, entry);
    entry.value.then(
      () => (entry.until = now + KEPT_MS),
      () => kept.get(key) === entry && kept.delete(key),
    );
    return entry.value;
  };
}

export const noMemory = <Value>(_key: string, make: () => Promise<Value>): Promise<Value> => make();
