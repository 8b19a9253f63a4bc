import { spawn } from "node:child_process";
import { once } from "node:events";
import { deployAuth, putBackSettings } from "./deployment/deploy-auth.ts";
import { findProject, type HostedProject } from "./deployment/management.ts";
import { findSupabaseCli } from "./machine/binaries.ts";
import { projectRoot } from "./machine/paths.ts";
import { Problem } from "./machine/problem.ts";
import { exitWith } from "./terminal.ts";

/** The CLI lists what it would change, and asks before it changes anything. */
async function pushConfig({ ref, accessToken }: HostedProject, siteUrl: string): Promise<void> {
  const args = ["config", "push", `--project-ref=${ref}`, `--workdir=${projectRoot}`];
  const env = { ...process.env, SITE_URL: siteUrl, SUPABASE_ACCESS_TOKEN: accessToken };
  const child = spawn(process.execPath, [findSupabaseCli(), ...args], { stdio: "inherit", env });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Problem("`supabase config push` failed. Its output says why.");
}

const log = (line: string): void => console.log(line);

async function run(args: readonly string[]): Promise<void> {
  const [first = "", second, ...names] = args;
  if (first === "put-back" && second !== undefined && names.length > 0) {
    for (const line of await putBackSettings(findProject, second, names)) log(line);
    return;
  }
  if (!/^https?:\/\/[^/]+\/?$/.test(first)) {
    throw new Problem("Which site? Run `npm run deploy:auth -- https://www.example.org`.");
  }
  const project = findProject(second);
  log(`Project ${project.ref}`);
  const push = () => pushConfig(project, new URL(first).origin);
  const captchaSecret = process.env["CAPTCHA_SECRET"] || undefined;
  await deployAuth(project, { pushConfig: push, captchaSecret, folder: projectRoot, log });
}

try {
  await run(process.argv.slice(3));
} catch (error) {
  exitWith(error);
}
