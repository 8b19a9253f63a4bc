import { existsSync, globSync, readFileSync } from "node:fs";
import { catalogue } from "../functions/_shared/contracts/catalogue.ts";
import { handlers } from "../functions/api/routes/handlers.ts";
import { namedCalls, namedRequirements } from "./requirements.ts";

/**
 * `npm run checklist`: which requirements of the checklist have a test that names them, which have none, and which
 * calls of the catalogue still answer 501.
 */
const checklistFile = "../shared/spec/checklist.md";

function readTested(): Set<string> {
  const files = globSync(["web/**/*.test.{ts,tsx}", "supabase/**/*.test.ts"], {
    exclude: (file) => file.includes("node_modules"),
  });
  const tested = new Set<string>();
  for (const file of files) {
    for (const id of namedRequirements(readFileSync(file, "utf8"))) tested.add(id);
  }
  return tested;
}

/** Calls of the documents that the catalogue does not have. The CDN rewrites /events/create to /api/events/create. */
function printUnlistedCalls(checklist: string): void {
  const listed = Object.values(catalogue).map(
    ({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/:\w+/g, "[^/]+")}$`),
  );
  const unlisted = [...namedCalls(checklist)]
    .map((call) => call.replace(" /events/", " /api/events/"))
    .filter((call) => !listed.some((pattern) => pattern.test(call)));
  console.log(`\n${unlisted.length} calls of the checklist are not in the catalogue.`);
  for (const call of unlisted) console.log(`  ${call}`);
}

function print(): void {
  const tested = readTested();
  if (existsSync(checklistFile)) {
    const rows = readFileSync(checklistFile, "utf8").matchAll(
      /^\| ([A-Z]+-\d{2}) \| (.*) \| .* \|$/gm,
    );
    const requirements = Array.from(rows, ([, id = "", text = ""]) => ({ id, text }));
    const open = requirements.filter(({ id }) => !tested.has(id));
    console.log(
      `${requirements.length - open.length} of ${requirements.length} requirements have a test.\n`,
    );
    console.log("Without a test:");
    for (const { id, text } of open) console.log(`  ${id}  ${text}`);
    printUnlistedCalls(readFileSync(checklistFile, "utf8"));
  } else {
    console.log(
      `${tested.size} requirements are named by tests (${checklistFile} is not here to compare with).`,
    );
  }

  const missing = Object.entries(catalogue).filter(([name]) => !(name in handlers));
  console.log(`\n${missing.length} of ${Object.keys(catalogue).length} calls answer 501:`);
  for (const [name, entry] of missing) console.log(`  ${entry.method} ${entry.path}  (${name})`);
}

print();
