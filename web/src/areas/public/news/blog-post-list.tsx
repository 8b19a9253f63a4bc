import { Link } from "react-router-dom";
import { excerpt, readMinutes } from "#rules/excerpts.ts";
import type { BlogPost } from "../../../data/blog-posts/queries.ts";
import { ShortDate } from "../../../lib/dates.tsx";
import { paths } from "../../../lib/paths.ts";
import { BlogPostPicture } from "./blog-post-picture.tsx";
import { excerptAround, FoundText } from "./found-text.tsx";

const EXCERPT_LENGTH = 120;

interface BlogPostItemProps {
  readonly post: BlogPost;
  /** What was searched for. */
  readonly search: string | undefined;
}

const BlogPostItem = ({ post, search }: BlogPostItemProps) => (
  <li className="card-box hover:shadow-card relative flex flex-col overflow-hidden transition-shadow">
    <BlogPostPicture post={post} />
    <div className="flex flex-1 flex-col p-5 sm:p-6">
      <p className="quiet text-sm">
        <ShortDate moment={post.publishedAt} /> · {readMinutes(post.content)} min read
      </p>
      <h2 className="text-title mt-2 font-semibold">
        <Link to={paths.blogPost(post)} className="after:absolute after:inset-0 hover:underline">
          <FoundText text={post.title} search={search} />
        </Link>
      </h2>
      <p className="quiet mt-2">
        {search ? (
          <FoundText text={excerptAround(post.content, search, EXCERPT_LENGTH)} search={search} />
        ) : (
          excerpt(post.content, EXCERPT_LENGTH)
        )}
      </p>
    </div>
  </li>
);

export interface BlogPostListProps {
  readonly posts: readonly BlogPost[];
  readonly search: string | undefined;
}

export const BlogPostList = ({ posts, search }: BlogPostListProps) => (
  <ul aria-label="News" className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
    {posts.map((post) => (
      <BlogPostItem key={post.id} post={post} search={search} />
    ))}
  </ul>
);
