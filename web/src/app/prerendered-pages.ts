import type { QueryKey } from "@tanstack/react-query";
import { donationTotalsQuery } from "../data/donations/queries.ts";
import { publishedReportsQuery } from "../data/financial-reports/queries.ts";
import { homeQuery } from "../data/home/queries.ts";
import { legalContentQuery } from "../data/legal-content/queries.ts";
import { paths } from "../lib/paths.ts";
import { NOT_FOUND_PATH } from "./page-data.ts";

/** A public page that is rendered to HTML. */
export interface PublicPage {
  readonly path: string;
  /** Its module, whose chunks the HTML preloads. */
  readonly module: string;
  readonly queries: readonly { readonly queryKey: QueryKey }[];
  /** Set to keep the page out of search engines. */
  readonly isUnlisted?: true;
}

const publicModule = (name: string) => `src/areas/public/${name}-page.tsx`;

export const NEWS_MODULES = {
  list: publicModule("news/news"),
  post: publicModule("news/blog-post"),
} as const;

export const NOT_FOUND_PAGE: PublicPage = {
  path: NOT_FOUND_PATH,
  module: publicModule("not-found"),
  queries: [homeQuery],
  isUnlisted: true,
};

const page = (path: string, module: string, ...own: PublicPage["queries"]): PublicPage => ({
  path,
  module: publicModule(module),
  queries: [homeQuery, ...own],
});

/**
 * Pages written to files at build time. News pages are rendered at request time instead
 * (request-pages.tsx).
 */
export const PRERENDERED_PAGES: readonly PublicPage[] = [
  page(paths.home(), "home"),
  page(paths.donate(), "donate/donate"),
  page(paths.privacyPolicy(), "legal/privacy-policy", legalContentQuery("privacy_policy")),
  page(paths.termsOfService(), "legal/terms-of-service", legalContentQuery("terms_policy")),
  page(
    paths.financialReports(),
    "financial-reports/financial-reports",
    publishedReportsQuery,
    donationTotalsQuery,
  ),
  { ...page(paths.manageGift(), "manage-gift/manage-gift"), isUnlisted: true },
  NOT_FOUND_PAGE,
];

/** Returns the page's file in the build output. */
export const fileOf = ({ path }: PublicPage): string => {
  if (path === NOT_FOUND_PATH) return "/404.html";
  return path === paths.home() ? "/index.html" : `${path}.html`;
};
