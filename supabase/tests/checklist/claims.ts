import { type ReportedResult, NIGHTLY } from "../results.ts";
import { findCalls, findRequirementIds, findThreats, type Requirement } from "./requirements.ts";

export interface Evidence {
  readonly tests: readonly ReportedResult[];
  /** The text of all files, which may mention an ID without testing it: in comments, sample data or group names. */
  readonly sourceCode: string;
  readonly isInCatalog: (call: string) => boolean;
}

export type RequirementStatus =
  | "tested"
  | "failed"
  | "unanswered"
  | "waiting"
  | "only named"
  | "untested";

/** Returns the requirements in the test's title, and the threats in its title or the names of its groups. */
const findClaims = ({ title, fullName }: Evidence["tests"][number]) => [
  ...findRequirementIds(title),
  ...findThreats(fullName),
];

/**
 * Groups requirements and threats by status. One is tested if a test that claims to show it passed, no such test
 * failed, and every call that it names is in the catalog.
 */
export function groupByStatus(
  requirements: readonly Requirement[],
  { tests, sourceCode, isInCatalog }: Evidence,
): Map<RequirementStatus, Requirement[]> {
  const ranTests = tests.filter(
    ({ status, tags }) => status !== "skipped" || !tags.includes(NIGHTLY),
  );
  const findIds = (matchingTests: Evidence["tests"]) => new Set(matchingTests.flatMap(findClaims));
  const passedIds = findIds(ranTests.filter(({ status }) => status === "passed"));
  const failedIds = findIds(ranTests.filter(({ status }) => status !== "passed"));
  const mentionedIds = findRequirementIds(sourceCode);
  return Map.groupBy(requirements, ({ id, text, isWaiting }) => {
    if (failedIds.has(id)) return "failed";
    if (passedIds.has(id)) return [...findCalls(text)].every(isInCatalog) ? "tested" : "unanswered";
    if (isWaiting) return "waiting";
    return mentionedIds.has(id) ? "only named" : "untested";
  });
}
