import type { ComponentType } from "react";
import { matchPath } from "react-router-dom";
import BlogPostPage from "../areas/public/news/blog-post-page.tsx";
import {
  NEWS_ROUTES,
  newsListAt,
  newsPath,
  type NewsList,
} from "../areas/public/news/news-address.ts";
import NewsPage from "../areas/public/news/news-page.tsx";
import NotFoundPage from "../areas/public/not-found-page.tsx";
import {
  blogPostQuery,
  blogPostTagsQuery,
  newsPageQuery,
  olderPostQuery,
  relatedPostsQuery,
  type BlogPost,
} from "../data/blog-posts/queries.ts";
import { homeQuery } from "../data/home/queries.ts";
import type { ApiPage } from "../lib/api-lists.ts";
import { paths, postReference } from "../lib/paths.ts";
import { NOT_FOUND_PATH } from "./page-data.ts";
import { NEWS_MODULES, type PublicPage } from "./prerendered-pages.ts";

/**
 * Pages rendered at request time. They are imported statically, because edge functions can't load
 * more chunks.
 */
export const REQUEST_PAGES: readonly { readonly path: string; readonly Page: ComponentType }[] = [
  { path: NEWS_ROUTES.list, Page: NewsPage },
  { path: NEWS_ROUTES.listPage, Page: NewsPage },
  { path: NEWS_ROUTES.tag, Page: NewsPage },
  { path: NEWS_ROUTES.tagPage, Page: NewsPage },
  { path: NEWS_ROUTES.post, Page: BlogPostPage },
  { path: NOT_FOUND_PATH, Page: NotFoundPage },
];

export interface RequestPage extends PublicPage {
  /** Returns the page's canonical address from the last response; null means not found. */
  readonly addressOf: (answer: unknown) => string | null;
  /** Returns further queries that depend on the last response. */
  readonly moreOf?: (answer: unknown) => PublicPage["queries"];
}

type Posts = ApiPage<readonly BlogPost[]> | null;

const listPage = (path: string, list: NewsList): RequestPage => ({
  path,
  module: NEWS_MODULES.list,
  queries: [homeQuery, blogPostTagsQuery, newsPageQuery(list.page, list)],
  addressOf: (answer) => {
    const isEmpty = (answer as Posts)?.rows.length === 0;
    const isNowhere = isEmpty && (list.page > 1 || list.tag !== undefined);
    return answer === null || isNowhere ? null : newsPath(list);
  },
});

const postPage = (path: string, reference: string): RequestPage => ({
  path,
  module: NEWS_MODULES.post,
  queries: [homeQuery, blogPostQuery(reference)],
  addressOf: (answer) => (answer === null ? null : paths.blogPost(answer as BlogPost)),
  moreOf: (answer) => {
    const post = answer as BlogPost;
    return [olderPostQuery(post), ...post.tags.slice(0, 1).map(relatedPostsQuery)];
  },
});

/** Returns the news page at a URL; null if the URL can't be one. */
export const requestPageAt = (url: URL): RequestPage | null => {
  const { pathname } = url;
  const list = newsListAt(url);
  if (list) return listPage(pathname, list);
  const reference = postReference(matchPath(NEWS_ROUTES.post, pathname)?.params.post ?? "");
  return reference === null ? null : postPage(pathname, reference);
};
