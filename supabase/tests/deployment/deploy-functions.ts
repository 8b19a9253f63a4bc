import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { findSupabaseCli } from "../../local/machine/binaries.ts";
import { projectRoot } from "../../local/machine/paths.ts";

const PROJECT_REF = "abcdefghijklmnopqrst";

/** A function as the CLI uploads it. */
export interface DeployedFunction {
  readonly settings: unknown;
  readonly files: readonly { readonly name: string; readonly size: number }[];
}

/** Runs `supabase functions deploy` against a double of the management API. Returns what it uploads, by name. */
export async function deployFunctions(): Promise<Record<string, DeployedFunction>> {
  const deployedFunctions: Record<string, DeployedFunction> = {};
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    const slug = url.searchParams.get("slug");
    if (slug !== null) deployedFunctions[slug] = await parseUpload(request);
    response.writeHead(slug === null ? 200 : 201, { "Content-Type": "application/json" });
    const functionFields = { id: slug, slug, name: slug, status: "ACTIVE", version: 1 };
    response.end(JSON.stringify(slug === null ? { functions: [] } : functionFields));
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const home = await mkdtemp(path.join(tmpdir(), "care-packages-cli-"));
  try {
    await runDeploy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, home);
  } finally {
    server.close();
    await rm(home, { recursive: true });
  }
  return deployedFunctions;
}

async function parseUpload(request: IncomingMessage): Promise<DeployedFunction> {
  const headers = { "Content-Type": request.headers["content-type"] ?? "" };
  const form = await new Response(await buffer(request), { headers }).formData();
  const files = form.getAll("file").filter((file) => file instanceof File);
  const metadata = form.get("metadata");
  return {
    settings: typeof metadata === "string" ? JSON.parse(metadata) : undefined,
    files: files.map(({ name, size }) => ({ name, size })),
  };
}

async function runDeploy(apiUrl: string, home: string): Promise<void> {
  const profile = path.join(home, "double.yaml");
  const fields = {
    name: "double",
    api_url: apiUrl,
    dashboard_url: apiUrl,
    project_host: "test.example",
  };
  await writeFile(profile, JSON.stringify(fields));
  await promisify(execFile)(
    process.execPath,
    [
      findSupabaseCli(),
      "functions",
      "deploy",
      "--use-api",
      `--project-ref=${PROJECT_REF}`,
      `--profile=${profile}`,
      `--workdir=${projectRoot}`,
      "--agent=no",
      "--yes",
    ],
    {
      cwd: projectRoot,
      env: {
        PATH: process.env["PATH"],
        HOME: home,
        SUPABASE_HOME: home,
        SUPABASE_ACCESS_TOKEN: `sbp_${"0".repeat(40)}`,
        DO_NOT_TRACK: "1",
        SUPABASE_TELEMETRY_DISABLED: "1",
      },
      timeout: 120_000,
    },
  );
}
