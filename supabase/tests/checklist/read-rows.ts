import { globSync, readFileSync } from "node:fs";
import { catalog } from "../../functions/_shared/contracts/catalog.ts";
import { readChecks, readReports } from "../results.ts";
import { groupByStatus, type RequirementStatus } from "./claims.ts";
import { readRequirements, readThreats, type Requirement } from "./requirements.ts";

const callPatterns = Object.values(catalog).map(
  ({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/:\w+/g, "[^/]+")}$`),
);
export const isInCatalog = (call: string) => callPatterns.some((pattern) => pattern.test(call));

export const readRequirementsText = () => readFileSync("docs/requirements.md", "utf8");

type RowsByStatus = Partial<Record<RequirementStatus, readonly Requirement[]>>;

/** Returns the requirements and threats by what the last run of `npm test` showed of them. */
export function readRowsByStatus(): RowsByStatus {
  const files = globSync(["web/**/*.{ts,tsx}", "supabase/**/*.{ts,sql}"], {
    exclude: (file) => file.includes("node_modules"),
  });
  const rows = [
    ...readRequirements(readRequirementsText()),
    ...readThreats(readFileSync("docs/threats.md", "utf8")),
  ];
  return Object.fromEntries(
    groupByStatus(rows, {
      tests: [...readReports().tests, ...readChecks()],
      sourceCode: files.map((file) => readFileSync(file, "utf8")).join("\n"),
      isInCatalog,
    }),
  );
}
