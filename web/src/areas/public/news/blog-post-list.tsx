import type { BlogPost } from "../../../data/blog-posts/queries.ts";
import { PostCard } from "./post-card.tsx";

export interface BlogPostListProps {
  readonly posts: readonly BlogPost[];
  readonly search: string | undefined;
}

/** The first of them large, the others in pairs. */
export const BlogPostList = ({ posts, search }: BlogPostListProps) => (
  <ul aria-label="News" className="grid gap-6 md:grid-cols-2">
    {posts.map((post, index) => (
      <li key={post.id} className={index === 0 ? "md:col-span-2" : undefined}>
        <PostCard post={post} search={search} isWide={index === 0} isFirst={index === 0} />
      </li>
    ))}
  </ul>
);
