import type { ComponentType } from "react";
import { matchPath } from "react-router-dom";
import { listPageNames, type PageName, listRoutes } from "#rules/site-pages.ts";
import { lazyComponent } from "../lib/code/lazy-component.ts";
import { NOT_FOUND_PATH } from "./page-data.ts";

const ManageGiftPage = lazyComponent(
  () => import("../areas/public/manage-gift/manage-gift-page.tsx"),
);
const NotFoundPage = lazyComponent(() => import("../areas/public/not-found-page.tsx"));
const LazyAppPage = lazyComponent(async () => ({
  default: (await import("./app-page.tsx")).AppPage,
}));
const AppPage = () => <LazyAppPage notFound={<NotFoundPage />} />;

/**
 * The prerenderer finds a page's module by its file name: `privacy-policy-page.tsx` for
 * `privacyPolicy`.
 */
const COMPONENTS: Readonly<Record<PageName, ComponentType>> = {
  home: lazyComponent(() => import("../areas/public/home-page.tsx")),
  donate: lazyComponent(() => import("../areas/public/donate/donate-page.tsx")),
  privacyPolicy: lazyComponent(() => import("../areas/public/legal/privacy-policy-page.tsx")),
  termsOfService: lazyComponent(() => import("../areas/public/legal/terms-of-service-page.tsx")),
  financialReports: lazyComponent(
    () => import("../areas/public/financial-reports/financial-reports-page.tsx"),
  ),
  whoWeAre: lazyComponent(() => import("../areas/public/who-we-are/who-we-are-page.tsx")),
  news: lazyComponent(() => import("../areas/public/news/news-page.tsx")),
  blogPost: lazyComponent(() => import("../areas/public/news/blog-post-page.tsx")),
  manageGift: () => <ManageGiftPage notFound={<NotFoundPage />} />,
  forgotPassword: AppPage,
  resetPassword: AppPage,
  activate: AppPage,
  join: AppPage,
  confirmEmail: AppPage,
  postPreview: AppPage,
  stopCards: AppPage,
  stopNews: AppPage,
  volunteerDashboard: AppPage,
  dashboard: AppPage,
  admin: AppPage,
};

const ROUTES = listPageNames(COMPONENTS).flatMap((name) =>
  listRoutes(name).map((path) => ({ path, Page: COMPONENTS[name] })),
);

/** All routes. The last one matches every path that no other route matches. */
export const PAGES = [...ROUTES, { path: NOT_FOUND_PATH, Page: NotFoundPage }];

export const hasRoute = (pathname: string): boolean =>
  ROUTES.some(({ path }) => matchPath(path, pathname));
