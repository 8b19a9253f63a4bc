import { element } from "./xml.ts";

/** Addresses are paths of the site; what is not to be found has no place here. */
export const buildSitemap = (site: string, addresses: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `<url>${element("loc", `${site}${address}`)}</url>`),
    "</urlset>",
    "",
  ].join("\n");

/** Private pages hold nothing to find; everything else may be read. */
export const buildRobots = (site: string, privatePaths: readonly string[]): string =>
  [
    "User-agent: *",
    ...privatePaths.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${site}/sitemap.xml`,
    "",
  ].join("\n");
