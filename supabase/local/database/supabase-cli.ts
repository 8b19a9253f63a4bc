import { execFile } from "node:child_process";
import { findSupabaseCli } from "../machine/binaries.ts";
import { projectRoot } from "../machine/paths.ts";
import { Problem } from "../machine/problem.ts";

export interface CliResult {
  code: number;
  output: string;
}

/** Runs the Supabase CLI against a database URL, without telemetry and with its own home folder. */
export function runSupabaseCli(
  args: string[],
  databaseUrl: string,
  home: string,
  project = projectRoot,
): Promise<CliResult> {
  const url = `--db-url=${databaseUrl}?sslmode=disable`;
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    SUPABASE_HOME: home,
    DO_NOT_TRACK: "1",
    SUPABASE_TELEMETRY_DISABLED: "1",
    NO_COLOR: "1",
  };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [findSupabaseCli(), ...args, url, "--workdir", project, "--agent", "no", "--yes"],
      { cwd: project, env, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 },
      (error, stdout, stderr) => {
        const code = typeof error?.code === "number" ? error.code : error ? -1 : 0;
        if (code !== 0 && stdout.trim() === "") {
          reject(new Problem(`supabase ${args.join(" ")} failed:\n${stderr.trim()}`));
        } else resolve({ code, output: stdout });
      },
    );
  });
}
