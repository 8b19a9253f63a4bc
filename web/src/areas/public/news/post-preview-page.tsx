import { Navigate, useLocation } from "react-router-dom";
import { type PreviewedDraft, usePreview } from "#data/preview-links/mutations.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { getFieldIssues } from "#lib/api/refusals.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import { PageHead } from "../discovery/page-head.tsx";
import { PublicLayout } from "../public-layout.tsx";
import { PostArticle } from "./post-article.tsx";

const DraftArticle = ({ draft }: { readonly draft: PreviewedDraft }) => {
  const title = draft.title.trim() || "Untitled draft";
  return (
    <article>
      <PageHead title={`Preview: ${title}`} />
      <PostArticle post={{ ...draft, title }} />
      {draft.tags.length > 0 && (
        <ul
          aria-label="Topics in this post"
          className="border-base-300 mx-auto mt-10 flex max-w-xl flex-wrap gap-2 border-t pt-6"
        >
          {draft.tags.map((tag) => (
            <li
              key={tag}
              className="border-base-300 inline-flex min-h-9 items-center rounded-full border px-3.5 text-sm font-medium"
            >
              {tag}
            </li>
          ))}
        </ul>
      )}
    </article>
  );
};

const DeadLink = () => (
  <div className="max-w-xl">
    <PageHead title="Preview" />
    <h1 className="font-display text-heading font-semibold">
      This preview link doesn't work anymore.
    </h1>
    <p className="text-lead mt-3">
      Someone turned it off or discarded the draft, or part of the link is missing. Please ask the
      person who sent it to you for a new one.
    </p>
    <LinkButton to={paths.news()} className="mt-6">
      Read our news
    </LinkButton>
  </div>
);

const Preview = ({ token }: { readonly token: string }) => {
  const preview = usePreview(token);
  if (preview.data?.publishedPost) {
    return <Navigate to={paths.blogPost(preview.data.publishedPost)} replace />;
  }
  if (preview.data?.draft) {
    return (
      <>
        <div className="mb-6">
          <Notice tone="info">Preview of a draft. Only people with this link can see it.</Notice>
        </div>
        <DraftArticle draft={preview.data.draft} />
      </>
    );
  }
  if (preview.isPending) {
    return (
      <Loading label="Loading the preview" className="grid gap-4">
        <PageHead title="Preview" />
        <Skeleton className="h-10 w-4/5" />
        <Skeleton className="h-5 w-48" />
        <Skeleton className="mt-4 h-64 w-full" />
      </Loading>
    );
  }
  if (preview.error instanceof ApiError && preview.error.status === 404) return <DeadLink />;
  const { content: problem } = getFieldIssues(preview.error);
  if (problem !== undefined) {
    return (
      <>
        <PageHead title="Preview" />
        <Notice tone="error" title="This draft can't be shown yet">
          {problem}
        </Notice>
      </>
    );
  }
  return (
    <>
      <PageHead title="Preview" />
      <ErrorState
        title="We couldn't load this preview"
        onRetry={() => void preview.refetch()}
        isRetrying={preview.isFetching}
      >
        Please check your connection and try again.
      </ErrorState>
    </>
  );
};

/**
 * Shows the draft behind a preview link. The token is in the fragment, which browsers don't send to servers or other
 * sites.
 */
const PostPreviewPage = () => {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get("token");
  return (
    <PublicLayout>
      <div className="shell max-w-4xl py-8 sm:py-12">
        {token ? <Preview key={token} token={token} /> : <DeadLink />}
      </div>
    </PublicLayout>
  );
};

export default PostPreviewPage;
