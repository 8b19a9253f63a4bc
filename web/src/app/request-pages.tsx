import type { ComponentType } from "react";
import { matchPath } from "react-router-dom";
import BlogPostPage from "../areas/public/news/blog-post-page.tsx";
import { NEWS_ROUTES, newsListAt } from "../areas/public/news/news-address.ts";
import NewsPage from "../areas/public/news/news-page.tsx";
import NotFoundPage from "../areas/public/not-found-page.tsx";
import { blogPostPageQuery, blogPostQuery, type BlogPost } from "../data/blog-posts/queries.ts";
import { homeQuery } from "../data/home/queries.ts";
import type { Page } from "../lib/api-lists.ts";
import { paths, postReference } from "../lib/paths.ts";
import { NOT_FOUND_PATH } from "./page-data.ts";
import { NEWS_MODULES, type PublicPage } from "./prerendered-pages.ts";

/** What is rendered when somebody asks, with its code: the CDN has nowhere to load more from. */
export const REQUEST_PAGES: readonly { readonly path: string; readonly Page: ComponentType }[] = [
  { path: NEWS_ROUTES.list, Page: NewsPage },
  { path: NEWS_ROUTES.listPage, Page: NewsPage },
  { path: NEWS_ROUTES.post, Page: BlogPostPage },
  { path: NOT_FOUND_PATH, Page: NotFoundPage },
];

export interface RequestPage extends PublicPage {
  /** The one address of what was read, or null where there is nothing to show. */
  readonly addressOf: (answer: unknown) => string | null;
}

const listPage = (list: NonNullable<ReturnType<typeof newsListAt>>): RequestPage => ({
  path: paths.news(list.page),
  module: NEWS_MODULES.list,
  queries: [homeQuery, blogPostPageQuery(list.page)],
  addressOf: (answer) => {
    const isBeyondEnd = list.page > 1 && (answer as Page<readonly unknown[]>).rows.length === 0;
    return isBeyondEnd ? null : paths.news(list.page);
  },
});

const postPage = (path: string, reference: string): RequestPage => ({
  path,
  module: NEWS_MODULES.post,
  queries: [homeQuery, blogPostQuery(reference)],
  addressOf: (answer) => (answer === null ? null : paths.blogPost(answer as BlogPost)),
});

/** The page at an address of the news; null where none can be. */
export const requestPageAt = ({ pathname }: URL): RequestPage | null => {
  const list = newsListAt(pathname);
  if (list) return listPage(list);
  const reference = postReference(matchPath(NEWS_ROUTES.post, pathname)?.params.post ?? "");
  return reference === null ? null : postPage(pathname, reference);
};
