import type { TestResult } from "../results.ts";
import { findCalls, findRequirementIds, type Requirement } from "./requirements.ts";

export interface Evidence {
  readonly tests: readonly Pick<TestResult, "title" | "status">[];
  /** The text of all files, which may mention an ID without testing it: in comments, sample data or group names. */
  readonly sourceCode: string;
  readonly isInCatalog: (call: string) => boolean;
}

export type RequirementStatus = "tested" | "failed" | "unanswered" | "only named" | "untested";

/**
 * Groups requirements by status. A requirement is tested if a test with its ID in the title passed, no such test
 * failed, and every call that the requirement names is in the catalog.
 */
export function groupByStatus(
  requirements: readonly Requirement[],
  { tests, sourceCode, isInCatalog }: Evidence,
): Map<RequirementStatus, Requirement[]> {
  const findIds = (matchingTests: Evidence["tests"]) =>
    findRequirementIds(matchingTests.map(({ title }) => title).join("\n"));
  const passedIds = findIds(tests.filter(({ status }) => status === "passed"));
  const failedIds = findIds(tests.filter(({ status }) => status !== "passed"));
  const mentionedIds = findRequirementIds(sourceCode);
  return Map.groupBy(requirements, ({ id, text }) => {
    if (failedIds.has(id)) return "failed";
    if (passedIds.has(id)) return [...findCalls(text)].every(isInCatalog) ? "tested" : "unanswered";
    return mentionedIds.has(id) ? "only named" : "untested";
  });
}
