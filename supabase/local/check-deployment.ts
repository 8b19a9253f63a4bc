import { setDefaultAutoSelectFamily } from "node:net";
import { setDefaultResultOrder } from "node:dns";
import { checks } from "./deployment/checks.ts";
import { DeploymentClient } from "./deployment/deployment.ts";
import { messageOf, Problem } from "./machine/problem.ts";
import { exitWith } from "./terminal.ts";

/** Prints one line per check. Returns whether all passed. */
async function check(deployment: DeploymentClient): Promise<boolean> {
  let hasPassed = true;
  for (const { name, run } of checks) {
    try {
      const detail = await run(deployment);
      console.log(`ok      ${name}${detail ? ` (${detail})` : ""}`);
    } catch (error) {
      hasPassed = false;
      console.log(`FAILED  ${name}: ${messageOf(error)}`);
    }
  }
  return hasPassed;
}

// Use IPv4 only: with IPv6 as well, we would have two addresses, and the functions would count us as two callers.
setDefaultResultOrder("ipv4first");
setDefaultAutoSelectFamily(false);
try {
  const [site, project] = process.argv.slice(3);
  const tokens = {
    healthToken: process.env["HEALTH_TOKEN"] || undefined,
    accessToken: process.env["SUPABASE_ACCESS_TOKEN"],
  };
  if (!URL.canParse(site ?? "")) {
    throw new Problem("Which site? Run `npm run check:deployment -- https://www.example.org`.");
  }
  process.exitCode = (await check(new DeploymentClient(site!, project, tokens))) ? 0 : 1;
} catch (error) {
  exitWith(error);
}
