import { service } from "../caller.ts";
import { addRefusedRequests } from "../queries/rate-limits.ts";
import { runInBackground } from "./in-background.ts";
import type { Services } from "./services.ts";

/** Statuses of callers without permission, or who call too often. */
const REFUSED_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

export const isRefused = (status: number): boolean => REFUSED_STATUSES.has(status);

/** A flood must not lead to a flood of writes, so each instance adds its counts only this often. */
const WRITE_INTERVAL_MS = 10_000;

/**
 * Returns a function that counts a refused request for the whole site. What an instance has counted since its last write is
 * lost when it stops, which doesn't matter for a flood.
 */
export function createRefusalCounter({ database }: Pick<Services, "database">) {
  let counts: Record<number, number> = {};
  let writtenAt = 0;
  return (status: number): void => {
    counts[status] = (counts[status] ?? 0) + 1;
    if (Date.now() < writtenAt + WRITE_INTERVAL_MS) return;
    writtenAt = Date.now();
    const countsToWrite = counts;
    counts = {};
    runInBackground("count-refused-requests", async () => {
      await database.as(service, (sql) => addRefusedRequests(sql, countsToWrite));
    });
  };
}
