import { estimateReadingMinutes } from "#rules/excerpts.ts";
import type { BlogPost } from "#data/blog-posts/queries.ts";
import { LongDate } from "#lib/time/dates.tsx";
import { Markdown } from "#ui/markdown.tsx";
import { BlogPostPicture } from "./blog-post-picture.tsx";

interface ArticlePost extends Pick<BlogPost, "title" | "content" | "imageUrl" | "imageAlt"> {
  /** Null for a draft without a date. */
  readonly publishedAt: string | null;
}

/** The picture, title, date and text of a post. */
export const PostArticle = ({ post }: { readonly post: ArticlePost }) => (
  <>
    <BlogPostPicture
      post={post}
      loading="eager"
      sizes="(min-width: 56rem) 51rem, 100vw"
      className="rounded-box mb-7 aspect-3/2 w-full object-cover sm:aspect-2/1"
    />
    <div className="mx-auto max-w-xl print:max-w-none">
      <h1 className="font-display text-heading font-semibold">{post.title}</h1>
      <p className="quiet mt-3">
        {post.publishedAt && (
          <>
            <LongDate moment={post.publishedAt} /> ·{" "}
          </>
        )}
        {estimateReadingMinutes(post.content)} min read
      </p>
      <div className="mt-7 text-[1.0625rem] leading-relaxed">
        <Markdown source={post.content} headingLevel={2} />
      </div>
    </div>
  </>
);
