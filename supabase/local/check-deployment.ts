import { setDefaultAutoSelectFamily } from "node:net";
import { setDefaultResultOrder } from "node:dns";
import { runCheck } from "./deployment/check.ts";
import { checks } from "./deployment/checks.ts";
import { DeploymentClient } from "./deployment/deployment.ts";
import { Problem } from "./machine/problem.ts";
import { exitWith } from "./terminal.ts";

const STATE_LABELS = { ok: "ok    ", failed: "FAILED", skipped: "-     " } as const;

/** Prints one line per check. Returns true if no check failed. */
async function printChecks(deployment: DeploymentClient): Promise<boolean> {
  let haveAllPassed = true;
  for (const check of checks) {
    const { name, state, detail } = await runCheck(deployment, check);
    haveAllPassed &&= state !== "failed";
    const detailText = detail === undefined ? "" : state === "ok" ? ` (${detail})` : `: ${detail}`;
    console.log(`${STATE_LABELS[state]}  ${name}${detailText}`);
  }
  return haveAllPassed;
}

// Use IPv4 only: with IPv6 as well, we would have two addresses, and the functions would count us as two callers.
setDefaultResultOrder("ipv4first");
setDefaultAutoSelectFamily(false);
try {
  const [site, project] = process.argv.slice(3);
  const tokens = {
    healthToken: process.env["HEALTH_TOKEN"] || undefined,
    accessToken: process.env["SUPABASE_ACCESS_TOKEN"] || undefined,
  };
  if (!URL.canParse(site ?? "")) {
    throw new Problem("Which site? Run `npm run check:deployment -- https://www.example.org`.");
  }
  process.exitCode = (await printChecks(new DeploymentClient(site!, project, tokens))) ? 0 : 1;
} catch (error) {
  exitWith(error);
}
