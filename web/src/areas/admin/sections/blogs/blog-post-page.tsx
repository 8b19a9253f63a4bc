import { useEffect, useState } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { type BlogPostDraft, useBlogPostDraft } from "#data/blog-post-drafts/mutations.ts";
import { type AdminBlogPost, useEditedBlogPost } from "#data/blog-posts/resource.ts";
import { NEW_RECORD_ID } from "#kit/lists/use-opened-record.ts";
import { BackLink } from "#admin/back-link.tsx";
import { LoadingRows, QueryStates } from "#admin/query-states.tsx";
import { runAfterProgrammaticBack } from "#ui/dialogs/use-close-on-back.ts";
import { BlogEditor } from "./blog-editor.tsx";
import { useQuietWriting } from "./use-quiet-writing.ts";

/** The router state of a link to the editor. It contains the query string of the list of posts. */
export interface EditorLinkState {
  readonly listSearch?: string;
}

const useListUrl = () => {
  const { pathname, state } = useLocation();
  const { listSearch = "" } = (state ?? {}) as EditorLinkState;
  return { pathname: pathname.replace(/\/[^/]+\/?$/, ""), search: listSearch };
};

interface LoadedPostProps {
  readonly id: string;
  readonly onDone: () => void;
}

/** Keeps the draft that was loaded first, because the administrator may already have edited it. */
const OpenedPost = ({
  id,
  onDone,
  ...loadedProps
}: LoadedPostProps & {
  readonly post: AdminBlogPost | null;
  readonly draft: BlogPostDraft | null;
}) => {
  const [draft] = useState(loadedProps.draft);
  return <BlogEditor id={id} post={loadedProps.post} draft={draft} onDone={onDone} />;
};

/** Keeps the editor open if a refetch fails, because the administrator may be typing. */
const NewPost = ({ id, onDone }: LoadedPostProps) => {
  const draftQuery = useBlogPostDraft(id);
  if (draftQuery.data !== undefined) {
    return <OpenedPost id={id} post={null} draft={draftQuery.data} onDone={onDone} />;
  }
  return (
    <QueryStates query={draftQuery} subject="the draft">
      {() => null}
    </QueryStates>
  );
};

const ExistingPost = ({ id, onDone }: LoadedPostProps) => {
  const draftQuery = useBlogPostDraft(id);
  const postQuery = useEditedBlogPost(id);
  if (draftQuery.data !== undefined && postQuery.data) {
    return <OpenedPost id={id} post={postQuery.data} draft={draftQuery.data} onDone={onDone} />;
  }
  return (
    <QueryStates query={postQuery} subject="the post">
      {() => (
        <QueryStates query={draftQuery} subject="the draft">
          {() => null}
        </QueryStates>
      )}
    </QueryStates>
  );
};

/** The editor of one post. A new post's URL names its draft, so that a reload or another device finds it. */
export const BlogPostPage = () => {
  const { "*": path = "" } = useParams();
  const postId = path.split("/")[1] ?? "";
  const isNew = postId === NEW_RECORD_ID;
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { readonly state: unknown };
  const draftId = params.get("draft");
  const listUrl = useListUrl();
  const navigate = useNavigate();
  // Closing a confirmation makes the browser go back. Wait until it has gone back, because going back later would undo
  // the navigation.
  const close = () => runAfterProgrammaticBack(() => void navigate(listUrl));
  useEffect(() => {
    if (isNew && !draftId) setParams({ draft: crypto.randomUUID() }, { replace: true, state });
  }, [isNew, draftId, setParams, state]);
  const id = isNew ? draftId : postId;
  const Post = isNew ? NewPost : ExistingPost;
  useQuietWriting();
  return (
    <div className="mx-auto max-w-4xl">
      <BackLink to={listUrl}>All Blog Posts</BackLink>
      <h1 data-steps-back="" className="font-display mb-5 text-3xl font-semibold">
        {isNew ? "Create New Blog Post" : "Edit Blog Post"}
      </h1>
      <section aria-label="Post" className="card-box px-5 pt-3 outline-none sm:px-6">
        {id ? <Post key={id} id={id} onDone={close} /> : <LoadingRows label="Loading the draft" />}
      </section>
    </div>
  );
};
