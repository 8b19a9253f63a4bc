import { lazy, Suspense } from "react";
import { Outlet, Route, Routes } from "react-router-dom";
import { paths } from "../lib/paths.ts";
import { Spinner } from "../ui/states.tsx";
import { ScrollManager } from "./scroll-manager.tsx";

const HomePage = lazy(() => import("../areas/public/home-page.tsx"));
const DonatePage = lazy(() => import("../areas/public/donate/donate-page.tsx"));
const PrivacyPolicyPage = lazy(() => import("../areas/public/legal/privacy-policy-page.tsx"));
const TermsOfServicePage = lazy(() => import("../areas/public/legal/terms-of-service-page.tsx"));
const FinancialReportsPage = lazy(
  () => import("../areas/public/financial-reports/financial-reports-page.tsx"),
);
const VolunteerDashboardPage = lazy(() => import("../areas/volunteer/dashboard-page.tsx"));
const AdminPage = lazy(() => import("../areas/admin/admin-page.tsx"));
const NotFoundPage = lazy(() => import("../areas/public/not-found-page.tsx"));

/** Around every page; the scroll position is settled once the page's code is there. */
const Frame = () => (
  <>
    <a
      href="#content"
      className="btn btn-primary fixed top-3 left-3 z-50 -translate-y-24 focus:translate-y-0"
    >
      Skip to content
    </a>
    <Suspense fallback={<Spinner label="Loading the page" />}>
      <Outlet />
      <ScrollManager />
    </Suspense>
  </>
);

/** Every route of P§2 and A§2. */
export const AppRoutes = () => (
  <Routes>
    <Route element={<Frame />}>
      <Route path={paths.home()} element={<HomePage />} />
      <Route path={paths.donate()} element={<DonatePage />} />
      <Route path={paths.privacyPolicy()} element={<PrivacyPolicyPage />} />
      <Route path={paths.termsOfService()} element={<TermsOfServicePage />} />
      <Route path={paths.financialReports()} element={<FinancialReportsPage />} />
      <Route path={paths.volunteerDashboard()} element={<VolunteerDashboardPage />} />
      <Route path={paths.dashboard()} element={<AdminPage />} />
      <Route path={paths.admin()} element={<AdminPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
);
