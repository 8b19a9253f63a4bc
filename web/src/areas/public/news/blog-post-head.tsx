import { createTextExcerpt } from "#rules/excerpts.ts";
import { getPictureSizes } from "#rules/pictures.ts";
import { getSharePicture } from "#rules/share-pictures.ts";
import type { BlogPost } from "#data/blog-posts/queries.ts";
import { addFallbacks, useHome } from "#data/home/queries.ts";
import { paths } from "#lib/paths.ts";
import { siteUrl } from "#lib/site-url.ts";
import { createBlogPostingLd, getModifiedAt } from "../discovery/blog-posting-ld.ts";
import { PageHead, SHARE_IMAGE } from "../discovery/page-head.tsx";

const DESCRIPTION_LENGTH = 160;

/** Metadata for search results and shared links: the post's own, or its title and beginning. */
export const BlogPostHead = ({ post }: { readonly post: BlogPost }) => {
  const { organizationName } = addFallbacks(useHome().data?.contactInfo);
  const description = post.searchDescription ?? createTextExcerpt(post.content, DESCRIPTION_LENGTH);
  const sharePicture = getSharePicture(post.imageUrl ?? "");
  const { width, height } = sharePicture ?? getPictureSizes(post.imageUrl ?? "") ?? {};
  const pictureUrl = sharePicture?.path ?? post.imageUrl;
  const image = pictureUrl ?? SHARE_IMAGE.path;
  return (
    <>
      <PageHead
        title={post.searchTitle ?? post.title}
        description={description}
        path={paths.blogPost(post)}
        image={pictureUrl ? { pathOrUrl: pictureUrl, alt: post.imageAlt ?? "" } : null}
        publishedAt={post.publishedAt}
        jsonLd={[createBlogPostingLd(siteUrl(), organizationName, post, { description, image })]}
      />
      {width && <meta property="og:image:width" content={String(width)} />}
      {height && <meta property="og:image:height" content={String(height)} />}
      <meta property="article:modified_time" content={getModifiedAt(post)} />
      {post.tags.map((tag) => (
        <meta key={tag} property="article:tag" content={tag} />
      ))}
    </>
  );
};
