import { askProject, projectTarget, ruleFor, rulesReader, unavailable } from "./project.ts";
import type { RedirectRule } from "./rules.ts";

interface Assets {
  fetch(request: Request | URL): Promise<Response>;
}

interface Environment {
  readonly ASSETS: Assets;
  readonly EDGE_SECRET?: string;
}

let readRules: ((url: URL) => Promise<RedirectRule[]>) | undefined;

/**
 * Cloudflare's Worker before the site's files. It follows `_redirects` itself, because Cloudflare would neither proxy,
 * nor rewrite to a page whose name ends in .html, nor take a 404 for a rule. `_headers` is Cloudflare's own work.
 */
export default {
  async fetch(request: Request, { ASSETS, EDGE_SECRET }: Environment): Promise<Response> {
    const url = new URL(request.url);
    readRules ??= rulesReader((file) => ASSETS.fetch(file));
    const rules = await readRules(url).catch(() => undefined);
    if (rules === undefined) return unavailable();
    const match = ruleFor(rules, url);
    const target = projectTarget(match, url);
    if (target !== undefined) {
      const address = request.headers.get("CF-Connecting-IP");
      return askProject(target, { request, address, edgeSecret: EDGE_SECRET });
    }
    const file = match?.force ? undefined : await ASSETS.fetch(request);
    if (file !== undefined && (file.status !== 404 || match === undefined)) return file;
    return match === undefined ? ASSETS.fetch(request) : follow(request, url, match, ASSETS);
  },
};

/** A redirect as it is, a rewrite as the page that it names. */
async function follow(
  request: Request,
  url: URL,
  { to, status }: { readonly to: string; readonly status: number },
  assets: Assets,
): Promise<Response> {
  if (status >= 300 && status < 400) {
    return new Response(null, { status, headers: { Location: `${to}${url.search}` } });
  }
  const page = await assets.fetch(new Request(new URL(to.replace(/\.html$/, ""), url), request));
  if (status === 200 || !page.ok) return page;
  const headers = new Headers(page.headers);
  headers.set("Cache-Control", "no-store");
  return new Response(page.body, { status, headers });
}
