import {
  BUILT_PAGES,
  listAppRoutes,
} from "../../../supabase/functions/_shared/rules/site-pages.ts";
import { REQUEST_PATHS } from "../../prerender/request-time.ts";
import { createSiteReader, redirectToMeantPage } from "../pages.ts";
import { createRulesReader } from "../project.ts";
import { isReadRequest, respondOrSendUnavailable } from "../responses.ts";
import { config as projectConfig } from "./project.ts";

declare const Netlify: { readonly env: { get(name: string): string | undefined } };

const readRules = createRulesReader((url) => fetch(url));
const readSite = createSiteReader((url) => fetch(url));

/** Netlify edge function that redirects a path that would be a 404, if it's clear which page was meant. */
export default function redirectMissingPage(
  request: Request,
  { ip, next }: { readonly ip: string; readonly next: () => Promise<Response> },
): Promise<Response> {
  const url = new URL(request.url);
  const visit = { request, address: ip, edgeSecret: Netlify.env.get("EDGE_SECRET") };
  return respondOrSendUnavailable(request, async () => {
    const response = await next();
    if (response.status !== 404 || !isReadRequest(request)) return response;
    const redirect = await redirectToMeantPage(visit, {
      readRules: () => readRules(url),
      readSite: () => readSite(url),
    });
    return redirect ?? response;
  });
}

/** The function runs only for paths that neither a page nor another function has. */
export const config = {
  path: "/*",
  excludedPath: [
    ...Object.values(BUILT_PAGES),
    ...listAppRoutes(),
    ...REQUEST_PATHS,
    ...projectConfig.path,
    "/assets/*",
  ],
};
