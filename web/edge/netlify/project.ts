import { askProject, projectTarget, ruleFor, rulesReader, unavailable } from "../project.ts";

declare const Netlify: { readonly env: { get(name: string): string | undefined } };

const readRules = rulesReader((url) => fetch(url));

/** Netlify's edge function before the paths that lead to the Supabase project; all others are Netlify's own work. */
export default async function toProject(
  request: Request,
  { ip }: { readonly ip: string },
): Promise<Response | undefined> {
  const url = new URL(request.url);
  const rules = await readRules(url).catch(() => undefined);
  if (rules === undefined) return unavailable();
  const target = projectTarget(ruleFor(rules, url), url);
  if (target === undefined) return undefined;
  return askProject(target, { request, address: ip, edgeSecret: Netlify.env.get("EDGE_SECRET") });
}

export const config = { path: ["/api/*", "/images/*", "/events/create"] };
