import type { ComponentType } from "react";
import { matchPath } from "react-router-dom";
import BlogPostPage from "../areas/public/news/blog-post-page.tsx";
import {
  parseNewsUrl,
  newsPath,
  type NewsList,
  postReference,
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
import { listPageNames, RENDERED_PAGES, listRoutes } from "#rules/site-pages.ts";
import type { ApiPage } from "../lib/api/api-lists.ts";
import { paths } from "../lib/paths.ts";
import { NOT_FOUND_PATH } from "./page-data.ts";
import type { PublicPage } from "./render-page.tsx";

export interface RequestPage extends PublicPage {
  /**
   * Returns the page's canonical path, given the result of its last query; null if there is no such
   * page.
   */
  readonly getCanonicalPath: (result: unknown) => string | null;
  /** Returns additional queries, which depend on the result of the page's last query. */
  readonly getFollowUpQueries?: (result: unknown) => PublicPage["queries"];
}

type Posts = ApiPage<readonly BlogPost[]> | null;

const createListPage = (path: string, list: NewsList): RequestPage => ({
  name: "news",
  path,
  queries: [homeQuery, blogPostTagsQuery, newsPageQuery(list.page, list)],
  getCanonicalPath: (result) => {
    const isEmpty = (result as Posts)?.rows.length === 0;
    const isNotFound = isEmpty && (list.page > 1 || list.tag !== undefined);
    return result === null || isNotFound ? null : newsPath(list);
  },
});

const createPostPage = (path: string, reference: string): RequestPage => ({
  name: "blogPost",
  path,
  queries: [homeQuery, blogPostQuery(reference)],
  getCanonicalPath: (result) => (result === null ? null : paths.blogPost(result as BlogPost)),
  getFollowUpQueries: (result) => {
    const post = result as BlogPost;
    return [olderPostQuery(post), ...post.tags.slice(0, 1).map(relatedPostsQuery)];
  },
});

interface RenderedPage {
  readonly Page: ComponentType;
  /** Returns the page at a URL, or null if no page of this kind can have that URL. */
  readonly matchUrl: (url: URL) => RequestPage | null;
}

/**
 * Pages rendered at request time. They are imported statically, because the CDN runs them as one
 * bundle, which can't load chunks.
 */
const PAGES: Readonly<Record<keyof typeof RENDERED_PAGES, RenderedPage>> = {
  news: {
    Page: NewsPage,
    matchUrl: (url) => {
      const list = parseNewsUrl(url);
      return list && createListPage(url.pathname, list);
    },
  },
  blogPost: {
    Page: BlogPostPage,
    matchUrl: ({ pathname }) => {
      const { post = "" } = matchPath(RENDERED_PAGES.blogPost, pathname)?.params ?? {};
      const reference = postReference(post);
      return reference === null ? null : createPostPage(pathname, reference);
    },
  },
};

export const REQUEST_PAGES: readonly { readonly path: string; readonly Page: ComponentType }[] = [
  ...listPageNames(PAGES).flatMap((name) =>
    listRoutes(name).map((path) => ({ path, Page: PAGES[name].Page })),
  ),
  { path: NOT_FOUND_PATH, Page: NotFoundPage },
];

/** Returns the page rendered at a URL, or null if no page can have that URL. */
export const findRequestPage = (url: URL): RequestPage | null =>
  Object.values(PAGES)
    .map(({ matchUrl }) => matchUrl(url))
    .find((page) => page !== null) ?? null;
