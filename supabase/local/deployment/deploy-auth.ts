import { Problem } from "../machine/problem.ts";

/** The Auth settings that `supabase config push` has no key for. */
export const DEPLOYED_AUTH_SETTINGS = {
  security_sb_forwarded_for_enabled: true,
  security_update_password_require_current_password: true,
} as const;

/** Applies the Auth settings to a project. Returns a line for each setting that Auth confirms. */
export async function deployAuth(
  ref: string,
  accessToken: string,
  managementUrl = "https://api.supabase.com",
): Promise<readonly string[]> {
  if (!/^[a-z0-9]+$/.test(ref)) throw new Problem(`${ref} isn't a project reference.`);
  const response = await fetch(`${managementUrl}/v1/projects/${ref}/config/auth`, {
    method: "PATCH",
    headers: { Authorization: `Bearer ${accessToken}`, "Content-Type": "application/json" },
    body: JSON.stringify(DEPLOYED_AUTH_SETTINGS),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Problem(`Supabase refused (${response.status}): ${text.slice(0, 200)}`);
  }
  const settings = JSON.parse(text) as Record<string, unknown>;
  return Object.entries(DEPLOYED_AUTH_SETTINGS).map(([name, value]) => {
    if (settings[name] === value) return `${name} is ${String(value)}`;
    throw new Problem(`${name} is still ${JSON.stringify(settings[name]) ?? "missing"}.`);
  });
}
