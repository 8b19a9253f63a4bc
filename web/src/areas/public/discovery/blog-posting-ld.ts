import type { BlogPost } from "#data/blog-posts/queries.ts";
import { paths } from "#lib/paths.ts";
import { toAbsoluteUrl, CONTEXT, type JsonLd, getOrganizationId } from "./json-ld.ts";

/** A scheduled post may have been changed for the last time before it was published. */
export const getModifiedAt = ({ publishedAt, updatedAt }: BlogPost): string =>
  Date.parse(publishedAt) > Date.parse(updatedAt) ? publishedAt : updatedAt;

export const createBlogPostingLd = (
  origin: string,
  organizationName: string,
  post: BlogPost,
  { description, image }: { readonly description: string; readonly image: string },
): JsonLd => {
  const publisher = { "@type": "NGO", "@id": getOrganizationId(origin), name: organizationName };
  return {
    "@context": CONTEXT,
    "@type": "BlogPosting",
    headline: post.title,
    description,
    datePublished: post.publishedAt,
    dateModified: getModifiedAt(post),
    ...(post.tags.length > 0 && { keywords: post.tags }),
    image: toAbsoluteUrl(origin, image),
    author: publisher,
    publisher,
    mainEntityOfPage: `${origin}${paths.blogPost(post)}`,
  };
};
