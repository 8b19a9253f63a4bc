/**
 * `npm run bench`: measures the performance budgets, each against a baseline in the same run, because absolute times on
 * shared machines mean little. It only prints results and never fails. `npm run bench reads` runs only that part.
 */
import { startTemporaryStack } from "../../local/temporary-stack.ts";
import { benchColdStart } from "./cold-start.ts";
import { benchImports } from "./imports.ts";
import { benchLogins } from "./logins.ts";
import { benchExports } from "./exports.ts";
import { benchKills } from "./kills.ts";
import { benchBigData } from "./lists.ts";
import { benchPages, printSizes } from "./pages.ts";
import { benchPapers } from "./papers.ts";
import { benchReads } from "./reads.ts";
import { benchTexts } from "./texts.ts";
import { benchUploads } from "./uploads.ts";
import { benchVisitors } from "./visitors.ts";

const wantedParts = process.argv.slice(2);
const isWanted = (part: string) => wantedParts.length === 0 || wantedParts.includes(part);

const stack = await startTemporaryStack({
  site: isWanted("page") || isWanted("load") ? "built" : "none",
  hasFunctions: ["page", "imports", "load"].some(isWanted),
});
const parts = {
  page: async () => {
    printSizes(stack.dataDir);
    await benchPages(stack.facts.webUrl);
  },
  load: () => benchVisitors(stack.facts),
  start: () => benchColdStart(stack.facts),
  reads: () => benchReads(stack.facts),
  logins: () => benchLogins(stack.facts),
  texts: () => benchTexts(),
  uploads: () => benchUploads(stack.facts),
  imports: () => benchImports(stack.facts),
  // This part starts its own stack, because it kills processes.
  kills: () => benchKills(),
  papers: () => benchPapers(stack.facts),
  // These parts are last, because they fill the database.
  lists: () => benchBigData(stack.facts.databaseUrl),
  exports: () => benchExports(stack.facts),
};
try {
  for (const [part, bench] of Object.entries(parts)) if (isWanted(part)) await bench();
} finally {
  await stack.stop();
}
