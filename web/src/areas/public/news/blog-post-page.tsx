import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link, useParams } from "react-router-dom";
import { useBlogPost, type BlogPost } from "#data/blog-posts/queries.ts";
import { ApiError } from "#lib/api/api-error.ts";
import { paths } from "#lib/paths.ts";
import { StaleNotice } from "#ui/messages/stale-notice.tsx";
import { ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import { GiveBand } from "../give-band.tsx";
import NotFoundPage from "../not-found-page.tsx";
import { PublicLayout } from "../public-layout.tsx";
import { ShareButton } from "#ui/share-button.tsx";
import { BlogPostHead } from "./blog-post-head.tsx";
import { postReference } from "./news-address.ts";
import { PostArticle } from "./post-article.tsx";
import { ReadNext } from "./read-next.tsx";
import { TagLinks } from "./tag-links.tsx";

const Article = ({ post }: { readonly post: BlogPost }) => (
  <>
    <article>
      <BlogPostHead post={post} />
      <PostArticle post={post} />
    </article>
    <div className="mx-auto max-w-xl print:hidden">
      <div className="border-base-300 mt-10 mb-8 flex flex-wrap items-center justify-between gap-4 border-t pt-6">
        <ShareButton title={post.title} path={paths.blogPost(post)} />
        {post.tags.length > 0 && <TagLinks label="Topics in this post" tags={post.tags} />}
      </div>
      <GiveBand />
    </div>
    <ReadNext post={post} />
  </>
);

/** True if the post doesn't exist. Other errors may be temporary, so they show a retry button. */
const isNotFoundError = (error: Error | null) => error instanceof ApiError && error.status === 404;

const BlogPostContent = ({ reference }: { readonly reference: string }) => {
  const post = useBlogPost(reference);
  if (isNotFoundError(post.error) || post.data === null) return <NotFoundPage />;
  return (
    <PublicLayout>
      <StaleNotice queries={[post]} />
      <div className="shell max-w-4xl py-8 sm:py-12 print:p-0">
        <Link
          to={paths.news()}
          className="quiet mb-3 inline-flex items-center gap-1.5 py-1 font-medium hover:underline print:hidden"
        >
          <ArrowLeft aria-hidden="true" size={18} /> Back to News
        </Link>
        {post.data && <Article post={post.data} />}
        {post.isPending && (
          <Loading label="Loading the post" className="grid gap-4">
            <Skeleton className="h-10 w-4/5" />
            <Skeleton className="h-5 w-48" />
            <Skeleton className="mt-4 h-64 w-full" />
          </Loading>
        )}
        {post.isError && !post.data && (
          <ErrorState
            title="We couldn't load this post"
            onRetry={() => void post.refetch()}
            isRetrying={post.isFetching}
          >
            Please check your connection. You'll find our other stories under{" "}
            <Link className="link" to={paths.news()}>
              News
            </Link>
            .
          </ErrorState>
        )}
      </div>
    </PublicLayout>
  );
};

const BlogPostPage = () => {
  const reference = postReference(useParams()["post"] ?? "");
  return reference === null ? <NotFoundPage /> : <BlogPostContent reference={reference} />;
};

export default BlogPostPage;
