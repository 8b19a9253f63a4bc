import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../machine/paths.ts";
import { Problem } from "../machine/problem.ts";

export const MANAGEMENT_URL = "https://api.supabase.com";

/** A hosted project, and the token of someone who may change it. */
export interface HostedProject {
  readonly ref: string;
  readonly accessToken: string;
  readonly managementUrl?: string;
}

/** `supabase link` writes the reference of the linked project here. */
const linkFile = path.join(projectRoot, "supabase/.temp/project-ref");

/** Returns the project that a command changes: the one it names, or the linked one. */
export function findProject(ref: string | undefined): HostedProject {
  const linkedRef = existsSync(linkFile) ? readFileSync(linkFile, "utf8").trim() : undefined;
  const accessToken = process.env["SUPABASE_ACCESS_TOKEN"];
  if ((ref ?? linkedRef) === undefined) {
    throw new Problem(
      "Which project? Run `npx supabase link` first, or add the project's reference ID to the command.",
    );
  }
  if (!accessToken) {
    throw new Problem(
      "Set SUPABASE_ACCESS_TOKEN to a token from https://supabase.com/dashboard/account/tokens.",
    );
  }
  return { ref: (ref ?? linkedRef)!, accessToken };
}

/** Calls Supabase's Management API for a project. Returns its JSON, or undefined if the response is empty. */
export async function callManagement<Json>(
  { ref, accessToken, managementUrl = MANAGEMENT_URL }: HostedProject,
  method: "GET" | "PATCH" | "POST",
  path: string,
  body?: unknown,
): Promise<Json> {
  if (!/^[a-z0-9]+$/.test(ref)) throw new Problem(`${ref} isn't a project's reference ID.`);
  const response = await fetch(`${managementUrl}/v1/projects/${ref}${path}`, {
    method,
    headers: { Authorization: `Bearer ${accessToken}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  }).catch((error: unknown) => {
    throw new Problem(`Supabase isn't responding: ${String(error)}`);
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Problem(`Supabase refused (${response.status}): ${text.slice(0, 300)}`);
  }
  return (text === "" ? undefined : JSON.parse(text)) as Json;
}
