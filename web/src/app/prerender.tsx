import { listPageNames, RENDERED_PAGES } from "#rules/site-pages.ts";
import { setHtmlCleaner } from "../lib/clean-html.ts";
import { PAGE_DATA_ID, type PageData } from "./page-data.ts";
import { PAGES } from "./pages.tsx";
import {
  getOutputPath,
  NOT_FOUND_PAGE,
  PRERENDERED_PAGES,
  type PublicPage,
} from "./prerendered-pages.ts";
import { renderPage } from "./render-page.tsx";

/** The parts of the app that `web/prerender` needs, as one bundle. */
export { setHtmlCleaner, getOutputPath, PAGE_DATA_ID, PRERENDERED_PAGES };

export const REQUEST_PAGE_NAMES: readonly PublicPage["name"][] = [
  ...listPageNames(RENDERED_PAGES),
  NOT_FOUND_PAGE.name,
];

export const renderFile = (page: PageData) => renderPage(page, PAGES);
