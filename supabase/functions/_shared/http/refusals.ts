import { service } from "../caller.ts";
import type { AppError } from "../errors.ts";
import { addRefusedRequests } from "../queries/rate-limits.ts";
import { runInBackground } from "./in-background.ts";
import type { Services } from "./services.ts";

/** A flood must not lead to a flood of writes, so each instance adds its counts only this often. */
const WRITE_INTERVAL_MS = 10_000;

export interface Refusal {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, because a path may name a person. */
  readonly route: string;
  readonly error: AppError;
}

/**
 * Returns a function that logs a refused request without personal data, and counts it for the whole site. What an instance
 * has counted since its last write is lost when it stops, which doesn't matter for a flood.
 */
export function createRefusalReporter({ database }: Pick<Services, "database">) {
  let counts: Record<number, number> = {};
  let writtenAt = 0;
  return ({ requestId, method, route, error: { status, code } }: Refusal): void => {
    const line = { level: "refused", requestId, method, route, status, code };
    // oxlint-disable-next-line no-console -- the functions log to standard error
    console.warn(JSON.stringify(line));
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
