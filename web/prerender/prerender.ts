import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { cleanStoredHtml } from "../../supabase/functions/_shared/html/clean-stored-html.ts";
import { listPrivatePaths } from "../../supabase/functions/_shared/rules/site-pages.ts";
import { VERSION } from "../../supabase/functions/_shared/rules/version.ts";
import type * as Server from "../src/app/prerender.tsx";
import { BUILT_SITE_PATH, type BuiltSite } from "../edge/built-site.ts";
import type { SiteFolders } from "./bundle.ts";
import {
  APP_MODULE,
  APP_PAGE_MODULE,
  buildDocument,
  buildShell,
  type ViteManifest,
  collectPageFiles,
  findPageModule,
} from "./document.ts";
import { type ApiCaller, fetchQueryResults } from "./fetch-query-results.ts";
import { buildRobots } from "./feed-and-sitemap.ts";

/** The build fails after this time instead of waiting forever for the API. */
const READ_TIMEOUT_MS = 60_000;

export interface PrerenderOptions extends SiteFolders {
  /**
   * The base URL of a running API, without `/api`. Pages show built-in content if it is undefined.
   */
  readonly apiUrl: string | undefined;
  /** The site's public URL. robots.txt needs it, because it must link to the sitemap with an absolute URL. */
  readonly siteUrl: string;
}

const createApiCaller = (apiUrl: string): ApiCaller => {
  const responsePromises = new Map<string, Promise<Response>>();
  const callApi = async (url: string) => {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const response = await fetch(url, { headers: { accept: "application/json" }, signal });
    if (!response.ok) throw new Error(`GET ${url} returned ${response.status}.`);
    return response;
  };
  return async (apiPath) => {
    const url = `${apiUrl.replace(/\/$/, "")}${apiPath}`;
    const responsePromise = responsePromises.get(url) ?? callApi(url);
    responsePromises.set(url, responsePromise);
    return (await responsePromise).clone();
  };
};

/**
 * Writes the public pages, robots.txt and the edge functions' data into the built site. Returns the
 * number of pages.
 */
export const prerenderSite = async ({
  site,
  server,
  apiUrl,
  siteUrl,
}: PrerenderOptions): Promise<number> => {
  const readBuildFile = (name: string) => readFile(path.join(server, name), "utf8");
  const [template, manifest, app, headers] = await Promise.all([
    readBuildFile("template.html"),
    readBuildFile("manifest.json").then((text) => JSON.parse(text) as ViteManifest),
    import(pathToFileURL(path.join(server, "prerender.js")).href) as Promise<typeof Server>,
    readFile(path.join(site, "_headers"), "utf8"),
  ]);
  app.setHtmlCleaner((html) => cleanStoredHtml(html, "text"));
  const writeSiteFile = async (file: string, text: string) => {
    const targetPath = path.join(site, file);
    await mkdir(path.dirname(targetPath), { recursive: true });
    await writeFile(targetPath, text);
  };

  const appFiles = collectPageFiles(manifest, APP_MODULE);
  const listScripts = (name: string) => {
    const files = collectPageFiles(manifest, findPageModule(manifest, name));
    return [...new Set([...appFiles, ...files])].map((file) => `/${file}`);
  };
  const appPageFiles = collectPageFiles(manifest, APP_PAGE_MODULE);
  const shell = buildShell(template, [...new Set([...appFiles, ...appPageFiles])]);
  // All private pages share this document, because they aren't prerendered.
  await writeSiteFile("app.html", shell);
  const renderedAt = new Date().toISOString();
  const callApi = apiUrl === undefined ? undefined : createApiCaller(apiUrl);
  for (const page of app.PRERENDERED_PAGES) {
    const queryResults = callApi ? await fetchQueryResults(page, callApi) : [];
    const data = { path: page.path, renderedAt, queryResults, scripts: listScripts(page.name) };
    const { head, body } = await app.renderFile(data);
    await writeSiteFile(
      app.getOutputPath(page),
      buildDocument(template, { head, body, dataId: app.PAGE_DATA_ID, data }),
    );
  }

  const scripts = Object.fromEntries(
    app.REQUEST_PAGE_NAMES.map((name) => [name, listScripts(name)]),
  );
  const builtSite: BuiltSite = { version: VERSION, template, shell, headers, scripts };
  await writeSiteFile(BUILT_SITE_PATH, JSON.stringify(builtSite));
  const robots = buildRobots(siteUrl.replace(/\/$/, ""), listPrivatePaths());
  await writeSiteFile("robots.txt", robots);
  return app.PRERENDERED_PAGES.length;
};
