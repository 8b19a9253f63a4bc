import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import Newspaper from "lucide-react/icons/newspaper";
import { useLocation } from "react-router-dom";
import { BLOG_POSTS_PER_PAGE, useBlogPostPage } from "../../../data/blog-posts/queries.ts";
import { paths } from "../../../lib/paths.ts";
import { LinkButton } from "../../../ui/button.tsx";
import { StaleNotice } from "../../../ui/stale-notice.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "../../../ui/states.tsx";
import { PageHead } from "../discovery/page-head.tsx";
import { PublicLayout } from "../public-layout.tsx";
import NotFoundPage from "../not-found-page.tsx";
import { BlogPostList } from "./blog-post-list.tsx";
import { newsListAt, type NewsList } from "./news-address.ts";

const DESCRIPTION =
  "News from our packing tables: what goes into the boxes, who packs them and whom they reach.";

const Paging = ({ page, pages }: { readonly page: number; readonly pages: number }) => (
  <nav aria-label="Pages of news" className="mt-10 flex items-center justify-between gap-4">
    {page > 1 ? (
      <LinkButton to={paths.news(page - 1)} look="outline" rel="prev">
        <ArrowLeft aria-hidden="true" size={18} /> Previous
      </LinkButton>
    ) : (
      <span />
    )}
    <span className="quiet">
      Page {page} of {pages}
    </span>
    {page < pages ? (
      <LinkButton to={paths.news(page + 1)} look="outline" rel="next">
        Next <ArrowRight aria-hidden="true" size={18} />
      </LinkButton>
    ) : (
      <span />
    )}
  </nav>
);

const BlogPosts = ({
  page,
  posts,
}: {
  readonly page: number;
  readonly posts: ReturnType<typeof useBlogPostPage>;
}) => {
  if (posts.isPending) {
    return (
      <Loading label="The news: loading" className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        <Skeleton className="h-80" />
        <Skeleton className="h-80 max-md:hidden" />
        <Skeleton className="h-80 max-lg:hidden" />
      </Loading>
    );
  }
  if (!posts.data) {
    return (
      <ErrorState
        title="The news could not be loaded"
        onRetry={() => void posts.refetch()}
        isRetrying={posts.isFetching}
      />
    );
  }
  const { rows, hasMore, total } = posts.data;
  if (rows.length === 0) {
    return (
      <EmptyState icon={<Newspaper aria-hidden="true" size={32} />} title="No news yet">
        Stories from our packing days will appear here.
      </EmptyState>
    );
  }
  const pages = Math.max(hasMore ? page + 1 : page, Math.ceil((total ?? 0) / BLOG_POSTS_PER_PAGE));
  return (
    <>
      <BlogPostList posts={rows} />
      {pages > 1 && <Paging page={page} pages={pages} />}
    </>
  );
};

const NewsListPage = ({ page }: NewsList) => {
  const posts = useBlogPostPage(page);
  if (page > 1 && posts.data?.rows.length === 0) return <NotFoundPage />;
  return (
    <PublicLayout>
      <PageHead
        title={page > 1 ? `News, page ${page}` : "News"}
        description={DESCRIPTION}
        path={paths.news(page)}
      />
      <StaleNotice of={[posts]} />
      <div className="shell py-10 sm:py-14">
        <h1 className="font-display text-heading font-semibold">News</h1>
        <p className="text-lead quiet mt-3 mb-8 max-w-2xl">
          From the packing tables, and from the people the boxes reach.
        </p>
        <BlogPosts page={page} posts={posts} />
      </div>
    </PublicLayout>
  );
};

const NewsPage = () => {
  const list = newsListAt(useLocation().pathname);
  return list ? <NewsListPage {...list} /> : <NotFoundPage />;
};

export default NewsPage;
