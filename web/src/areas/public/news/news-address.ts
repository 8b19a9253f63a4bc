import { matchPath, type PathMatch } from "react-router-dom";
import { SEARCH_MAX_LENGTH, UUID_SOURCE } from "#contracts/limits.ts";
import { paths } from "#lib/paths.ts";
import { listRoutes } from "#rules/site-pages.ts";

/** The filters and page of a list of posts. Pages start at 1. */
export interface NewsList {
  readonly page: number;
  readonly tag?: string;
  readonly search?: string;
}

type Match = PathMatch<"page" | "tag">;

const MAX_PAGE_DIGITS = 3;
/** Rejects noncanonical page numbers, such as `01`. */
const PAGE_NUMBER_PATTERN = /^[1-9]\d{0,2}$/;

const decodeTag = (encodedTag: string): string | null => {
  try {
    return decodeURIComponent(encodedTag).toLowerCase();
  } catch {
    return null;
  }
};

/**
 * Returns the query string without parameters that /news doesn't use, in canonical form, so that
 * CDNs cache one response for it.
 */
export const newsQueryString = ({ pathname, search }: Pick<URL, "pathname" | "search">): string => {
  if (pathname.replace(/\/$/, "") !== paths.news()) return "";
  const params = new URLSearchParams(search);
  const searchText = params.get("search")?.trim().slice(0, SEARCH_MAX_LENGTH).trimEnd();
  if (!searchText) return "";
  const page = (params.get("page") ?? "1").slice(0, MAX_PAGE_DIGITS + 1);
  return `?${new URLSearchParams({ search: searchText, ...(page !== "1" && { page }) })}`;
};

/**
 * Returns the list at a URL, or null. Search words are in the query string, because a plain form
 * sends them there.
 */
export const parseNewsUrl = ({
  pathname,
  search: queryString,
}: Pick<URL, "pathname" | "search">): NewsList | null => {
  const match = listRoutes("news")
    .map((route): Match | null => matchPath(route, pathname))
    .find(Boolean);
  if (!match) return null;
  const params = new URLSearchParams(newsQueryString({ pathname, search: queryString }));
  const search = params.get("search");
  const page = match.params.page ?? params.get("page") ?? "1";
  const tag = match.params.tag === undefined ? undefined : decodeTag(match.params.tag);
  if (!PAGE_NUMBER_PATTERN.test(page) || tag === null) return null;
  return { page: Number(page), ...(tag && { tag }), ...(search && { search }) };
};

/** Returns the canonical path of a list. Tags are case-insensitive. */
export const newsPath = ({ page, tag, search }: NewsList): string => {
  if (tag !== undefined) {
    const tagPath = `${paths.news()}/tag/${encodeURIComponent(tag.toLowerCase())}`;
    return page > 1 ? `${tagPath}/page/${page}` : tagPath;
  }
  if (search === undefined) return paths.news(page);
  const queryString = new URLSearchParams({ search, ...(page > 1 && { page: String(page) }) });
  return `${paths.news()}?${queryString}`;
};

const POST_REFERENCE_PATTERN = new RegExp(`(?:^|-)(${UUID_SOURCE}|[\\da-f]{8})$`, "i");

/**
 * Returns the post id at the end of a slug, either its first eight characters or all of it. The words before the id are
 * only for readers, so changing a title doesn't break any links.
 */
export const postReference = (slug: string): string | null =>
  POST_REFERENCE_PATTERN.exec(slug)?.[1]?.toLowerCase() ?? null;
