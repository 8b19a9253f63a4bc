import { setHtmlCleaner } from "../lib/clean-html.ts";
import { paths } from "../lib/paths.ts";
import { PAGE_DATA_ID, type PageData } from "./page-data.ts";
import { PAGES } from "./pages.tsx";
import { fileOf, NEWS_MODULES, NOT_FOUND_PAGE, PRERENDERED_PAGES } from "./prerendered-pages.ts";
import { renderPage } from "./render-page.tsx";

/** The parts of the app that `web/prerender` needs, as one bundle. */
export { setHtmlCleaner, fileOf, PAGE_DATA_ID, paths, PRERENDERED_PAGES };

/** The modules of pages rendered at request time. */
export const REQUEST_MODULES = [...Object.values(NEWS_MODULES), NOT_FOUND_PAGE.module];

export const renderFile = (page: PageData) => renderPage(page, PAGES);
