import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import "./app.css";
import { ErrorBoundary } from "./app/error-boundary.tsx";
import { Providers } from "./app/providers.tsx";
import { createQueryClient } from "./app/query-client.ts";
import { AppRoutes } from "./app/routes.tsx";
import { homeQuery } from "./data/home/queries.ts";
import { paths } from "./lib/paths.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");

const queryClient = createQueryClient();

// Asked for while the page's code is still on its way.
if (location.pathname === paths.home()) void queryClient.prefetchQuery(homeQuery);

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <Providers queryClient={queryClient}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </Providers>
    </ErrorBoundary>
  </StrictMode>,
);
