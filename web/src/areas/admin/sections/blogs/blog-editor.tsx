import { useState } from "react";
import { blogPostEndpoints } from "#contracts/blog-posts.ts";
import { useDiscardDraft, useInvalidateDrafts } from "#data/blog-post-drafts/mutations.ts";
import { useBlogPostTags } from "#data/blog-posts/queries.ts";
import { type AdminBlogPost, blogPosts } from "#data/blog-posts/resource.ts";
import { AiNoticeProvider } from "#kit/forms/ai-notice.tsx";
import { FormTags } from "#kit/forms/form-tags.tsx";
import { FormPlaceWarning } from "#kit/forms/form-place-warning.tsx";
import type { StaleEdit } from "#lib/api/write-errors.ts";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import type { FormValues } from "#kit/forms/record-form.tsx";
import { paths } from "#lib/paths.ts";
import { showFailure } from "#ui/messages/show-failure.ts";
import { BlogContent } from "./blog-content.tsx";
import { BlogHistory } from "./blog-history.tsx";
import { BlogPicture } from "./blog-picture.tsx";
import { BlogPublication } from "./blog-publication.tsx";
import { BlogSearchFields } from "./blog-search.tsx";
import { BlogTitle } from "./blog-title.tsx";
import { DraftSaving, DraftStatus, type EditedDraft, useDraftAutosave } from "./draft-saving.tsx";
import { getDraftChanges } from "./draft-autosave.ts";
import { PreviewLinkButton } from "./preview-link.tsx";
import {
  EMPTY_POST,
  isLive,
  POST_FIELDS,
  POST_UPDATED_TEXT,
  type PostInput,
  SAVE_FAILURE,
} from "./post-fields.ts";

const PUBLIC_FIELDS = [
  "title",
  "content",
  "imageAlt",
  "tags",
  "searchTitle",
  "searchDescription",
] as const;

const SCHEMAS = {
  create: blogPostEndpoints.createBlogPost.body,
  update: blogPostEndpoints.updateBlogPost.body,
};

const CONFLICT_OPTIONS = {
  labels: { ...POST_FIELDS, isPublished: "Status" },
  noteOf: ({ changedFields, current }: StaleEdit) =>
    changedFields.includes("isPublished") &&
    `It's now ${current["isPublished"] === true ? "published" : "a draft"}. `,
};

const getUnpublishConfirmation = (record: AdminBlogPost | null, { isPublished }: FormValues) =>
  record?.isPublished === true && isPublished === false
    ? {
        title: "Take this post off the site?",
        body: "It becomes a draft. Links to it won't work until you publish it again.",
        confirmLabel: "Save as draft",
      }
    : null;

/** Names what was saved, with a link to the post if visitors can see it. */
const successText = (title: string, post: AdminBlogPost) => ({
  title,
  ...(isLive(post) && { link: { label: "View post", href: paths.blogPost(post) } }),
});

export interface BlogEditorProps extends EditedDraft {
  readonly onDone: () => void;
}

/** The form for a new or existing post. One button publishes it, another saves it as a draft. */
export const BlogEditor = ({ id, post, draft, onDone }: BlogEditorProps) => {
  const autosave = useDraftAutosave({ id, post, draft });
  const discardDraft = useDiscardDraft();
  const invalidateDrafts = useInvalidateDrafts();
  const suggestedTags = useBlogPostTags().data ?? [];
  const [savedValues] = useState(() => draft && getDraftChanges(draft, post ?? EMPTY_POST));
  const close = () => {
    void autosave.stop();
    void invalidateDrafts();
    onDone();
  };
  const discard = async () => {
    await autosave.stop();
    const version = autosave.version();
    try {
      if (version !== null) await discardDraft.mutateAsync({ id, version });
    } catch (error) {
      showFailure("The draft could not be discarded", error, {
        title: "Error",
        fallback: "Failed to discard the draft",
      });
    }
    close();
  };
  return (
    <RecordEditor
      noun="blog post"
      draftName={id}
      resource={blogPosts}
      schemas={SCHEMAS}
      record={post}
      emptyValues={EMPTY_POST}
      texts={{
        submitButtons: [
          {
            label: post ? "Update & Publish" : "Publish Blog Post",
            values: { isPublished: true },
          },
          { label: "Export as Draft", values: { isPublished: false } },
        ],
        success: (_, response) =>
          successText(
            post ? POST_UPDATED_TEXT : "Blog post created successfully!",
            response as AdminBlogPost,
          ),
        failure: SAVE_FAILURE,
      }}
      missingFieldsText={{
        title: "Missing Information",
        description: "Please fill in both title and content.",
      }}
      conflict={CONFLICT_OPTIONS}
      questionOf={(changes) => getUnpublishConfirmation(post, changes)}
      autosave={{
        savedValues,
        beforeSubmit: autosave.flush,
        status: (
          <>
            <PreviewLinkButton id={id} post={post} autosave={autosave} />
            <DraftStatus autosave={autosave} draft={draft} />
          </>
        ),
        discardText: post
          ? "The draft will be deleted. The saved post stays as it is."
          : "The draft will be deleted.",
      }}
      saveQuery={() => {
        const draftVersion = autosave.version();
        return draftVersion === null ? {} : { draft: id, draftVersion };
      }}
      onDone={close}
      onCancel={() => void discard()}
    >
      <AiNoticeProvider>
        <BlogTitle />
        <BlogContent />
        <FormPlaceWarning<PostInput> names={PUBLIC_FIELDS} />
        <BlogPicture />
      </AiNoticeProvider>
      <BlogPublication wasPublished={post?.isPublished ?? false} />
      <FormTags<PostInput>
        name="tags"
        label="Tags"
        listLabel="Tags on this post"
        description="Visitors can find posts by tag."
        suggestions={suggestedTags.map(({ tag }) => tag)}
      />
      <BlogSearchFields id={post?.id ?? null} />
      {post && <BlogHistory post={post} />}
      <DraftSaving autosave={autosave} />
    </RecordEditor>
  );
};
