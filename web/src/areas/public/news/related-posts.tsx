import { Link } from "react-router-dom";
import { RELATED_POSTS, useRelatedPosts, type BlogPost } from "../../../data/blog-posts/queries.ts";
import { ShortDate } from "../../../lib/dates.tsx";
import { paths } from "../../../lib/paths.ts";

export interface RelatedPostsProps {
  readonly post: BlogPost;
  /** What they have in common. */
  readonly tag: string;
}

/** Other posts with the same tag, newest first; nothing where there is none. */
export const RelatedPosts = ({ post, tag }: RelatedPostsProps) => {
  const others = useRelatedPosts(tag).data?.rows.filter(({ id }) => id !== post.id) ?? [];
  if (others.length === 0) return null;
  return (
    <section aria-label="Related posts" className="border-base-300 mt-10 border-t pt-8">
      <h2 className="text-title font-semibold">More about “{tag}”</h2>
      <ul className="mt-3 grid gap-3">
        {others.slice(0, RELATED_POSTS).map((other) => (
          <li key={other.id} className="flex flex-wrap items-baseline gap-x-3">
            <Link
              to={paths.blogPost(other)}
              className="text-secondary py-1 font-semibold hover:underline"
            >
              {other.title}
            </Link>
            <span className="quiet text-sm">
              <ShortDate moment={other.publishedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
