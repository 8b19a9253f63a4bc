/** `npm run checklist`: prints which requirements and threats the tests of the last `npm test` run cover. */
import { existsSync } from "node:fs";
import { readReports, reportsFolder } from "../results.ts";
import type { RequirementStatus } from "./claims.ts";
import { isInCatalog, readRequirementsText, readRowsByStatus } from "./read-rows.ts";
import { findCalls } from "./requirements.ts";

function printList(heading: string, lines: readonly string[]): void {
  console.log(`\n${lines.length} ${heading}`);
  for (const line of lines) console.log(`  ${line}`);
}

const headings: readonly (readonly [RequirementStatus, string])[] = [
  ["failed", "are named by a test that didn't pass:"],
  ["unanswered", "have a test but name a call that isn't in the catalog:"],
  ["waiting", "wait for a part that isn't built yet:"],
  ["only named", "are named only in comments, sample data or test groups:"],
  ["untested", "aren't named anywhere:"],
];

function printRows(): void {
  const { projects, writtenAt } = readReports();
  const rowsByStatus = readRowsByStatus();
  const rowCount = Object.values(rowsByStatus).flat().length;
  console.log(`Tests run ${writtenAt.toLocaleString()}: ${projects.join(", ")}`);
  console.log(
    `${rowsByStatus.tested?.length ?? 0} of ${rowCount} requirements and threats have a passing test.`,
  );
  for (const [status, heading] of headings) {
    const rows = rowsByStatus[status] ?? [];
    printList(
      heading,
      rows.map(({ id, text }) => `${id}  ${text}`),
    );
  }
  printList(
    "calls in the requirements aren't in the catalog:",
    [...findCalls(readRequirementsText())].filter((call) => !isInCatalog(call)),
  );
}

if (!existsSync(reportsFolder)) {
  console.error("There are no test results yet. Run `npm test` first.");
  process.exitCode = 1;
} else {
  printRows();
}
