import { existsSync, globSync, readFileSync } from "node:fs";
import { catalogue } from "../../functions/_shared/contracts/catalogue.ts";
import { handlers } from "../../functions/api/routes/handlers.ts";
import { readReports, reportsFolder } from "../results.ts";
import { type Standing, standings } from "./claims.ts";
import { namedCalls, readRequirements } from "./requirements.ts";

/**
 * `npm run checklist`: which requirements a test of the last `npm test` shows, and which calls still answer 501.
 */
const checklistFile = "../shared/spec/checklist.md";

const calls = Object.entries(catalogue).map(([name, { method, path }]) => ({
  name,
  title: `${method} ${path}`,
  pattern: new RegExp(`^${method} ${path.replaceAll(/:\w+/g, "[^/]+")}$`),
  isHandled: name in handlers,
}));

function list(heading: string, lines: readonly string[]): void {
  console.log(`\n${lines.length} ${heading}`);
  for (const line of lines) console.log(`  ${line}`);
}

const headings: readonly (readonly [Standing, string])[] = [
  ["failed", "are named by a test that did not pass:"],
  ["unanswered", "have a test, but name a call that has no handler:"],
  ["only named", "are named by comments, sample data or groups of tests only:"],
  ["untested", "are named nowhere:"],
];

function printRequirements(checklist: string): void {
  const { tests, projects, writtenAt } = readReports();
  const files = globSync(["web/**/*.{ts,tsx}", "supabase/**/*.{ts,sql}"], {
    exclude: (file) => file.includes("node_modules"),
  });
  const requirements = readRequirements(checklist);
  const rows = standings(requirements, {
    tests,
    sources: files.map((file) => readFileSync(file, "utf8")).join("\n"),
    answers: (call) => calls.some(({ pattern, isHandled }) => isHandled && pattern.test(call)),
  });
  console.log(`Tests of ${writtenAt.toLocaleString()}: ${projects.join(", ")}`);
  console.log(
    `${rows.get("tested")?.length ?? 0} of ${requirements.length} requirements are shown by a test.`,
  );
  for (const [standing, heading] of headings) {
    const found = rows.get(standing) ?? [];
    list(
      heading,
      found.map(({ id, text }) => `${id}  ${text}`),
    );
  }
  list(
    "calls of the checklist are not in the catalogue:",
    [...namedCalls(checklist)].filter((call) => !calls.some(({ pattern }) => pattern.test(call))),
  );
}

if (!existsSync(reportsFolder)) {
  console.error("There are no results to read yet: run `npm test` first.");
  process.exitCode = 1;
} else if (existsSync(checklistFile)) {
  printRequirements(readFileSync(checklistFile, "utf8"));
} else {
  console.log(`${checklistFile} is not here to compare with.`);
}
list(
  `of ${calls.length} calls answer 501:`,
  calls.filter(({ isHandled }) => !isHandled).map(({ title, name }) => `${title}  (${name})`),
);
