import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { StrictMode, type ReactNode } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";
import { AppRoutes, type AppRoutesProps } from "./routes.tsx";
import { LazyToastRegion } from "../ui/messages/lazy-toast-region.tsx";

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
