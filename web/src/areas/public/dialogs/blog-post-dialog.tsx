import { LongDate } from "../../../lib/dates.tsx";
import { readMinutes } from "#rules/excerpts.ts";
import type { HomeData } from "../../../data/home/queries.ts";
import { paths } from "../../../lib/paths.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { LinkButton } from "../../../ui/button.tsx";
import { Markdown } from "../../../ui/markdown.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { ShareButton } from "../../../ui/share-button.tsx";

export interface BlogPostDialogProps {
  readonly open: boolean;
  readonly post: HomeData["blogPosts"][number];
  readonly onClose: () => void;
}

export const BlogPostDialog = ({ open, post, onClose }: BlogPostDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    size="lg"
    title={post.title}
    description={
      <>
        <LongDate moment={post.publishedAt} /> · {readMinutes(post.content)} min read
      </>
    }
  >
    {post.imageUrl && (
      <Picture
        loading="eager"
        src={post.imageUrl}
        alt={post.imageAlt}
        sizes="(min-width: 48rem) 44rem, 100vw"
        className="rounded-box mb-6 aspect-2/1 w-full object-cover"
      />
    )}
    <Markdown source={post.content} />
    <div className="border-base-300 mt-8 flex flex-wrap gap-3 border-t pt-5">
      <ShareButton title={post.title} path={paths.blogPost(post)} />
      <LinkButton to={paths.blogPost(post)} look="ghost">
        Open as a page
      </LinkButton>
    </div>
  </Dialog>
);
