import { wait } from "../time/wait.ts";

/*
 * Supabase Auth limits logins and renewals of sessions together, per IP address: 30 at once, then one every two seconds.
 * At an event, everyone's phone may have the same address, so the phones wait for their turn.
 */
const PAUSE_SECONDS = 5;

/** Long enough for 120 people who arrive at once. */
const PATIENCE_MS = 180_000;

/**
 * Returns a function that waits until the next try. If that would take too long, it returns false at once instead of
 * waiting.
 */
export const createTurns = (signal?: AbortSignal | null) => {
  const endsAt = Date.now() + PATIENCE_MS;
  return async (retryAfterSeconds = PAUSE_SECONDS): Promise<boolean> => {
    // Waits up to twice as long, so that phones that were refused together don't come back together.
    const pauseMs = retryAfterSeconds * 1000 * (1 + Math.random());
    if (Date.now() + pauseMs > endsAt) return false;
    await wait(pauseMs, signal);
    return true;
  };
};
