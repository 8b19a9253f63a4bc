import { QueryClientProvider, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { StrictMode, Suspense, useEffect, type ComponentType, type ReactNode } from "react";
import { Outlet, Route, Routes } from "react-router-dom";
import { replayPress } from "../lib/code/pressed-button.ts";
import { LazyToastRegion } from "../ui/messages/lazy-toast-region.tsx";
import { Spinner } from "../ui/states.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { refreshQueries } from "./query-client.ts";
import { ScrollManager } from "./scroll-manager.tsx";

/** Rendered in the same Suspense boundary as the page, so that the effect runs once the page has mounted. */
const PageMountEffect = () => {
  const queryClient = useQueryClient();
  useEffect(() => {
    // Runs in a new task, after the page has rendered with the values its forms held before
    // hydration.
    setTimeout(() => {
      replayPress();
      refreshQueries(queryClient);
    });
  }, [queryClient]);
  return null;
};

/** Wraps every page. The scroll position is restored once the page's code has loaded. */
const PageFrame = () => (
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
      <PageMountEffect />
    </Suspense>
  </>
);

export interface AppRoutesProps {
  /** In the browser, all pages. In an edge function, only the pages that the function renders. */
  readonly pages: readonly { readonly path: string; readonly Page: ComponentType }[];
}

export const AppRoutes = ({ pages }: AppRoutesProps) => (
  <Routes>
    <Route element={<PageFrame />}>
      {pages.map(({ path, Page }) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
    </Route>
  </Routes>
);

interface ProvidersProps {
  readonly queryClient: QueryClient;
  readonly children: ReactNode;
}

const Providers = ({ queryClient, children }: ProvidersProps) => (
  <QueryClientProvider client={queryClient}>
    {children}
    <LazyToastRegion />
  </QueryClientProvider>
);

export interface AppProps extends AppRoutesProps {
  readonly queryClient: QueryClient;
  /** Renders the routes in the browser router, or in a static router while prerendering. */
  readonly renderRouter: (routes: ReactNode) => ReactNode;
}

/** Renders the same tree in the browser and in the prerenderer, because hydration would fail otherwise. */
export const App = ({ queryClient, renderRouter, pages }: AppProps) => (
  <StrictMode>
    <ErrorBoundary>
      <Providers queryClient={queryClient}>{renderRouter(<AppRoutes pages={pages} />)}</Providers>
    </ErrorBoundary>
  </StrictMode>
);
