import { createTextExcerpt } from "../../supabase/functions/_shared/rules/excerpts.ts";
import type { BlogPost } from "../src/data/blog-posts/queries.ts";
import { paths } from "../src/lib/paths.ts";
import { renderXmlElement, escapeXml } from "./xml.ts";

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
    renderXmlElement("title", post.title),
    renderXmlElement("link", `${site}${paths.blogPost(post)}`),
    // Unlike the URL, the id stays the same when the title changes.
    `<guid isPermaLink="false">${escapeXml(post.id)}</guid>`,
    renderXmlElement("pubDate", new Date(post.publishedAt).toUTCString()),
    ...post.tags.map((tag) => renderXmlElement("category", tag)),
    renderXmlElement("description", createTextExcerpt(post.content, EXCERPT_LENGTH)),
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
    renderXmlElement("title", `News from ${organizationName}`),
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
