import type { RunTest } from "../results.ts";
import { namedCalls, namedRequirements, type Requirement } from "./requirements.ts";

export interface Evidence {
  readonly tests: readonly Pick<RunTest, "title" | "status">[];
  /** Files that mention an ID without testing it, in comments, sample data or group names. */
  readonly sources: string;
  /** Returns whether the catalog has the call. */
  readonly answers: (call: string) => boolean;
}

export type RequirementStatus = "tested" | "failed" | "unanswered" | "only named" | "untested";

/**
 * Groups requirements by status. A requirement is tested when a test with its ID in the title passed, none with it
 * failed, and every call it names is in the catalog.
 */
export function requirementStatuses(
  requirements: readonly Requirement[],
  { tests, sources, answers }: Evidence,
): Map<RequirementStatus, Requirement[]> {
  const idsOf = (someTests: Evidence["tests"]) =>
    namedRequirements(someTests.map(({ title }) => title).join("\n"));
  const passedIds = idsOf(tests.filter(({ status }) => status === "passed"));
  const failedIds = idsOf(tests.filter(({ status }) => status !== "passed"));
  const namedIds = namedRequirements(sources);
  return Map.groupBy(requirements, ({ id, text }) => {
    if (failedIds.has(id)) return "failed";
    if (passedIds.has(id)) return [...namedCalls(text)].every(answers) ? "tested" : "unanswered";
    return namedIds.has(id) ? "only named" : "untested";
  });
}
