import { expect, test } from "vitest";
import type { HealthProblemKind } from "../../_shared/contracts/choices.ts";
import { createHealthReport, haveProblemsChanged } from "./alert.ts";

const createProblems = (...kinds: HealthProblemKind[]) =>
  kinds.map((kind) => ({ kind, message: `Fault: ${kind}` }));

test("threat 72: an email lists what is solved once, and nothing that is still a problem", () => {
  expect(
    createHealthReport(createProblems("jobs"), ["emails", "jobs", "emails", "payments"]),
  ).toEqual({
    problems: ["Fault: jobs"],
    solvedProblems: [
      "Emails are going out again.",
      "The payment provider accepts our requests again.",
    ],
  });
  expect(createHealthReport([], ["webhooks"])).toEqual({
    problems: [],
    solvedProblems: ["Payment updates from Stripe (webhooks) are arriving again."],
  });
});

test.each<
  [
    now: HealthProblemKind[],
    announced: HealthProblemKind[],
    untold: HealthProblemKind[],
    isNews: boolean,
  ]
>([
  [[], [], [], false],
  [["jobs"], [], [], true],
  [["jobs"], ["jobs"], [], false],
  [["jobs"], ["emails"], [], true],
  [[], ["jobs"], [], true],
  // It came and went while no email could leave.
  [[], [], ["jobs"], true],
  [["jobs"], ["jobs"], ["jobs"], false],
])(
  "owners hear of %j after %j was announced and %j wasn't: %j",
  (now, announced, untold, isNews) => {
    const known = { announcedProblems: announced, untoldProblems: untold };
    expect(haveProblemsChanged(createProblems(...now), known)).toBe(isNews);
  },
);
