import type { BlogPost } from "#data/blog-posts/queries.ts";
import { paths } from "#lib/paths.ts";
import { absoluteUrl, CONTEXT, type JsonLd, organizationId } from "./json-ld.ts";

export const blogPostingLd = (
  origin: string,
  organizationName: string,
  post: BlogPost,
  { description, image }: { readonly description: string; readonly image: string },
): JsonLd => {
  const publisher = { "@type": "NGO", "@id": organizationId(origin), name: organizationName };
  return {
    "@context": CONTEXT,
    "@type": "BlogPosting",
    headline: post.title,
    description,
    datePublished: post.publishedAt,
    dateModified: post.updatedAt,
    ...(post.tags.length > 0 && { keywords: post.tags }),
    image: absoluteUrl(origin, image),
    author: publisher,
    publisher,
    mainEntityOfPage: `${origin}${paths.blogPost(post)}`,
  };
};
