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
