import { useState } from "react";
import { createTextExcerpt, estimateReadingMinutes } from "#rules/excerpts.ts";
import type { HomeData } from "#data/home/queries.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { paths } from "#lib/paths.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { cx } from "#ui/class-names.ts";
import { EmptyState } from "#ui/states.tsx";
import { LazyAllBlogPostsDialog, LazyBlogPostDialog } from "../dialogs/dialogs.ts";
import { BlogPostPicture } from "../news/blog-post-picture.tsx";
import { SubsectionHeading } from "./section-heading.tsx";
import { SwipeRow } from "./swipe-row.tsx";

type BlogPost = HomeData["blogPosts"][number];

const EXCERPT_LENGTH = 100;
const TITLE = "Latest news";

interface BlogPostCardProps {
  readonly post: BlogPost;
  readonly onRead: () => void;
}

/** On large screens, the cards don't show pictures, because the programs' pictures are right next to them. */
const BlogPostCard = ({ post, onRead }: BlogPostCardProps) => (
  <article className="card-box h-full hover:shadow-card relative flex overflow-hidden transition-shadow">
    <BlogPostPicture post={post} sizes="15rem" className="w-24 shrink-0 object-cover lg:hidden" />
    <div className={cx("min-w-0 flex-1 p-3.5", !post.imageUrl && "border-accent border-l-4")}>
      <p className="quiet text-xs">
        <ShortDate moment={post.publishedAt} /> · {estimateReadingMinutes(post.content)} min read
      </p>
      <h3 className="lg:font-display mt-1 leading-snug font-semibold lg:text-lg">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onRead}
          onPointerEnter={LazyBlogPostDialog.preload}
          className="cursor-pointer text-left after:absolute after:inset-0"
        >
          {post.title}
        </button>
      </h3>
      <p className="quiet mt-1 text-sm">{createTextExcerpt(post.content, EXCERPT_LENGTH)}</p>
    </div>
  </article>
);

const PostsWithDialog = ({ posts }: { readonly posts: readonly BlogPost[] }) => {
  const [openedPost, setOpenedPost] = useState<{
    readonly post: BlogPost;
    readonly isOpen: boolean;
  } | null>(null);
  return (
    <>
      <SwipeRow label={TITLE} className="lg:gap-4">
        {posts.map((post) => (
          <li key={post.id}>
            <BlogPostCard post={post} onRead={() => setOpenedPost({ post, isOpen: true })} />
          </li>
        ))}
      </SwipeRow>
      {openedPost && (
        <LazyBlogPostDialog
          open={openedPost.isOpen}
          post={openedPost.post}
          onClose={() => setOpenedPost({ ...openedPost, isOpen: false })}
        />
      )}
    </>
  );
};

export const LatestNews = ({ posts }: { readonly posts: readonly BlogPost[] }) => {
  const [isListOpen, setListOpen] = useState(false);
  return (
    <>
      <SubsectionHeading title={TITLE}>
        {posts.length > 0 && (
          <span className="flex gap-1">
            <Button
              variant="ghost"
              size="sm"
              className="needs-script"
              aria-label="Browse all posts"
              aria-haspopup="dialog"
              onPointerEnter={LazyAllBlogPostsDialog.preload}
              onClick={() => setListOpen(true)}
            >
              Browse
            </Button>
            <LinkButton to={paths.news()} variant="outline" size="sm">
              All news
            </LinkButton>
          </span>
        )}
      </SubsectionHeading>
      {posts.length > 0 ? (
        <PostsWithDialog posts={posts} />
      ) : (
        <EmptyState title="No news yet">Our first story will appear here.</EmptyState>
      )}
      <LazyAllBlogPostsDialog open={isListOpen} onClose={() => setListOpen(false)} />
    </>
  );
};
