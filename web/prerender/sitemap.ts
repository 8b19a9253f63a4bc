import { renderXmlElement } from "./xml.ts";

export const SITEMAP_PATH = "/sitemap.xml";

export interface SitemapEntry {
  /** The path of an indexable page. */
  readonly path: string;
  readonly changedAt?: string;
}

const renderUrlElement = (site: string, { path, changedAt }: SitemapEntry): string =>
  `<url>${renderXmlElement("loc", `${site}${path}`)}${changedAt ? renderXmlElement("lastmod", new Date(changedAt).toISOString()) : ""}</url>`;

export const buildSitemap = (site: string, entries: readonly SitemapEntry[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries.map((sitemapEntry) => renderUrlElement(site, sitemapEntry)),
    "</urlset>",
    "",
  ].join("\n");

/** Disallows private pages and allows everything else. */
export const buildRobots = (site: string, privatePaths: readonly string[]): string =>
  [
    "User-agent: *",
    ...privatePaths.map((privatePath) => `Disallow: ${privatePath}`),
    "",
    `Sitemap: ${site}${SITEMAP_PATH}`,
    "",
  ].join("\n");
