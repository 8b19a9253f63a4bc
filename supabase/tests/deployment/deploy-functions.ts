import { type DeployedFunction, ManagementApi } from "./management-api.ts";
import { closeServers } from "./servers.ts";
import { runManagementCli } from "./supabase-cli.ts";

/** Runs `supabase functions deploy` against a double of the Management API. Returns what it uploads, by name. */
export async function deployFunctions(): Promise<Record<string, DeployedFunction>> {
  const api = new ManagementApi();
  const { code, output } = await runManagementCli(await api.start(), [
    "functions",
    "deploy",
    "--use-api",
  ]);
  closeServers();
  if (code !== 0) throw new Error(output);
  return api.functions;
}
