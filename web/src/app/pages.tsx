import { lazy, type ComponentType } from "react";
import { matchPath } from "react-router-dom";
import { listPageNames, type PageName, listRoutes } from "#rules/site-pages.ts";
import { NOT_FOUND_PATH } from "./page-data.ts";

const AdminPage = lazy(() => import("../areas/admin/admin-page.tsx"));
const ManageGiftPage = lazy(() => import("../areas/public/manage-gift/manage-gift-page.tsx"));
const NotFoundPage = lazy(() => import("../areas/public/not-found-page.tsx"));
const VolunteerPage = lazy(() => import("../areas/volunteer/dashboard-page.tsx"));
const AdminRoute = () => <AdminPage notFound={<NotFoundPage />} />;
const RarePage = lazy(() => import("../areas/public/rare-page.tsx"));

/**
 * The prerenderer finds a page's module by its file name: `privacy-policy-page.tsx` for
 * `privacyPolicy`.
 */
const COMPONENTS: Readonly<Record<PageName, ComponentType>> = {
  home: lazy(() => import("../areas/public/home-page.tsx")),
  donate: lazy(() => import("../areas/public/donate/donate-page.tsx")),
  privacyPolicy: lazy(() => import("../areas/public/legal/privacy-policy-page.tsx")),
  termsOfService: lazy(() => import("../areas/public/legal/terms-of-service-page.tsx")),
  financialReports: lazy(
    () => import("../areas/public/financial-reports/financial-reports-page.tsx"),
  ),
  whoWeAre: lazy(() => import("../areas/public/who-we-are/who-we-are-page.tsx")),
  news: lazy(() => import("../areas/public/news/news-page.tsx")),
  blogPost: lazy(() => import("../areas/public/news/blog-post-page.tsx")),
  manageGift: () => <ManageGiftPage notFound={<NotFoundPage />} />,
  forgotPassword: RarePage,
  resetPassword: RarePage,
  activate: RarePage,
  join: RarePage,
  confirmEmail: RarePage,
  postPreview: RarePage,
  stopCards: RarePage,
  stopNews: RarePage,
  volunteerDashboard: () => <VolunteerPage notFound={<NotFoundPage />} />,
  dashboard: AdminRoute,
  admin: AdminRoute,
};

const ROUTES = listPageNames(COMPONENTS).flatMap((name) =>
  listRoutes(name).map((path) => ({ path, Page: COMPONENTS[name] })),
);

/** All routes. The last one matches every path that no other route matches. */
export const PAGES = [...ROUTES, { path: NOT_FOUND_PATH, Page: NotFoundPage }];

export const hasRoute = (pathname: string): boolean =>
  ROUTES.some(({ path }) => matchPath(path, pathname));
