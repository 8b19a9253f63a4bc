import { lazy } from "react";
import { matchPath } from "react-router-dom";
import { paths } from "../lib/paths.ts";
import { NOT_FOUND_PATH } from "./page-data.ts";

const AdminPage = lazy(() => import("../areas/admin/admin-page.tsx"));
const ManageGiftPage = lazy(() => import("../areas/public/manage-gift/manage-gift-page.tsx"));
const NotFoundPage = lazy(() => import("../areas/public/not-found-page.tsx"));
const VolunteerPage = lazy(() => import("../areas/volunteer/dashboard-page.tsx"));
const Admin = () => <AdminPage notFound={<NotFoundPage />} />;
const Volunteer = () => <VolunteerPage notFound={<NotFoundPage />} />;
const ManageGift = () => <ManageGiftPage notFound={<NotFoundPage />} />;
const NewsPage = lazy(() => import("../areas/public/news/news-page.tsx"));
const PasswordPages = lazy(() => import("../areas/public/password/passwords-page.tsx"));

/** Every route. The last one matches everything else. */
export const PAGES = [
  { path: paths.home(), Page: lazy(() => import("../areas/public/home-page.tsx")) },
  { path: paths.donate(), Page: lazy(() => import("../areas/public/donate/donate-page.tsx")) },
  {
    path: paths.privacyPolicy(),
    Page: lazy(() => import("../areas/public/legal/privacy-policy-page.tsx")),
  },
  {
    path: paths.termsOfService(),
    Page: lazy(() => import("../areas/public/legal/terms-of-service-page.tsx")),
  },
  {
    path: paths.financialReports(),
    Page: lazy(() => import("../areas/public/financial-reports/financial-reports-page.tsx")),
  },
  { path: paths.news(), Page: NewsPage },
  { path: "/news/page/:page", Page: NewsPage },
  { path: "/news/tag/:tag/*", Page: NewsPage },
  { path: "/news/:post", Page: lazy(() => import("../areas/public/news/blog-post-page.tsx")) },
  { path: `${paths.volunteerDashboard()}/*`, Page: Volunteer },
  { path: `${paths.manageGift()}/*`, Page: ManageGift },
  { path: paths.forgotPassword(), Page: PasswordPages },
  { path: "/reset-password", Page: PasswordPages },
  { path: "/activate", Page: PasswordPages },
  { path: `${paths.dashboard()}/*`, Page: Admin },
  { path: `${paths.admin()}/*`, Page: Admin },
  { path: NOT_FOUND_PATH, Page: NotFoundPage },
] as const;

export const hasRoute = (pathname: string): boolean =>
  PAGES.slice(0, -1).some(({ path }) => matchPath(path, pathname));
