import type { QueryClient } from "@tanstack/react-query";
import { StrictMode, type ReactNode } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Providers } from "./providers.tsx";
import { AppRoutes, type AppRoutesProps } from "./routes.tsx";

export interface AppProps extends AppRoutesProps {
  readonly queryClient: QueryClient;
  /** A browser router or, while prerendering, a static one. */
  readonly router: (routes: ReactNode) => ReactNode;
}

/** Renders the same tree in the browser and the prerenderer; hydration fails otherwise. */
export const App = ({ queryClient, router, pages }: AppProps) => (
  <StrictMode>
    <ErrorBoundary>
      <Providers queryClient={queryClient}>{router(<AppRoutes pages={pages} />)}</Providers>
    </ErrorBoundary>
  </StrictMode>
);
