import { prerender } from "react-dom/static.edge";
import { accountabilityQuery } from "../data/accountability/queries.ts";
import { donationTotalsQuery } from "../data/donations/queries.ts";
import { publishedReportsQuery } from "../data/financial-reports/queries.ts";
import { homeQuery } from "../data/home/queries.ts";
import { legalContentQuery } from "../data/legal-content/queries.ts";
import { publicTeamMembersQuery } from "../data/team-members/queries.ts";
import { BUILT_PAGES, listPageNames, RENDERED_PAGES } from "#rules/site-pages.ts";
import { setHtmlCleaner } from "../lib/clean-html.ts";
import { PAGE_DATA_ID, type PageData } from "./page-data.ts";
import { PAGES } from "./pages.tsx";
import { type HtmlRenderer, NOT_FOUND_PAGE, type PublicPage, renderPage } from "./render-page.tsx";

/** The parts of the app that `web/prerender` needs, as one bundle. */
export { setHtmlCleaner, PAGE_DATA_ID };

/** The queries that each page written at build time needs in addition to the home query. */
const PAGE_QUERIES: Readonly<Record<keyof typeof BUILT_PAGES, PublicPage["queries"]>> = {
  home: [],
  donate: [accountabilityQuery],
  privacyPolicy: [legalContentQuery("privacy_policy")],
  termsOfService: [legalContentQuery("terms_policy")],
  financialReports: [publishedReportsQuery, donationTotalsQuery],
  whoWeAre: [publicTeamMembersQuery],
  manageGift: [],
};

/**
 * Pages written to files at build time. News pages are rendered at request time instead (request-pages.tsx).
 */
export const PRERENDERED_PAGES: readonly PublicPage[] = [
  ...listPageNames(BUILT_PAGES).map((name) => ({
    name,
    path: BUILT_PAGES[name],
    queries: [homeQuery, ...PAGE_QUERIES[name]],
  })),
  NOT_FOUND_PAGE,
];

export const REQUEST_PAGE_NAMES: readonly PublicPage["name"][] = [
  ...listPageNames(RENDERED_PAGES),
  NOT_FOUND_PAGE.name,
];

/** Returns the path of the page's file in the build output. */
export const getOutputPath = ({ name, path }: PublicPage): string => {
  if (name === "notFound") return "/404.html";
  return name === "home" ? "/index.html" : `${path}.html`;
};

/** Waits for the lazy parts of a page. */
const renderWithLazyParts: HtmlRenderer = async (element) => {
  const errors: unknown[] = [];
  const { prelude } = await prerender(element, {
    // By default, React sends large parts last and moves them into place with an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void errors.push(error),
  });
  const html = await new Response(prelude).text();
  if (errors.length > 0) throw errors[0];
  return html;
};

export const renderFile = (page: PageData) => renderPage(page, PAGES, renderWithLazyParts);
