import { Link, useNavigate, type LinkProps } from "react-router-dom";
import { createTextExcerpt } from "#rules/excerpts.ts";
import { type AdminBlogPost, blogPosts } from "#data/blog-posts/resource.ts";
import { DeleteButton } from "#kit/forms/delete-button.tsx";
import { RowAction, RowLink, RowMenu } from "#kit/lists/row-menu.tsx";
import { StatusBadge, type StatusLooks } from "#kit/lists/status-badge.tsx";
import { ShortDate, ShortMoment } from "#lib/time/dates.tsx";
import { useTickingNow } from "#lib/time/ticking-now.ts";
import { Badge } from "#ui/badge.tsx";
import { paths } from "#lib/paths.ts";
import { Picture } from "#ui/picture.tsx";
import { StatusButton } from "#admin/review/status-button.tsx";
import { isLive, POST_UPDATED_TEXT, SAVE_FAILURE } from "./post-fields.ts";

const POST_STATUS_TEXT = { success: POST_UPDATED_TEXT, failure: SAVE_FAILURE };

const POST_DELETION_TEXT = {
  success: "Blog post deleted successfully!",
  failure: { title: "Error", fallback: "Failed to delete blog post" },
};

/** The labels of published and unpublished posts, keyed by `isPublished`. */
export const POST_STATUS = {
  true: { label: "Published" },
  false: { label: "Draft" },
} satisfies StatusLooks;

const EXCERPT_LENGTH = 150;

export interface BlogCardProps {
  readonly post: AdminBlogPost;
  readonly editorLink: Pick<LinkProps, "to" | "state">;
}

/** A post with a publication date in the future is scheduled. */
const PostStatus = ({ post }: Pick<BlogCardProps, "post">) => {
  const { isPublished, publishedAt } = post;
  const now = useTickingNow();
  const isScheduled = isPublished && !isLive(post, now);
  if (isScheduled && publishedAt !== null) {
    return (
      <span className="flex flex-wrap items-center gap-2">
        <Badge>Scheduled</Badge>
        <span className="text-sm">
          <ShortMoment moment={publishedAt} />
        </span>
      </span>
    );
  }
  return <StatusBadge looks={POST_STATUS} status={`${isPublished}`} />;
};

export const BlogCard = ({ post, editorLink }: BlogCardProps) => {
  const { id, title, content, imageUrl, isPublished, publishedAt, createdAt, updatedAt } = post;
  const { tags, version } = post;
  const isVisible = isLive(post, useTickingNow());
  const navigate = useNavigate();
  return (
    <article aria-label={title}>
      <div className="flex items-start gap-4">
        {imageUrl && (
          <Picture
            src={imageUrl}
            alt=""
            sizes="8rem"
            className="aspect-[4/3] w-20 shrink-0 rounded-lg object-cover sm:w-32"
          />
        )}
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-2">
            <h3 className="min-w-0 font-semibold break-words">
              <Link {...editorLink} className="link link-hover">
                {title}
              </Link>
            </h3>
            <PostStatus post={post} />
          </div>
          <p className="quiet mt-2 break-words">{createTextExcerpt(content, EXCERPT_LENGTH)}</p>
        </div>
      </div>
      {tags.length > 0 && (
        <ul aria-label="Tags" className="mt-3 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="badge badge-ghost badge-sm">
              {tag}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <p className="quiet mr-auto text-sm max-sm:basis-full">
          Created <ShortDate moment={createdAt} />
          {updatedAt !== createdAt && (
            <>
              &nbsp;·&nbsp;Updated <ShortDate moment={updatedAt} />
            </>
          )}
          {isVisible && publishedAt !== null && (
            <>
              &nbsp;·&nbsp;Published <ShortDate moment={publishedAt} />
            </>
          )}
        </p>
        <RowAction
          aria-label={`Edit ${title}`}
          onClick={() => void navigate(editorLink.to, { state: editorLink.state as unknown })}
        >
          Edit
        </RowAction>
        <RowMenu name={title}>
          {isVisible && (
            <RowLink to={paths.blogPost(post)} aria-label={`View post ${title}`}>
              View post
            </RowLink>
          )}
          <StatusButton
            label={isPublished ? "Unpublish" : "Publish"}
            name={title}
            resource={blogPosts}
            changes={[{ id, changes: { isPublished: !isPublished, version } }]}
            texts={POST_STATUS_TEXT}
          />
          <DeleteButton
            noun="blog post"
            resource={blogPosts}
            question="This permanently deletes the post, and links to it will stop working. To take it off the site for now, unpublish it instead."
            record={{ id, updatedAt }}
            name={title}
            texts={POST_DELETION_TEXT}
          />
        </RowMenu>
      </div>
    </article>
  );
};
