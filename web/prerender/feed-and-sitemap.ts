import { createTextExcerpt } from "../../supabase/functions/_shared/rules/excerpts.ts";
import type { BlogPost } from "../src/data/blog-posts/queries.ts";
import { paths } from "../src/lib/paths.ts";

const XML_ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** XML 1.0 forbids control characters, even escaped. */
const FORBIDDEN_CHARACTERS = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export const escapeXml = (text: string): string =>
  text
    .replace(FORBIDDEN_CHARACTERS, "")
    .replace(/[&<>"']/g, (character) => XML_ENTITIES[character] ?? "");

export const renderXmlElement = (name: string, text: string): string =>
  `<${name}>${escapeXml(text)}</${name}>`;

/** Readers show a description as HTML, so its text is escaped twice: for HTML, and for XML. */
const renderTextAsHtml = (name: string, text: string): string =>
  renderXmlElement(name, escapeXml(text));

/**
 * Some readers show a title as HTML, others as text. So only tags are escaped twice: an ampersand would be seen as `&amp;`
 * in the latter.
 */
const renderTitle = (title: string): string =>
  renderXmlElement(
    "title",
    title.replace(/[<>]/g, (sign) => XML_ENTITIES[sign] ?? ""),
  );

const EXCERPT_LENGTH = 400;

export interface Feed {
  readonly site: string;
  readonly organizationName: string;
  /** The posts, newest first. */
  readonly posts: readonly BlogPost[];
}

const renderItemElement = (site: string, post: BlogPost): string =>
  [
    "<item>",
    renderTitle(post.title),
    renderXmlElement("link", `${site}${paths.blogPost(post)}`),
    // Unlike the URL, the id stays the same when the title changes.
    `<guid isPermaLink="false">${escapeXml(post.id)}</guid>`,
    renderXmlElement("pubDate", new Date(post.publishedAt).toUTCString()),
    ...post.tags.map((tag) => renderXmlElement("category", tag)),
    renderTextAsHtml("description", createTextExcerpt(post.content, EXCERPT_LENGTH)),
    "</item>",
  ].join("");

const findLastChangeDate = (posts: readonly BlogPost[]): Date | null =>
  posts.length === 0
    ? null
    : new Date(
        Math.max(
          ...posts.flatMap(({ publishedAt, updatedAt }) => [
            Date.parse(publishedAt),
            Date.parse(updatedAt),
          ]),
        ),
      );

/** Returns the news as RSS 2.0. */
export const buildFeed = ({ site, organizationName, posts }: Feed): string => {
  const changedAt = findLastChangeDate(posts);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    renderTitle(`News from ${organizationName}`),
    renderXmlElement("link", `${site}${paths.news()}`),
    renderXmlElement(
      "description",
      "Stories from our packing events and the people who receive the boxes.",
    ),
    renderXmlElement("language", "en-us"),
    ...(changedAt === null ? [] : [renderXmlElement("lastBuildDate", changedAt.toUTCString())]),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(`${site}${paths.newsFeed()}`)}"/>`,
    ...posts.map((post) => renderItemElement(site, post)),
    "</channel></rss>",
    "",
  ].join("\n");
};

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
