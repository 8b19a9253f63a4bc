import type { QueryClient } from "@tanstack/react-query";
import { StrictMode, type ReactNode } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Providers } from "./providers.tsx";
import { AppRoutes, type AppRoutesProps } from "./routes.tsx";

export interface AppProps extends AppRoutesProps {
  readonly queryClient: QueryClient;
  /** The browser's router, or the one of a single address while prerendering. */
  readonly router: (routes: ReactNode) => ReactNode;
}

/** The same tree in the browser and in the prerenderer, or taking over its HTML would fail. */
export const App = ({ queryClient, router, pages }: AppProps) => (
  <StrictMode>
    <ErrorBoundary>
      <Providers queryClient={queryClient}>{router(<AppRoutes pages={pages} />)}</Providers>
    </ErrorBoundary>
  </StrictMode>
);
