import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link, useLocation } from "react-router-dom";
import { useNewsPage, useBlogPostTags, type BlogPost } from "#data/blog-posts/queries.ts";
import { paths } from "#lib/paths.ts";
import { StaleNotice } from "#ui/messages/stale-notice.tsx";
import { PageHead } from "../discovery/page-head.tsx";
import NotFoundPage from "../not-found-page.tsx";
import { PublicLayout } from "../public-layout.tsx";
import { parseNewsUrl, newsPath, type NewsList } from "./news-address.ts";
import { NewsPosts } from "./news-posts.tsx";
import { NewsSearch } from "./news-search.tsx";
import { TagLinks } from "./tag-links.tsx";

const DESCRIPTION =
  "News from our packing events: what goes into the boxes, who packs them and who receives them.";
/** Enough tags for about three lines on a phone. Less common tags are linked from the posts. */
const OFFERED_TAG_COUNT = 12;

/** Returns the tag with the capitalization that its newest post uses. */
const findTagSpelling = (tag: string, posts: readonly BlogPost[] | undefined): string =>
  posts?.flatMap(({ tags }) => tags).find((spelling) => spelling.toLowerCase() === tag) ?? tag;

const getTitle = ({ search }: NewsList, tag: string | undefined): string => {
  if (search !== undefined) return `News matching “${search}”`;
  return tag === undefined ? "News" : `News about ${tag}`;
};

const NewsHead = ({ list, title }: { readonly list: NewsList; readonly title: string }) => (
  <PageHead
    title={list.page > 1 ? `${title}, page ${list.page}` : title}
    description={list.tag === undefined ? DESCRIPTION : `${title}: every post, newest first.`}
    // Keep search results out of search engines.
    {...(list.search === undefined && { path: newsPath(list) })}
  />
);

const NewsListPage = ({ list }: { readonly list: NewsList }) => {
  const posts = useNewsPage(list.page, list);
  const tags = useBlogPostTags();
  const isNotFound = list.page > 1 || list.tag !== undefined;
  // If the page is rendered as a 404, its data is null.
  if (posts.data === null || (isNotFound && posts.data?.rows.length === 0)) return <NotFoundPage />;
  const tag = list.tag && findTagSpelling(list.tag, posts.data?.rows);
  const title = getTitle(list, tag);
  const offeredTags = tags.data?.slice(0, OFFERED_TAG_COUNT).map((tagCount) => tagCount.tag) ?? [];
  return (
    <PublicLayout>
      <NewsHead list={list} title={title} />
      <StaleNotice queries={[posts]} />
      <div className="shell py-10 sm:py-14">
        {title !== "News" && (
          <Link
            to={paths.news()}
            className="quiet mb-6 inline-flex items-center gap-1.5 py-1 font-medium hover:underline"
          >
            <ArrowLeft aria-hidden="true" size={18} /> All news
          </Link>
        )}
        <h1 className="font-display text-heading font-semibold wrap-anywhere">{title}</h1>
        {title === "News" && (
          <p className="text-lead quiet mt-3 max-w-2xl">
            Stories from our packing events and the people who receive the boxes.
          </p>
        )}
        <div className="mt-6 mb-8 flex flex-col gap-4">
          <NewsSearch search={list.search} />
          {offeredTags.length > 0 && (
            <TagLinks label="Topics" tags={offeredTags} currentTag={tag} />
          )}
        </div>
        <NewsPosts list={list} posts={posts} />
        <p className="quiet mt-10 text-sm">
          You can also{" "}
          <a className="link" href={paths.newsFeed()}>
            subscribe via RSS
          </a>
          .
        </p>
      </div>
    </PublicLayout>
  );
};

const NewsPage = () => {
  const list = parseNewsUrl(useLocation());
  return list ? <NewsListPage list={list} /> : <NotFoundPage />;
};

export default NewsPage;
