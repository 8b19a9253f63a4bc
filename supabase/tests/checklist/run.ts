/** `npm run checklist`: prints which requirements the tests of the last `npm test` run cover. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { catalog } from "../../functions/_shared/contracts/catalog.ts";
import { readReports, reportsFolder } from "../results.ts";
import { type RequirementStatus, groupByStatus } from "./claims.ts";
import { findCalls, readRequirements } from "./requirements.ts";

const requirementsFile = "docs/requirements.md";

const callPatterns = Object.values(catalog).map(
  ({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/:\w+/g, "[^/]+")}$`),
);
const isInCatalog = (call: string) => callPatterns.some((pattern) => pattern.test(call));

function printList(heading: string, lines: readonly string[]): void {
  console.log(`\n${lines.length} ${heading}`);
  for (const line of lines) console.log(`  ${line}`);
}

const headings: readonly (readonly [RequirementStatus, string])[] = [
  ["failed", "requirements are named by a test that didn't pass:"],
  ["unanswered", "requirements have a test but name a call that isn't in the catalog:"],
  ["only named", "requirements are named only in comments, sample data or test groups:"],
  ["untested", "requirements aren't named anywhere:"],
];

function printRequirements(requirementsText: string): void {
  const { tests, projects, writtenAt } = readReports();
  const files = globSync(["web/**/*.{ts,tsx}", "supabase/**/*.{ts,sql}"], {
    exclude: (file) => file.includes("node_modules"),
  });
  const requirements = readRequirements(requirementsText);
  const requirementsByStatus = groupByStatus(requirements, {
    tests,
    sourceCode: files.map((file) => readFileSync(file, "utf8")).join("\n"),
    isInCatalog,
  });
  console.log(`Tests run ${writtenAt.toLocaleString()}: ${projects.join(", ")}`);
  console.log(
    `${requirementsByStatus.get("tested")?.length ?? 0} of ${requirements.length} requirements have a passing test.`,
  );
  for (const [status, heading] of headings) {
    const matchingRequirements = requirementsByStatus.get(status) ?? [];
    printList(
      heading,
      matchingRequirements.map(({ id, text }) => `${id}  ${text}`),
    );
  }
  printList(
    "calls in the requirements aren't in the catalog:",
    [...findCalls(requirementsText)].filter((call) => !isInCatalog(call)),
  );
}

if (!existsSync(reportsFolder)) {
  console.error("There are no test results yet. Run `npm test` first.");
  process.exitCode = 1;
} else {
  printRequirements(readFileSync(requirementsFile, "utf8"));
}
