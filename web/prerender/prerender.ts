import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type * as Server from "../src/app/prerender.tsx";
import type { SiteContent } from "../src/app/prerendered-pages.ts";
import type { SiteFolders } from "./bundle.ts";
import { buildDocument, buildShell, filesOf, type Manifest } from "./document.ts";
import { buildFeed } from "./feed.ts";
import { buildRobots, buildSitemap } from "./sitemap.ts";

const FALLBACK_NAME = "Care Packages for Heroes";

export interface PrerenderOptions extends SiteFolders {
  readonly content: SiteContent | null;
  /** Address visitors use; sitemap and feed need absolute addresses. */
  readonly siteUrl: string;
}

const hasLegalText = ({ privacyPolicy, termsOfService }: SiteContent) =>
  privacyPolicy.content.trim() !== "" || termsOfService.content.trim() !== "";

/** Writes every public page, the sitemap, the feed and robots.txt into the built site; answers how many pages. */
export const prerenderSite = async ({
  site,
  server,
  content,
  siteUrl,
}: PrerenderOptions): Promise<number> => {
  const read = (name: string) => readFile(path.join(server, name), "utf8");
  const [template, manifest, app] = await Promise.all([
    read("template.html"),
    read("manifest.json").then((text) => JSON.parse(text) as Manifest),
    import(pathToFileURL(path.join(server, "prerender.js")).href) as Promise<typeof Server>,
  ]);
  if (content && hasLegalText(content)) {
    const { JSDOM } = await import("jsdom");
    app.cleanWith(new JSDOM("").window);
  }
  const write = async (file: string, text: string) => {
    const target = path.join(site, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  };

  // A post that is no longer published must not stay behind from the last time.
  await rm(path.join(site, "news"), { recursive: true, force: true });
  const application = filesOf(manifest, "src/app/start.tsx");
  // What every address without a file of its own gets: private pages, and posts newer than the build.
  await write("app.html", buildShell(template, application));
  const pages = app.prerenderedPages(content);
  const renderedAt = new Date().toISOString();
  for (const page of pages) {
    const { path, answers } = page;
    const scripts = new Set([...application, ...filesOf(manifest, page.module)]);
    const data = { path, renderedAt, answers, scripts: [...scripts].map((file) => `/${file}`) };
    const { head, body } = await app.renderPage(data);
    const parts = { head, body, dataId: app.PAGE_DATA_ID, data };
    await write(page.file, buildDocument(template, parts));
  }

  const address = siteUrl.replace(/\/$/, "");
  const { paths } = app;
  const listed = pages.filter(({ path, isUnlisted }) => path.startsWith("/") && !isUnlisted);
  const addresses = listed.map(({ path }) => path);
  const organizationName = content?.home.contactInfo?.organizationName || FALLBACK_NAME;
  await write("sitemap.xml", buildSitemap(address, addresses));
  await write(
    "robots.txt",
    buildRobots(address, [paths.admin(), paths.dashboard(), paths.volunteerDashboard()]),
  );
  await write(
    paths.newsFeed(),
    buildFeed({ site: address, organizationName, posts: content?.posts ?? [] }),
  );
  return pages.length;
};
