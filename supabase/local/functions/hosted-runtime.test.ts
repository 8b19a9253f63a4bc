import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { findHostedDenoBinary, findSupabaseCli } from "../machine/binaries.ts";
import { HOSTED_RUNTIME } from "./hosted-runtime.ts";

const execute = promisify(execFile);

it("names the runtime that the pinned Supabase CLI deploys to, and npm installs its Deno version", async () => {
  const { cli, edgeRuntime, deno } = HOSTED_RUNTIME;
  const manifest = JSON.parse(await readFile("package.json", "utf8")) as {
    devDependencies: Record<string, string>;
    optionalDependencies: Record<string, string>;
  };
  expect(manifest.devDependencies["supabase"]).toBe(cli);
  expect(manifest.optionalDependencies["hosted-deno-linux-x64"]).toBe(
    `npm:@deno/linux-x64-glibc@${deno}`,
  );
  const services = await execute(process.execPath, [findSupabaseCli(), "services", "--agent=no"], {
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], HOME: tmpdir(), SUPABASE_TELEMETRY_DISABLED: "1" },
  });
  expect(services.stdout).toMatch(new RegExp(`supabase/edge-runtime +\\| v${edgeRuntime} `));
  const version = await execute(findHostedDenoBinary(), ["--version"]);
  expect(version.stdout).toMatch(new RegExp(`^deno ${deno} `));
});
