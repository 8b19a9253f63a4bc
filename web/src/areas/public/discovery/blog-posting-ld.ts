import { excerpt } from "#rules/excerpts.ts";
import type { BlogPost } from "../../../data/blog-posts/queries.ts";
import { paths } from "../../../lib/paths.ts";
import { absolute, CONTEXT, type JsonLd, organizationId } from "./json-ld.ts";

const DESCRIPTION_LENGTH = 160;

export const blogPostingLd = (
  site: string,
  organizationName: string,
  post: BlogPost,
  image: string,
): JsonLd => {
  const publisher = { "@type": "NGO", "@id": organizationId(site), name: organizationName };
  return {
    "@context": CONTEXT,
    "@type": "BlogPosting",
    headline: post.title,
    description: excerpt(post.content, DESCRIPTION_LENGTH),
    datePublished: post.publishedAt,
    image: absolute(site, image),
    author: publisher,
    publisher,
    mainEntityOfPage: `${site}${paths.blogPost(post)}`,
  };
};
