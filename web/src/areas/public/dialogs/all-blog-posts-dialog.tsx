import { useState } from "react";
import { createTextExcerpt, estimateReadingMinutes } from "#rules/excerpts.ts";
import { BLOG_POSTS_PER_PAGE, useBlogPostPage, type BlogPost } from "#data/blog-posts/queries.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { Picture } from "#ui/picture.tsx";
import type { ListDialogProps } from "./all-testimonials-dialog.tsx";
import { BlogPostDialog } from "./blog-post-dialog.tsx";

const EXCERPT_LENGTH = 120;

export const AllBlogPostsDialog = ({ open, onClose }: ListDialogProps) => (
  <Dialog open={open} onClose={onClose} size="lg" title="All news">
    <AllBlogPosts />
  </Dialog>
);

/**
 * Opens a post in a dialog above the list, so that closing it returns to the same page of the list.
 */
const AllBlogPosts = () => {
  const [page, setPage] = useState(1);
  const [openedPost, setOpenedPost] = useState<BlogPost | null>(null);
  return (
    <>
      <PagedList
        subject="the news"
        emptyTitle="No news yet"
        query={useBlogPostPage(page)}
        pageSize={BLOG_POSTS_PER_PAGE}
        page={page}
        onPage={setPage}
        rowKey={({ id }) => id}
        renderRow={(post) => <BlogPostRow post={post} onRead={() => setOpenedPost(post)} />}
        className="divide-base-300 divide-y"
      />
      {openedPost && <BlogPostDialog open post={openedPost} onClose={() => setOpenedPost(null)} />}
    </>
  );
};

const BlogPostRow = ({
  post,
  onRead,
}: {
  readonly post: BlogPost;
  readonly onRead: () => void;
}) => (
  <article className="relative flex items-start gap-4 py-5 sm:gap-5">
    {post.imageUrl && (
      <Picture
        src={post.imageUrl}
        alt=""
        sizes="14rem"
        className="aspect-square w-20 shrink-0 rounded-xl object-cover sm:w-28"
      />
    )}
    <div className="min-w-0">
      <h3 className="text-title font-semibold">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onRead}
          className="cursor-pointer text-left after:absolute after:inset-0 hover:underline"
        >
          {post.title}
        </button>
      </h3>
      <p className="quiet mt-1 text-sm">
        <ShortDate moment={post.publishedAt} /> · {estimateReadingMinutes(post.content)} min read
      </p>
      <p className="quiet mt-1.5">{createTextExcerpt(post.content, EXCERPT_LENGTH)}</p>
    </div>
  </article>
);
