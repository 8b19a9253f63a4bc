import { readMinutes } from "#rules/excerpts.ts";
import type { HomeData } from "../../../data/home/queries.ts";
import { longDate } from "../../../lib/format.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Markdown } from "../../../ui/markdown.tsx";

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
    description={`${longDate(post.createdAt)} · ${readMinutes(post.content)} min read`}
  >
    {post.imageUrl && (
      <img
        src={post.imageUrl}
        alt=""
        width={960}
        height={480}
        className="rounded-box mb-6 aspect-2/1 w-full object-cover"
      />
    )}
    <Markdown source={post.content} />
  </Dialog>
);
