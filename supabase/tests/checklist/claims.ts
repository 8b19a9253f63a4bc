import type { RunTest } from "../results.ts";
import { namedCalls, namedRequirements, type Requirement } from "./requirements.ts";

export interface Evidence {
  readonly tests: readonly Pick<RunTest, "title" | "status">[];
  /** Where an ID may stand without being shown: in comments, sample data, names of groups. */
  readonly sources: string;
  /** Whether there is such a call. */
  readonly answers: (call: string) => boolean;
}

export type Standing = "tested" | "failed" | "unanswered" | "only named" | "untested";

/**
 * A row counts where a test with its ID in the title passed and none with it did not, and every call it names answers.
 */
export function standings(
  requirements: readonly Requirement[],
  { tests, sources, answers }: Evidence,
): Map<Standing, Requirement[]> {
  const idsOf = (found: Evidence["tests"]) =>
    namedRequirements(found.map(({ title }) => title).join("\n"));
  const passed = idsOf(tests.filter(({ status }) => status === "passed"));
  const failed = idsOf(tests.filter(({ status }) => status !== "passed"));
  const named = namedRequirements(sources);
  return Map.groupBy(requirements, ({ id, text }) => {
    if (failed.has(id)) return "failed";
    if (passed.has(id)) return [...namedCalls(text)].every(answers) ? "tested" : "unanswered";
    return named.has(id) ? "only named" : "untested";
  });
}
