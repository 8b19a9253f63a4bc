import type { QueryKey } from "@tanstack/react-query";
import { donationTotalsQuery } from "../data/donations/queries.ts";
import { publishedReportsQuery } from "../data/financial-reports/queries.ts";
import { homeQuery } from "../data/home/queries.ts";
import { legalContentQuery } from "../data/legal-content/queries.ts";
import { paths } from "../lib/paths.ts";
import { NOT_FOUND_PATH } from "./page-data.ts";

/** A public page as it is written to HTML. */
export interface PublicPage {
  readonly path: string;
  /** Its code, whose files the HTML announces. */
  readonly module: string;
  /** What it shows, in the browser's own reads. */
  readonly queries: readonly { readonly queryKey: QueryKey }[];
  /** Nothing that a search should find. */
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

/** What is a file of the built site. The news are not among them: they are made when somebody asks (request-pages.tsx). */
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

/** Within the built site. */
export const fileOf = ({ path }: PublicPage): string => {
  if (path === NOT_FOUND_PATH) return "/404.html";
  return path === paths.home() ? "/index.html" : `${path}.html`;
};
