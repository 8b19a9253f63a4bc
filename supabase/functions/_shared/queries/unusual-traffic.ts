import type { Sql } from "../clients/database.ts";

interface UnusualTraffic {
  readonly kind: "refused" | "unpaid";
  readonly count: number;
}

/** Returns what is unusual about the site's traffic. It isn't a problem with the site, so its health stays green. */
export const readUnusualTraffic = (sql: Sql) =>
  sql<UnusualTraffic[]>`select kind, count from private.unusual_traffic()`;
