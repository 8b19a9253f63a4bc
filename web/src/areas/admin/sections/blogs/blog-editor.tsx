import { blogPostEndpoints } from "#contracts/blog-posts.ts";
import { blogPosts, type AdminBlogPost } from "#data/blog-posts/resource.ts";
import { FormPlaceWarning } from "#kit/forms/form-place-warning.tsx";
import { GenerateButton } from "#kit/forms/generate-button.tsx";
import type { StaleEdit } from "#lib/api/refusals.ts";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import type { FormValues } from "#kit/forms/record-form.tsx";
import type { EditorProps } from "#kit/lists/row-editing.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { BlogContent } from "./blog-content.tsx";
import { BlogHistory } from "./blog-history.tsx";
import { BlogPicture } from "./blog-picture.tsx";
import { BlogPublication } from "./blog-publication.tsx";
import { BlogSearchFields } from "./blog-search.tsx";
import { BlogTags } from "./blog-tags.tsx";
import { BlogTitle } from "./blog-title.tsx";
import { SAVE_FAILURE, POST_UPDATED_TEXT } from "./texts.ts";
import { POST_FIELDS, type PostInput } from "./post-fields.ts";

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
const EMPTY_POST = {
  title: "",
  content: "",
  imageUrl: null,
  imageAlt: null,
  publishedAt: null,
  tags: [],
  searchTitle: null,
  searchDescription: null,
  slug: null,
};

const CONFLICT_OPTIONS = {
  labels: { ...POST_FIELDS, isPublished: "Status" },
  noteOf: ({ changedFields, current }: StaleEdit) =>
    changedFields.includes("isPublished") &&
    `It's now ${current["isPublished"] === true ? "published" : "a draft"}. `,
};

const unpublishConfirmation = (record: AdminBlogPost | null, { isPublished }: FormValues) =>
  record?.isPublished === true && isPublished === false
    ? {
        title: "Take this post off the site?",
        body: "It becomes a draft. Links to it won't work until you publish it again.",
        confirmLabel: "Save as draft",
      }
    : null;

/** The form for a new or existing post. One button publishes it, another saves it as a draft. */
export const BlogEditor = ({ record, onDone }: EditorProps<AdminBlogPost>) => (
  <section aria-labelledby="blog-editor-title" className="card-box mb-8 p-5 outline-none sm:p-6">
    <SectionHeading id="blog-editor-title" className="mb-3">
      {record ? "Edit Blog Post" : "Create New Blog Post"}
    </SectionHeading>
    <RecordEditor
      noun="blog post"
      resource={blogPosts}
      schemas={SCHEMAS}
      record={record}
      emptyValues={EMPTY_POST}
      texts={{
        submitButtons: [
          {
            label: record ? "Update & Publish" : "Publish Blog Post",
            values: { isPublished: true },
          },
          { label: "Export as Draft", values: { isPublished: false } },
        ],
        success: record ? POST_UPDATED_TEXT : "Blog post created successfully!",
        failure: SAVE_FAILURE,
      }}
      missingFieldsText={{
        title: "Missing Information",
        description: "Please fill in both title and content.",
      }}
      conflict={CONFLICT_OPTIONS}
      questionOf={(changes) => unpublishConfirmation(record, changes)}
      onDone={onDone}
    >
      <BlogTitle />
      <GenerateButton<PostInput>
        generator="blogPost"
        name="content"
        subjectField="title"
        className="sm:col-span-2"
      />
      <BlogContent />
      <FormPlaceWarning<PostInput> names={PUBLIC_FIELDS} />
      <BlogPicture />
      <BlogPublication wasPublished={record?.isPublished ?? false} />
      <BlogTags />
      <BlogSearchFields id={record?.id ?? null} />
      {record && <BlogHistory post={record} />}
    </RecordEditor>
  </section>
);
