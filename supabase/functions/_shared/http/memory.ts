const KEPT_MS = 1000;
const MAX_KEYS = 500;

/** The value kept under that key, or the one that `make` makes. */
export type Memory<Value> = (key: string, make: () => Promise<Value>) => Promise<Value>;

/**
 * Keeps each value for a second from the moment its making began, so that it is never older. Who asks while it is being
 * made waits for the same one; a failure goes to those who wait and is forgotten.
 */
export function createMemory<Value>(): Memory<Value> {
  const kept = new Map<string, { readonly value: Promise<Value>; until: number }>();

  /** The oldest come first, as a Map keeps the order of insertion. */
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
