import { excerpt } from "#rules/excerpts.ts";
import { blogPosts, type AdminBlogPost } from "../../../../data/blog-posts/resource.ts";
import { DeleteButton } from "../../../../kit/delete-button.tsx";
import { ShortDate } from "../../../../lib/dates.tsx";
import { Button } from "../../../../ui/button.tsx";
import { cx } from "../../../../ui/class-names.ts";
import { StatusButton } from "../../review/status-button.tsx";
import { DELETION_WORDS, STATUS_WORDS } from "./words.ts";

const EXCERPT_LENGTH = 150;

export interface BlogCardProps {
  readonly post: AdminBlogPost;
  readonly onEdit: () => void;
  readonly onDone: () => void;
}

export const BlogCard = ({ post, onEdit, onDone }: BlogCardProps) => {
  const { id, title, content, isPublished, createdAt, updatedAt } = post;
  return (
    <article aria-label={title}>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="min-w-0 font-semibold break-words">{title}</h3>
        <span className={cx("badge", isPublished ? "badge-success" : "badge-outline")}>
          {isPublished ? "Published" : "Draft"}
        </span>
      </div>
      <p className="quiet mt-2 break-words">{excerpt(content, EXCERPT_LENGTH)}</p>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <p className="quiet mr-auto text-sm max-sm:basis-full">
          Created <ShortDate moment={createdAt} />
          {updatedAt !== createdAt && (
            <>
              {" "}
              · Updated <ShortDate moment={updatedAt} />
            </>
          )}
        </p>
        <StatusButton
          label={isPublished ? "Unpublish" : "Publish"}
          name={title}
          resource={blogPosts}
          changes={[{ id, changes: { isPublished: !isPublished } }]}
          words={STATUS_WORDS}
          onDone={onDone}
        />
        <Button look="outline" size="sm" aria-label={`Edit ${title}`} onClick={onEdit}>
          Edit
        </Button>
        <DeleteButton
          noun="blog post"
          resource={blogPosts}
          question="It is deleted for good, and links to it lead nowhere. To take it off the site for a while, unpublish it."
          id={id}
          name={title}
          words={DELETION_WORDS}
          onDeleted={onDone}
        />
      </div>
    </article>
  );
};
