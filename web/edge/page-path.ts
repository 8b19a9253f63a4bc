import {
  listAppRoutes,
  BUILT_PAGES,
  listPageNames,
  RENDERED_PAGES,
  listRoutes,
} from "../../supabase/functions/_shared/rules/site-pages.ts";
import { matchPath } from "./rules.ts";

const BUILT_PATHS: readonly string[] = Object.values(BUILT_PAGES);
const OTHER_ROUTES = [...listAppRoutes(), ...listPageNames(RENDERED_PAGES).flatMap(listRoutes)];

const isPage = (path: string): boolean =>
  BUILT_PATHS.includes(path) || OTHER_ROUTES.some((route) => matchPath(route, path) !== undefined);

/**
 * Removes the parts of a path that CDNs and web servers ignore: double slashes, a trailing slash, `.html` and `/index`.
 */
const normalizePath = (pathname: string): string => {
  const path = `/${pathname.split("/").filter(Boolean).join("/")}`;
  return path.replace(/\.html$/, "").replace(/\/index$/, "") || "/";
};

/** Decodes a path. Returns undefined if the path isn't encoded correctly, as in `/%`. */
const decodePath = (pathname: string): string | undefined => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
};

/**
 * Returns a page's canonical path if it is spelled another way (`/donate/`, `/donate.html`, `/%64onate`). Returns
 * undefined if the path is already canonical, or if there is no such page.
 */
export function findCanonicalPagePath(pathname: string): string | undefined {
  const path = normalizePath(pathname);
  if (isPage(path)) return path === pathname ? undefined : path;
  // Only built pages have a fixed path. In other pages' paths, encoded characters can be values.
  const decodedPath = normalizePath(decodePath(pathname) ?? pathname);
  return BUILT_PATHS.includes(decodedPath) ? decodedPath : undefined;
}

/**
 * Punctuation that letters and emails have behind an address, as it is or encoded: . , ; : ! ? ' " ) ] } > * _ and a
 * space, curly quotes, dashes, the ellipsis and the full stops of other scripts.
 */
const TRAILING_PUNCTUATION =
  /(?:[.,;:!?'")\]}>*_]|%(?:2[01279ACE]|3[ABEF]|5[DF]|7D|C2%A0|C2%BB|E2%80%(?:9[3489CD]|A6|BA)|E3%80%8[12]|EF%BC%(?:8\w|9[A-F]))){1,10}$/i;

/**
 * Returns the page that someone meant who typed a path with capitals, or with punctuation at its end. Returns undefined
 * if there is no such page. The result is always a path of this site.
 */
export function findMeantPagePath(pathname: string): string | undefined {
  const barePath = normalizePath(normalizePath(pathname).replace(TRAILING_PUNCTUATION, ""));
  const path = [barePath, normalizePath(barePath.toLowerCase())].find(isPage);
  return path === pathname ? undefined : path;
}
