import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findSupabaseCli } from "../../local/machine/binaries.ts";
import { projectRoot } from "../../local/machine/paths.ts";

export const PROJECT_REF = "abcdefghijklmnopqrst";
/** The CLI refuses tokens of another form. */
export const ACCESS_TOKEN = `sbp_${"0".repeat(40)}`;

/** Runs the Supabase CLI against a double of the Management API, and answers all of its questions with yes. */
export async function runManagementCli(
  managementUrl: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly output: string }> {
  const home = await mkdtemp(path.join(tmpdir(), "care-packages-cli-"));
  const profile = path.join(home, "double.yaml");
  const [api_url, dashboard_url] = [managementUrl, managementUrl];
  const fields = { name: "double", api_url, dashboard_url, project_host: "test.example" };
  await writeFile(profile, JSON.stringify(fields));
  const options = [
    `--project-ref=${PROJECT_REF}`,
    `--profile=${profile}`,
    `--workdir=${projectRoot}`,
    "--agent=no",
    "--yes",
  ];
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    SUPABASE_HOME: home,
    SUPABASE_ACCESS_TOKEN: ACCESS_TOKEN,
    DO_NOT_TRACK: "1",
    SUPABASE_TELEMETRY_DISABLED: "1",
    NO_COLOR: "1",
    ...environment,
  };
  try {
    return await new Promise((resolve) => {
      execFile(
        process.execPath,
        [findSupabaseCli(), ...args, ...options],
        { cwd: projectRoot, env, timeout: 120_000 },
        (error, stdout, stderr) =>
          resolve({ code: error === null ? 0 : 1, output: `${stdout}${stderr}` }),
      );
    });
  } finally {
    await rm(home, { recursive: true });
  }
}
