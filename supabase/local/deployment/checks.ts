import { authChecks } from "./auth-checks.ts";
import type { Check } from "./check.ts";
import { operationChecks } from "./operation-checks.ts";
import { projectChecks } from "./project-checks.ts";
import { siteChecks } from "./site-checks.ts";

export const checks: readonly Check[] = [
  ...siteChecks,
  ...projectChecks,
  ...operationChecks,
  ...authChecks,
];
