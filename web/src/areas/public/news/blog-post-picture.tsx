import type { BlogPost } from "#data/blog-posts/queries.ts";
import { Picture, type PictureProps } from "#ui/picture.tsx";

export interface BlogPostPictureProps extends Omit<PictureProps, "src" | "alt"> {
  readonly post: Pick<BlogPost, "imageUrl" | "imageAlt">;
}

export const BlogPostPicture = ({ post, ...pictureProps }: BlogPostPictureProps) =>
  post.imageUrl && (
    <Picture
      className="aspect-[16/9] w-full object-cover"
      {...pictureProps}
      src={post.imageUrl}
      alt={post.imageAlt}
    />
  );
