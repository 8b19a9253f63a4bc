import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { deployAuth } from "./deployment/deploy-auth.ts";
import { projectRoot } from "./machine/paths.ts";
import { Problem } from "./machine/problem.ts";
import { exitWith } from "./terminal.ts";

/** `supabase link` writes the reference of the linked project here. */
const linkFile = path.join(projectRoot, "supabase/.temp/project-ref");

try {
  const [
    ,
    ,
    ,
    projectRef = existsSync(linkFile) ? readFileSync(linkFile, "utf8").trim() : undefined,
  ] = process.argv;
  const accessToken = process.env["SUPABASE_ACCESS_TOKEN"];
  if (projectRef === undefined) {
    throw new Problem("Which project? Run `npm run deploy:auth -- <ref>`, or link one first.");
  }
  if (!accessToken) {
    throw new Problem(
      "Set SUPABASE_ACCESS_TOKEN to a token from https://supabase.com/dashboard/account/tokens.",
    );
  }
  for (const line of await deployAuth(projectRef, accessToken)) console.log(line);
} catch (error) {
  exitWith(error);
}
