import { lazy, Suspense, useEffect } from "react";
import { matchPath, Outlet, Route, Routes } from "react-router-dom";
import { paths } from "../lib/paths.ts";
import { Spinner } from "../ui/states.tsx";
import { pressAgain } from "./early-press.ts";
import { ScrollManager } from "./scroll-manager.tsx";

const AdminPage = lazy(() => import("../areas/admin/admin-page.tsx"));
const NewsPage = lazy(() => import("../areas/public/news/news-page.tsx"));
const NotFoundPage = lazy(() => import("../areas/public/not-found-page.tsx"));
const PasswordPages = lazy(() => import("../areas/public/password/passwords-page.tsx"));

/** Every route of P§2 and A§2, and the news. */
const PAGES = [
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
  { path: "/news/:post", Page: lazy(() => import("../areas/public/news/blog-post-page.tsx")) },
  {
    path: `${paths.volunteerDashboard()}/*`,
    Page: lazy(() => import("../areas/volunteer/dashboard-page.tsx")),
  },
  {
    path: `${paths.manageGift()}/*`,
    Page: lazy(() => import("../areas/public/manage-gift/manage-gift-page.tsx")),
  },
  { path: paths.forgotPassword(), Page: PasswordPages },
  { path: "/reset-password", Page: PasswordPages },
  { path: "/activate", Page: PasswordPages },
  { path: `${paths.dashboard()}/*`, Page: AdminPage },
  { path: `${paths.admin()}/*`, Page: AdminPage },
] as const;

export const hasRoute = (pathname: string): boolean =>
  PAGES.some(({ path }) => matchPath(path, pathname));

/** Beside the page, so that its effect means that the page is there. */
const EarlyPress = () => {
  useEffect(() => {
    // Not before the page has been drawn with what its forms held.
    setTimeout(pressAgain);
  }, []);
  return null;
};

/** Around every page; the scroll position is settled once the page's code is there. */
const Frame = () => (
  <>
    <a
      href="#content"
      className="btn btn-primary fixed top-3 left-3 z-50 -translate-y-24 focus:translate-y-0 print:hidden"
    >
      Skip to content
    </a>
    <Suspense fallback={<Spinner label="Loading the page" />}>
      <Outlet />
      <ScrollManager />
      <EarlyPress />
    </Suspense>
  </>
);

export const AppRoutes = () => (
  <Routes>
    <Route element={<Frame />}>
      {PAGES.map(({ path, Page }) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
);
