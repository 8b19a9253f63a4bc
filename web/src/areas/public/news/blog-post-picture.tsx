import type { BlogPost } from "../../../data/blog-posts/queries.ts";
import { Picture } from "../../../ui/picture.tsx";
import { QuiltBlocks } from "../art/quilt-blocks.tsx";

/** A post's picture, or quilt blocks of its own where it has none. */
export const BlogPostPicture = ({
  post,
  seed,
}: {
  readonly post: Pick<BlogPost, "imageUrl" | "imageAlt">;
  readonly seed: number;
}) => (
  <div className="bg-neutral relative aspect-[16/9] overflow-hidden">
    {post.imageUrl ? (
      <Picture src={post.imageUrl} alt={post.imageAlt} className="size-full object-cover" />
    ) : (
      <QuiltBlocks columns={7} rows={4} seed={seed} className="absolute inset-0 size-full" />
    )}
  </div>
);
