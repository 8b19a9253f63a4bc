import { proxyToProject, projectTarget, ruleFor, rulesReader } from "../project.ts";
import { respondOrUnavailable, unavailableResponse } from "../responses.ts";

declare const Netlify: { readonly env: { get(name: string): string | undefined } };

const readRules = rulesReader((url) => fetch(url));

/**
 * Netlify edge function for the paths proxied to the Supabase project. Netlify handles all others.
 */
export default function proxyProjectPath(
  request: Request,
  { ip }: { readonly ip: string },
): Promise<Response | undefined> {
  return respondOrUnavailable(request, async () => {
    const url = new URL(request.url);
    const rules = await readRules(url).catch(() => undefined);
    if (rules === undefined) return unavailableResponse();
    const target = projectTarget(ruleFor(rules, url), url);
    if (target === undefined) return undefined;
    const edgeSecret = Netlify.env.get("EDGE_SECRET");
    return proxyToProject(target, { request, address: ip, edgeSecret });
  });
}

export const config = { path: ["/api/*", "/images/*", "/events/create"] };
