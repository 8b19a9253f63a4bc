import Plus from "lucide-react/icons/plus";
import { useLocation, useNavigate } from "react-router-dom";
import { blogPostEndpoints } from "#contracts/blog-posts.ts";
import { useBlogPostTags } from "#data/blog-posts/queries.ts";
import { blogPosts } from "#data/blog-posts/resource.ts";
import { optionsOf } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { labelsOf } from "#kit/lists/status-badge.tsx";
import { NEW_RECORD_ID } from "#kit/lists/use-opened-record.ts";
import { Button } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { DraftPosts } from "#admin/draft-posts.tsx";
import { BlogCard, POST_STATUS } from "./blog-card.tsx";
import type { EditorLinkState } from "./blog-post-page.tsx";

const ORDERS = {
  "-createdAt": "Newest first",
  createdAt: "Oldest first",
  "-updatedAt": "Recently updated",
  updatedAt: "Least recently updated",
  title: "Title (A to Z)",
  "-title": "Title (Z to A)",
};
const STATUS_FILTER = {
  name: "isPublished",
  label: "Status",
  options: labelsOf(POST_STATUS),
};

/** Offers the tag filter only if a published post has tags. */
const useFilters = () => {
  const tags = useBlogPostTags().data ?? [];
  const options = optionsOf(tags.map(({ tag }) => tag));
  return tags.length > 0
    ? [STATUS_FILTER, { name: "tag", label: "Tag", options }]
    : [STATUS_FILTER];
};

/** The list of posts. Each post opens on its own page. */
export const Blogs = () => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const linkState: EditorLinkState = { listSearch: search };
  const filters = useFilters();
  return (
    <>
      <DraftPosts />
      <Button
        className="mb-8 max-sm:mb-6"
        onClick={() => void navigate(`${pathname}/${NEW_RECORD_ID}`, { state: linkState })}
      >
        <Plus aria-hidden="true" size={18} />
        Create New Blog Post
      </Button>
      <SectionHeading className="mb-4">All Blog Posts</SectionHeading>
      <RecordList
        pluralNoun="blog posts"
        list={blogPostEndpoints.listBlogPosts.list}
        resource={blogPosts}
        filters={filters}
        orders={ORDERS}
        loadingText="Loading blog posts..."
        emptyTitle="No blog posts found"
        maxHeight="max-h-[max(24rem,100dvh-9rem)]"
        renderCard={(post) => (
          <BlogCard post={post} editorLink={{ to: `${pathname}/${post.id}`, state: linkState }} />
        )}
      />
    </>
  );
};
