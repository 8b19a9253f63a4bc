import type { BlogPost } from "#data/blog-posts/queries.ts";
import { PostCard } from "./post-card.tsx";

export interface BlogPostListProps {
  readonly posts: readonly BlogPost[];
  readonly search: string | undefined;
}

/** Shows the first post large and the others in pairs; an odd one out fills its row. */
export const BlogPostList = ({ posts, search }: BlogPostListProps) => {
  const leftOver = posts.length % 2 === 0 ? posts.length - 1 : 0;
  return (
    <ul aria-label="News" className="grid gap-6 md:grid-cols-2">
      {posts.map((post, index) => {
        const isWide = index === 0 || index === leftOver;
        return (
          <li key={post.id} className={isWide ? "md:col-span-2" : undefined}>
            <PostCard post={post} search={search} isWide={isWide} isFirst={index === 0} />
          </li>
        );
      })}
    </ul>
  );
};
