import { matchPath } from "react-router-dom";
import { paths } from "../../../lib/paths.ts";

/** Which posts an address asks for, in pages that count from one. */
export interface NewsList {
  readonly page: number;
}

/** A page's number as we write it; others are no address of ours. */
const PAGE_NUMBER = /^[1-9]\d{0,2}$/;

export const NEWS_ROUTES = {
  list: paths.news(),
  listPage: "/news/page/:page",
  post: "/news/:post",
} as const;

/** Null where no list has that address. */
export const newsListAt = (pathname: string): NewsList | null => {
  const match = matchPath(NEWS_ROUTES.list, pathname) ?? matchPath(NEWS_ROUTES.listPage, pathname);
  if (!match) return null;
  const { page = "1" } = match.params as { readonly page?: string };
  return PAGE_NUMBER.test(page) ? { page: Number(page) } : null;
};
