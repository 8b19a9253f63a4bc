import { createHash } from "node:crypto";
import { Problem } from "../machine/problem.ts";
import { callManagement, type HostedProject } from "./management.ts";
import type { Secret } from "./secrets-file.ts";

/**
 * Sets the functions' secrets without the Supabase CLI, which changes some values. Then compares the digests that
 * Supabase shows with the values. Returns a line for each secret.
 */
export async function deploySecrets(
  project: HostedProject,
  secrets: readonly Secret[],
): Promise<readonly string[]> {
  await callManagement(project, "POST", "/secrets", secrets);
  const stored = await callManagement<readonly Secret[]>(project, "GET", "/secrets");
  const digests = new Map(stored.map(({ name, value }) => [name, value]));
  const wrongNames = secrets
    .filter(({ name, value }) => digests.get(name) !== computeDigest(value))
    .map(({ name }) => name);
  if (wrongNames.length > 0) {
    throw new Problem(
      `Supabase stored something else for ${wrongNames.join(", ")}. Run the command again.`,
    );
  }
  return secrets.map(({ name }) => `${name} is set`);
}

const computeDigest = (value: string): string => createHash("sha256").update(value).digest("hex");
