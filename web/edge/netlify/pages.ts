import { pageFor, siteReader } from "../pages.ts";
import { rulesReader } from "../project.ts";

declare const Netlify: { readonly env: { get(name: string): string | undefined } };

const readRules = rulesReader((url) => fetch(url));
const readSite = siteReader((url) => fetch(url));

/** Netlify's edge function that makes the pages a build would be too old for. */
export default async function page(
  request: Request,
  { ip }: { readonly ip: string },
): Promise<Response | undefined> {
  const url = new URL(request.url);
  const visit = { request, address: ip, edgeSecret: Netlify.env.get("EDGE_SECRET") };
  return pageFor(
    visit,
    () => readRules(url),
    () => readSite(url),
  );
}

/** Answers are kept as their headers say. */
export const config = {
  path: ["/news", "/news/*", "/feed.xml", "/sitemap.xml"],
  cache: "manual",
} as const;
