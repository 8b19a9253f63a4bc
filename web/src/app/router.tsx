import type { QueryClient } from "@tanstack/react-query";
import { createBrowserRouter, type RouteObject } from "react-router-dom";
import { homeQuery } from "../data/home/queries.ts";
import { paths } from "../lib/paths.ts";
import { Spinner } from "../ui/states.tsx";
import { RootLayout } from "./root-layout.tsx";
import { RouteError } from "./route-error.tsx";

const page = (load: () => Promise<{ default: React.ComponentType }>) => async () => ({
  Component: (await load()).default,
});

const adminPage = page(() => import("../areas/admin/admin-page.tsx"));

export const createRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: () => <Spinner label="Loading the page" />,
    children: [
      {
        path: paths.home(),
        // Asked for while the page's code is still on its way; the page itself waits for neither.
        loader: () => {
          void queryClient.prefetchQuery(homeQuery);
          return null;
        },
        lazy: page(() => import("../areas/public/home-page.tsx")),
      },
      {
        path: paths.donate(),
        lazy: page(() => import("../areas/public/donate/donate-page.tsx")),
      },
      {
        path: paths.privacyPolicy(),
        lazy: page(() => import("../areas/public/legal/privacy-policy-page.tsx")),
      },
      {
        path: paths.termsOfService(),
        lazy: page(() => import("../areas/public/legal/terms-of-service-page.tsx")),
      },
      {
        path: paths.financialReports(),
        lazy: page(() => import("../areas/public/financial-reports/financial-reports-page.tsx")),
      },
      {
        path: paths.volunteerDashboard(),
        lazy: page(() => import("../areas/volunteer/dashboard-page.tsx")),
      },
      { path: paths.dashboard(), lazy: adminPage },
      { path: paths.admin(), lazy: adminPage },
      { path: "*", lazy: page(() => import("../areas/public/not-found-page.tsx")) },
    ],
  },
];

export const createAppRouter = (queryClient: QueryClient) =>
  createBrowserRouter(createRoutes(queryClient));
