import { LongDate } from "#lib/time/dates.tsx";
import { estimateReadingMinutes } from "#rules/excerpts.ts";
import { type HomeData, useCachedHome } from "#data/home/queries.ts";
import { paths } from "#lib/paths.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { LinkButton } from "#ui/button.tsx";
import { Markdown } from "#ui/markdown.tsx";
import { ShareButton } from "#ui/share-button.tsx";
import { replacesDialogEntry } from "#ui/dialogs/use-close-on-back.ts";
import { BlogPostPicture } from "../news/blog-post-picture.tsx";
import { GiveBand } from "../give-band.tsx";
import { PostCard } from "../news/post-card.tsx";

type Post = HomeData["blogPosts"][number];

export interface BlogPostDialogProps {
  readonly open: boolean;
  readonly post: Post;
  readonly onClose: () => void;
}

/** Returns the next post on the home page, or the first one if this is the last. */
const findNextPost = ({ id }: Post, posts: readonly Post[]): Post | undefined => {
  const nextPost = posts[posts.findIndex((candidate) => candidate.id === id) + 1] ?? posts[0];
  return nextPost?.id === id ? undefined : nextPost;
};

/** Links to the donation form and the next post. Both links close the dialog. */
const PostFooter = ({ post }: { readonly post: Post }) => {
  const nextPost = findNextPost(post, useCachedHome()?.blogPosts ?? []);
  const replace = replacesDialogEntry();
  return (
    <div className="mt-6 grid gap-6 print:hidden">
      <GiveBand replace={replace} />
      {nextPost && (
        <section aria-labelledby="read-next">
          <h3 id="read-next" className="font-display text-title mb-3 font-semibold">
            Read next
          </h3>
          <PostCard post={nextPost} heading="h4" isWide replace={replace} />
        </section>
      )}
    </div>
  );
};

export const BlogPostDialog = ({ open, post, onClose }: BlogPostDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    size="lg"
    title={post.title}
    description={
      <>
        <LongDate moment={post.publishedAt} /> · {estimateReadingMinutes(post.content)} min read
      </>
    }
  >
    <BlogPostPicture
      post={post}
      loading="eager"
      sizes="(min-width: 48rem) 44rem, 100vw"
      className="rounded-box mb-6 aspect-3/2 w-full object-cover sm:aspect-2/1"
    />
    <Markdown source={post.content} />
    <div className="border-base-300 mt-8 flex flex-wrap gap-3 border-t pt-5 print:hidden">
      <ShareButton title={post.title} path={paths.blogPost(post)} />
      <LinkButton to={paths.blogPost(post)} replace={replacesDialogEntry()} variant="ghost">
        Open as a page
      </LinkButton>
    </div>
    <PostFooter post={post} />
  </Dialog>
);
