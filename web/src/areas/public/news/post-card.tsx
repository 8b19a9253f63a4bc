import { Link } from "react-router-dom";
import { createTextExcerpt, estimateReadingMinutes } from "#rules/excerpts.ts";
import type { HomeData } from "#data/home/queries.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { paths } from "#lib/paths.ts";
import { cx } from "#ui/class-names.ts";
import { BlogPostPicture } from "./blog-post-picture.tsx";
import { createExcerpt, TextWithMatches } from "./text-with-matches.tsx";

const EXCERPT_LENGTH = 120;
const FIRST_EXCERPT_LENGTH = 220;

export interface PostCardProps {
  readonly post: HomeData["blogPosts"][number];
  /** The search words to highlight. */
  readonly search?: string | undefined;
  /** Shows the picture and the text side by side if there is room. */
  readonly isWide?: boolean;
  /** True for the first post on a page, which has a longer excerpt and loads its picture eagerly. */
  readonly isFirst?: boolean;
  readonly heading?: "h2" | "h3" | "h4";
  /** True in a dialog, where the link replaces the dialog's history entry. */
  readonly replace?: boolean;
}

/** A post with its picture, title and excerpt. The whole card is a link. */
export const PostCard = ({ post, search, isWide, isFirst, heading, replace }: PostCardProps) => {
  const Heading = heading ?? "h2";
  const length = isFirst ? FIRST_EXCERPT_LENGTH : EXCERPT_LENGTH;
  return (
    <article
      className={cx(
        "card-box hover:shadow-card relative flex h-full flex-col overflow-hidden transition-shadow",
        isWide && "md:flex-row",
      )}
    >
      <BlogPostPicture
        post={post}
        loading={isFirst ? "eager" : "lazy"}
        sizes="(min-width: 48rem) 37rem, 100vw"
        className={cx("aspect-3/2 w-full object-cover", isWide && "md:w-1/2")}
      />
      <div className={cx("flex flex-1 flex-col p-5 sm:p-6", isWide && "md:justify-center")}>
        <p className="quiet text-sm">
          <ShortDate moment={post.publishedAt} /> · {estimateReadingMinutes(post.content)} min read
        </p>
        <Heading
          className={cx("font-display mt-2 font-semibold", isFirst ? "text-2xl" : "text-title")}
        >
          <Link
            to={paths.blogPost(post)}
            replace={replace}
            className="after:absolute after:inset-0 hover:underline"
          >
            <TextWithMatches text={post.title} search={search} />
          </Link>
        </Heading>
        <p className="quiet mt-2">
          {search ? (
            <TextWithMatches text={createExcerpt(post.content, search, length)} search={search} />
          ) : (
            createTextExcerpt(post.content, length)
          )}
        </p>
      </div>
    </article>
  );
};
