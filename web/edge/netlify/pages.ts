import { REQUEST_PATHS } from "../../prerender/request-time.ts";
import { renderRequestedPage, createSiteReader } from "../pages.ts";
import { createRulesReader } from "../project.ts";
import { respondOrSendUnavailable } from "../responses.ts";

declare const Netlify: { readonly env: { get(name: string): string | undefined } };

const readRules = createRulesReader((url) => fetch(url));
const readSite = createSiteReader((url) => fetch(url));

/** Netlify edge function that renders pages whose content changes between builds. */
export default function renderPage(
  request: Request,
  { ip }: { readonly ip: string },
): Promise<Response | undefined> {
  const url = new URL(request.url);
  const visit = { request, address: ip, edgeSecret: Netlify.env.get("EDGE_SECRET") };
  return respondOrSendUnavailable(request, () =>
    renderRequestedPage(visit, {
      readRules: () => readRules(url),
      readSite: () => readSite(url),
    }),
  );
}

/** `manual` caches responses according to their own headers. */
export const config = { path: REQUEST_PATHS, cache: "manual" } as const;
