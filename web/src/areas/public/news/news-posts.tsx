import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import { NEWS_PER_PAGE, type useNewsPage } from "#data/blog-posts/queries.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import quietDesk from "../art/quiet-desk.webp";
import { newsPath, type NewsList } from "./news-address.ts";
import type { BlogPost } from "#data/blog-posts/queries.ts";
import { PostCard } from "./post-card.tsx";

interface BlogPostListProps {
  readonly posts: readonly BlogPost[];
  readonly search: string | undefined;
}

/** Shows the first post large and the others in pairs. If the last post has no neighbor, it fills its row. */
const BlogPostList = ({ posts, search }: BlogPostListProps) => {
  const lastWideIndex = posts.length % 2 === 0 ? posts.length - 1 : 0;
  return (
    <ul aria-label="News" className="grid gap-6 md:grid-cols-2">
      {posts.map((post, index) => {
        const isWide = index === 0 || index === lastWideIndex;
        return (
          <li key={post.id} className={isWide ? "md:col-span-2" : undefined}>
            <PostCard post={post} search={search} isWide={isWide} isFirst={index === 0} />
          </li>
        );
      })}
    </ul>
  );
};

interface PagingProps {
  readonly list: NewsList;
  /** The known number of pages; `isTotalKnown` is false if there may be more. */
  readonly pageCount: number;
  readonly isTotalKnown: boolean;
}

const Paging = ({ list, pageCount, isTotalKnown }: PagingProps) => (
  <nav aria-label="News pages" className="mt-10 flex items-center justify-between gap-4">
    {list.page > 1 ? (
      <LinkButton to={newsPath({ ...list, page: list.page - 1 })} variant="outline" rel="prev">
        <ArrowLeft aria-hidden="true" size={18} /> Previous
      </LinkButton>
    ) : (
      <span />
    )}
    <span className="quiet">
      Page {list.page}
      {isTotalKnown && ` of ${pageCount}`}
    </span>
    {list.page < pageCount ? (
      <LinkButton to={newsPath({ ...list, page: list.page + 1 })} variant="outline" rel="next">
        Next <ArrowRight aria-hidden="true" size={18} />
      </LinkButton>
    ) : (
      <span />
    )}
  </nav>
);

const EmptyDeskPicture = () => (
  <img
    src={quietDesk}
    width={1440}
    height={960}
    alt=""
    className="rounded-box aspect-3/2 w-56 object-cover"
  />
);

const NothingFound = ({ search }: NewsList) =>
  search === undefined ? (
    <EmptyState
      icon={<EmptyDeskPicture />}
      title="No news yet"
      action={
        <LinkButton to={paths.home("volunteer")} variant="outline">
          Pack with us
        </LinkButton>
      }
    >
      Come pack with us and be part of our first story.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<EmptyDeskPicture />}
      title={`No posts match “${search}”`}
      action={
        <LinkButton to={paths.news()} variant="outline">
          All news
        </LinkButton>
      }
    >
      We looked for those exact words in titles and posts. Try fewer words.
    </EmptyState>
  );

export interface NewsPostsProps {
  readonly list: NewsList;
  readonly posts: ReturnType<typeof useNewsPage>;
}

export const NewsPosts = ({ list, posts }: NewsPostsProps) => {
  if (posts.isPending) {
    return (
      <Loading label="Loading the news" className="grid gap-6 md:grid-cols-2">
        <Skeleton className="h-96 md:col-span-2" />
        <Skeleton className="h-80 max-md:hidden" />
        <Skeleton className="h-80 max-md:hidden" />
      </Loading>
    );
  }
  if (!posts.data) {
    return (
      <ErrorState
        title="We couldn't load the news"
        onRetry={() => void posts.refetch()}
        isRetrying={posts.isFetching}
      >
        Please check your connection. You can still donate.
      </ErrorState>
    );
  }
  const { rows, hasMore, total } = posts.data;
  if (rows.length === 0) return <NothingFound {...list} />;
  const pageCount = Math.max(
    hasMore ? list.page + 1 : list.page,
    Math.ceil((total ?? 0) / NEWS_PER_PAGE),
  );
  return (
    <>
      <BlogPostList posts={rows} search={list.search} />
      {pageCount > 1 && (
        <Paging list={list} pageCount={pageCount} isTotalKnown={total !== null || !hasMore} />
      )}
    </>
  );
};
