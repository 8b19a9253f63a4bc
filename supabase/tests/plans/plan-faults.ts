import type { LoggedStatement, PlanNode } from "./plan-log.ts";

/**
 * How often a statement may run in one read. Reads call some functions a few times, such as for today's date; a
 * function that is called for each row runs its statement for each row of a page.
 */
const REPEATS_MAX = 8;

/** A scan that reads fewer rows ends early, as for whether there is any row. */
const SCANNED_ROWS_MIN = 1000;

/** No page needs more rows than this from an index: a list skips and counts at most 10,000 of those that match. */
const INDEXED_ROWS_MAX = 50_000;

/** Scans and repeated statements that are meant to be, with the reason. */
const EXPECTED_FAULTS: readonly { readonly words: string; readonly reason: string }[] = [
  {
    words: "Seq Scan on volunteer_days",
    reason: "A report counts each of its people once, in whatever period.",
  },
  {
    words: "grouping(method) = 1",
    reason: "The report for the board adds up a year's donations, a few times a year.",
  },
  {
    words: "'totalRegistrations', coalesce(sum(",
    reason: "The organization's totals add up its events, of which there are a few hundred a year.",
  },
];

const countScannedRows = (node: PlanNode): number =>
  ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) *
  (node["Actual Loops"] ?? 1);

/** Counting a list stops at a limit, so a scan is the fastest way if most rows match. */
const countsUpToLimit = (node: PlanNode, parent: PlanNode | undefined): boolean =>
  parent?.["Node Type"] === "Limit" &&
  (node["Actual Rows"] ?? 0) > (node["Rows Removed by Filter"] ?? 0);

function findScanFault(node: PlanNode, parent: PlanNode | undefined): string | undefined {
  const rowCount = countScannedRows(node);
  if (node["Node Type"] !== "Seq Scan") {
    return rowCount > INDEXED_ROWS_MAX ? `${node["Node Type"]} of ${rowCount} rows` : undefined;
  }
  return rowCount < SCANNED_ROWS_MIN || countsUpToLimit(node, parent) ? undefined : "Seq Scan";
}

const findScans = (
  node: PlanNode,
  growingTables: ReadonlySet<string>,
  parent?: PlanNode,
): readonly string[] => {
  const table = node["Relation Name"] ?? "";
  const fault = growingTables.has(table) ? findScanFault(node, parent) : undefined;
  return [
    ...(fault === undefined ? [] : [`${fault} on ${table}`]),
    ...(node.Plans ?? []).flatMap((child) => findScans(child, growingTables, node)),
  ];
};

const shorten = (query: string): string => query.replaceAll(/\s+/g, " ").trim().slice(0, 160);

interface PlanOptions {
  readonly growingTables: ReadonlySet<string>;
  /** Whether this read is meant to call a function for each row of a page. */
  readonly callsPerRow: boolean;
}

/** Returns what makes a read slower as tables grow: a scan of a whole table, and a function called per row. */
export function findPlanFaults(
  statements: readonly LoggedStatement[],
  { growingTables, callsPerRow }: PlanOptions,
): readonly string[] {
  const scans = statements.flatMap(({ query, plan }) =>
    findScans(plan, growingTables).map((scan) => `${scan} in: ${shorten(query)}`),
  );
  const runs = new Map<string, number>();
  for (const { query } of statements) runs.set(query, (runs.get(query) ?? 0) + 1);
  const repeated = [...runs]
    .filter(([, count]) => count > REPEATS_MAX && !callsPerRow)
    .map(([query, count]) => `called ${count} times: ${shorten(query)}`);
  return [...new Set([...scans, ...repeated])].filter(
    (fault) => !EXPECTED_FAULTS.some(({ words }) => fault.includes(words)),
  );
}
