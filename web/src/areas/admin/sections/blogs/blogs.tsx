import Plus from "lucide-react/icons/plus";
import { blogPostEndpoints } from "#contracts/blog-posts.ts";
import { useAllBlogPostTags, useEditedBlogPost } from "#data/blog-posts/editing.ts";
import { blogPosts } from "#data/blog-posts/resource.ts";
import { optionsOf } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { labelsOf } from "#kit/lists/status-badge.tsx";
import { NEW_RECORD_ID, useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { Button } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { DraftPosts } from "#admin/draft-posts.tsx";
import { BlogCard, POST_STATUS } from "./blog-card.tsx";
import { BlogEditor } from "./blog-editor.tsx";

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
  const tags = useAllBlogPostTags().data ?? [];
  const options = optionsOf(tags.map(({ tag }) => tag));
  return tags.length > 0
    ? [STATUS_FILTER, { name: "tag", label: "Tag", options }]
    : [STATUS_FILTER];
};

interface EditedPostProps {
  readonly id: string;
  readonly onDone: () => void;
}

/** Keeps the editor mounted if a refetch fails, because someone may be typing in it. */
const EditedPost = ({ id, onDone }: EditedPostProps) => {
  const postQuery = useEditedBlogPost(id);
  if (postQuery.data) return <BlogEditor record={postQuery.data} onDone={onDone} />;
  return (
    <div className="card-box mb-8 grid gap-3 p-5">
      <QueryStates query={postQuery} subject="the post">
        {() => null}
      </QueryStates>
      <Button variant="outline" className="justify-self-start" onClick={onDone}>
        Back to all posts
      </Button>
    </div>
  );
};

/** The list of posts. The URL holds the id of the post being edited. */
export const Blogs = () => {
  const { id: editedId, open, close } = useOpenedRecord();
  const filters = useFilters();
  return (
    <>
      {editedId === NEW_RECORD_ID && (
        <BlogEditor key={NEW_RECORD_ID} record={null} onDone={close} />
      )}
      {editedId !== "" && editedId !== NEW_RECORD_ID && (
        <EditedPost key={editedId} id={editedId} onDone={close} />
      )}
      <DraftPosts editedId={editedId} />
      {!editedId && (
        <Button className="mb-8" onClick={() => open(NEW_RECORD_ID)}>
          <Plus aria-hidden="true" size={18} />
          Create New Blog Post
        </Button>
      )}
      <SectionHeading className="mb-4">All Blog Posts</SectionHeading>
      <RecordList
        nouns="blog posts"
        list={blogPostEndpoints.listBlogPosts.list}
        resource={blogPosts}
        filters={filters}
        orders={ORDERS}
        loadingText="Loading blog posts..."
        emptyTitle="No blog posts found"
        height="h-96"
        renderCard={(post) => <BlogCard post={post} onEdit={() => open(post.id)} />}
      />
    </>
  );
};
