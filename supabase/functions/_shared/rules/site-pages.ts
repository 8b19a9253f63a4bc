/*
 * Every page of the site, with its path. Routes, links, files, rewrites, the sitemap, robots.txt and the links in
 * emails are derived from these lists.
 */

export const BUILT_PAGES = {
  home: "/",
  donate: "/donate",
  privacyPolicy: "/privacy-policy",
  termsOfService: "/terms-of-service",
  financialReports: "/financial-reports",
  whoWeAre: "/who-we-are",
  manageGift: "/manage-gift",
} as const;

/** Pages that web/edge renders on each request. */
export const RENDERED_PAGES = {
  news: "/news",
  blogPost: "/news/:post",
} as const;

/** Pages that are rendered only in the browser, because their content depends on the visitor. */
const APP_PAGES = {
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  activate: "/activate",
  join: "/join",
  confirmEmail: "/confirm-email",
  postPreview: "/news-preview",
  stopCards: "/stop-cards",
  stopNews: "/stop-news",
  volunteerDashboard: "/volunteer-dashboard",
  dashboard: "/dashboard",
  admin: "/admin",
} as const;

export const SITE_PAGES = { ...BUILT_PAGES, ...RENDERED_PAGES, ...APP_PAGES } as const;
export type PageName = keyof typeof SITE_PAGES;

/** The routes of pages whose routes differ from their path. */
const ROUTES: Readonly<Partial<Record<PageName, readonly string[]>>> = {
  manageGift: ["/manage-gift/*"],
  news: ["/news", "/news/page/:page", "/news/tag/:tag", "/news/tag/:tag/page/:page"],
  volunteerDashboard: ["/volunteer-dashboard/*"],
  dashboard: ["/dashboard/*"],
  admin: ["/admin/*"],
};

export const listPageNames = <Pages extends object>(pages: Pages) =>
  Object.keys(pages) as (keyof Pages)[];

export const listRoutes = (name: PageName): readonly string[] => ROUTES[name] ?? [SITE_PAGES[name]];

// The following lists are functions instead of constants, so that the build can remove the ones that the home page
// doesn't use.

/** Returns the routes of pages for which there is neither a file nor an edge function. */
export const listAppRoutes = (): readonly string[] => [
  ...listPageNames(BUILT_PAGES).flatMap((name) => ROUTES[name] ?? []),
  ...listPageNames(APP_PAGES).flatMap(listRoutes),
];

/** Returns the paths in the sitemap, without those of individual posts. */
export const listSitemapPaths = (): readonly string[] => {
  const { manageGift: _, ...listedPages } = { ...BUILT_PAGES, ...RENDERED_PAGES };
  return Object.values(listedPages).filter((path) => !path.includes(":"));
};

/** Returns the paths that robots.txt disallows, because they need a login. */
export const listPrivatePaths = (): readonly string[] => [
  SITE_PAGES.admin,
  SITE_PAGES.dashboard,
  SITE_PAGES.volunteerDashboard,
];
