import type { QueryKey } from "@tanstack/react-query";
import { accountabilityQuery } from "../data/accountability/queries.ts";
import { donationTotalsQuery } from "../data/donations/queries.ts";
import { publishedReportsQuery } from "../data/financial-reports/queries.ts";
import { homeQuery } from "../data/home/queries.ts";
import { legalContentQuery } from "../data/legal-content/queries.ts";
import { publicTeamMembersQuery } from "../data/team-members/queries.ts";
import { BUILT_PAGES, listPageNames, type PageName } from "#rules/site-pages.ts";
import { NOT_FOUND_PATH } from "./page-data.ts";

type Queries = readonly { readonly queryKey: QueryKey }[];

/** A public page that is rendered to HTML. */
export interface PublicPage {
  readonly name: PageName | "notFound";
  readonly path: string;
  readonly queries: Queries;
}

/** The queries that each page written at build time needs in addition to the home query. */
const PAGE_QUERIES: Readonly<Record<keyof typeof BUILT_PAGES, Queries>> = {
  home: [],
  donate: [accountabilityQuery],
  privacyPolicy: [legalContentQuery("privacy_policy")],
  termsOfService: [legalContentQuery("terms_policy")],
  financialReports: [publishedReportsQuery, donationTotalsQuery],
  whoWeAre: [publicTeamMembersQuery],
  manageGift: [],
};

export const NOT_FOUND_PAGE: PublicPage = {
  name: "notFound",
  path: NOT_FOUND_PATH,
  queries: [homeQuery],
};

/**
 * Pages written to files at build time. News pages are rendered at request time instead
 * (request-pages.tsx).
 */
export const PRERENDERED_PAGES: readonly PublicPage[] = [
  ...listPageNames(BUILT_PAGES).map((name) => ({
    name,
    path: BUILT_PAGES[name],
    queries: [homeQuery, ...PAGE_QUERIES[name]],
  })),
  NOT_FOUND_PAGE,
];

/** Returns the path of the page's file in the build output. */
export const getOutputPath = ({ name, path }: PublicPage): string => {
  if (name === "notFound") return "/404.html";
  return name === "home" ? "/index.html" : `${path}.html`;
};
