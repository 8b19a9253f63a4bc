import { element } from "./xml.ts";

export const SITEMAP_PATH = "/sitemap.xml";

export interface SitemapEntry {
  /** A path of the site; what is not to be found has no place here. */
  readonly address: string;
  readonly changedAt?: string;
}

const entry = (site: string, { address, changedAt }: SitemapEntry): string =>
  `<url>${element("loc", `${site}${address}`)}${changedAt ? element("lastmod", new Date(changedAt).toISOString()) : ""}</url>`;

export const buildSitemap = (site: string, entries: readonly SitemapEntry[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries.map((one) => entry(site, one)),
    "</urlset>",
    "",
  ].join("\n");

/** Private pages hold nothing to find; everything else may be read. */
export const buildRobots = (site: string, privatePaths: readonly string[]): string =>
  [
    "User-agent: *",
    ...privatePaths.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${site}${SITEMAP_PATH}`,
    "",
  ].join("\n");
