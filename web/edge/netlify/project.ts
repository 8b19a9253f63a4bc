import {
  proxyToProject,
  getProjectTarget,
  findRule,
  createRulesReader,
  RULES_PROBLEM,
} from "../project.ts";
import { respondOrSendUnavailable, createUnavailableResponse } from "../responses.ts";

declare const Netlify: { readonly env: { get(name: string): string | undefined } };

const readRules = createRulesReader((url) => fetch(url));

/**
 * Netlify edge function for the paths proxied to the Supabase project. Netlify handles all others.
 */
export default function proxyProjectPath(
  request: Request,
  { ip }: { readonly ip: string },
): Promise<Response | undefined> {
  return respondOrSendUnavailable(request, async () => {
    const url = new URL(request.url);
    const rules = await readRules(url).catch(() => undefined);
    if (rules === undefined) return createUnavailableResponse(RULES_PROBLEM);
    const target = getProjectTarget(findRule(rules, url), url);
    if (target === undefined) return undefined;
    const edgeSecret = Netlify.env.get("EDGE_SECRET");
    const response = await proxyToProject(target, { request, address: ip, edgeSecret });
    // Netlify's runtime is Deno, which has decompressed the body but may keep these headers.
    for (const name of ["content-encoding", "content-length"]) response.headers.delete(name);
    return response;
  });
}

export const config = { path: ["/api/*", "/images/*", "/events/create"] };
