import { Link } from "react-router-dom";
import {
  RELATED_POST_COUNT,
  useOlderPost,
  useRelatedPosts,
  type BlogPost,
} from "#data/blog-posts/queries.ts";
import { useHome } from "#data/home/queries.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { paths } from "#lib/paths.ts";
import { PostCard } from "./post-card.tsx";

export interface RelatedPostsProps {
  readonly tag: string;
  /** The ids of posts to leave out. */
  readonly excludedIds: readonly (string | undefined)[];
}

/** Lists other posts with the same tag, newest first. Renders nothing if there are none. */
const RelatedPosts = ({ tag, excludedIds }: RelatedPostsProps) => {
  const relatedPosts =
    useRelatedPosts(tag).data?.rows.filter(({ id }) => !excludedIds.includes(id)) ?? [];
  if (relatedPosts.length === 0) return null;
  return (
    <>
      <h3 className="mt-8 font-semibold">More about “{tag}”</h3>
      <ul className="mt-2 grid gap-1">
        {relatedPosts.slice(0, RELATED_POST_COUNT).map((relatedPost) => (
          <li key={relatedPost.id} className="flex flex-wrap items-baseline gap-x-3">
            <Link
              to={paths.blogPost(relatedPost)}
              className="text-secondary py-1 font-semibold hover:underline"
            >
              {relatedPost.title}
            </Link>
            <span className="quiet text-sm">
              <ShortDate moment={relatedPost.publishedAt} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
};

/** Links to posts with the same tag, and to the next older post. The oldest post links to the newest. */
export const ReadNext = ({ post }: { readonly post: BlogPost }) => {
  const olderPost = useOlderPost(post);
  const newestPost = useHome().data?.blogPosts.find(({ id }) => id !== post.id);
  const nextPost = olderPost ?? newestPost;
  const [tag] = post.tags;
  if (!nextPost) return null;
  return (
    <section aria-labelledby="read-next" className="mt-12 print:hidden">
      <h2 id="read-next" className="font-display text-title mb-4 font-semibold">
        Read next
      </h2>
      <PostCard post={nextPost} heading="h3" isWide />
      {tag !== undefined && <RelatedPosts tag={tag} excludedIds={[post.id, nextPost.id]} />}
    </section>
  );
};
