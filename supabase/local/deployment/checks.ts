import { accessChecks } from "./access-checks.ts";
import { authChecks } from "./auth-checks.ts";
import type { Check } from "./check.ts";
import { fileChecks } from "./file-checks.ts";
import { operationChecks } from "./operation-checks.ts";
import { pageChecks } from "./page-checks.ts";
import { projectChecks } from "./project-checks.ts";
import { siteChecks } from "./site-checks.ts";

export const checks: readonly Check[] = [
  ...siteChecks,
  ...pageChecks,
  ...fileChecks,
  ...projectChecks,
  ...accessChecks,
  ...operationChecks,
  ...authChecks,
];
