import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { cleanStoredHtml } from "../../supabase/functions/_shared/html/clean-stored-html.ts";
import { privatePaths } from "../../supabase/functions/_shared/rules/site-pages.ts";
import type * as Server from "../src/app/prerender.tsx";
import { BUILT_SITE_PATH, type BuiltSite } from "../edge/built-site.ts";
import type { SiteFolders } from "./bundle.ts";
import {
  APPLICATION,
  buildDocument,
  buildShell,
  type Manifest,
  pageFiles,
  pageModule,
} from "./document.ts";
import { type ApiCaller, readAnswers } from "./read-answers.ts";
import { buildRobots } from "./sitemap.ts";

/** Fails the build instead of waiting forever. */
const READ_TIMEOUT_MS = 60_000;

export interface PrerenderOptions extends SiteFolders {
  /**
   * The base URL of a running API, without `/api`. Pages show built-in content if it is undefined.
   */
  readonly api: string | undefined;
  /** The site's public address; robots.txt needs an absolute URL. */
  readonly siteUrl: string;
}

const createApiCaller = (api: string): ApiCaller => {
  const responses = new Map<string, Promise<Response>>();
  const callApi = async (url: string) => {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const response = await fetch(url, { headers: { accept: "application/json" }, signal });
    if (!response.ok) throw new Error(`GET ${url} returned ${response.status}.`);
    return response;
  };
  return async (apiPath) => {
    const url = `${api.replace(/\/$/, "")}${apiPath}`;
    const response = responses.get(url) ?? callApi(url);
    responses.set(url, response);
    return (await response).clone();
  };
};

/**
 * Writes the public pages, robots.txt and the edge functions' data into the built site. Returns the
 * number of pages.
 */
export const prerenderSite = async ({
  site,
  server,
  api,
  siteUrl,
}: PrerenderOptions): Promise<number> => {
  const readBuildFile = (name: string) => readFile(path.join(server, name), "utf8");
  const [template, manifest, app, headers] = await Promise.all([
    readBuildFile("template.html"),
    readBuildFile("manifest.json").then((text) => JSON.parse(text) as Manifest),
    import(pathToFileURL(path.join(server, "prerender.js")).href) as Promise<typeof Server>,
    readFile(path.join(site, "_headers"), "utf8"),
  ]);
  app.setHtmlCleaner((html) => cleanStoredHtml(html, "text"));
  const write = async (file: string, text: string) => {
    const target = path.join(site, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  };

  const application = pageFiles(manifest, APPLICATION);
  const scriptsOf = (name: string) => {
    const files = pageFiles(manifest, pageModule(manifest, name));
    return [...new Set([...application, ...files])].map((file) => `/${file}`);
  };
  const shell = buildShell(template, application);
  // The document for all private pages, which aren't prerendered.
  await write("app.html", shell);
  const renderedAt = new Date().toISOString();
  const callApi = api === undefined ? undefined : createApiCaller(api);
  for (const page of app.PRERENDERED_PAGES) {
    const answers = callApi ? await readAnswers(page, callApi) : [];
    const data = { path: page.path, renderedAt, answers, scripts: scriptsOf(page.name) };
    const { head, body } = await app.renderFile(data);
    await write(
      app.fileOf(page),
      buildDocument(template, { head, body, dataId: app.PAGE_DATA_ID, data }),
    );
  }

  const scripts = Object.fromEntries(app.REQUEST_PAGE_NAMES.map((name) => [name, scriptsOf(name)]));
  const builtSite: BuiltSite = { template, shell, headers, scripts };
  await write(BUILT_SITE_PATH, JSON.stringify(builtSite));
  const robots = buildRobots(siteUrl.replace(/\/$/, ""), privatePaths());
  await write("robots.txt", robots);
  return app.PRERENDERED_PAGES.length;
};
