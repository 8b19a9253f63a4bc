import { startTransition } from "react";
import { BrowserRouter } from "react-router-dom";
import { homeQuery } from "../data/home/queries.ts";
import { setRenderedAt } from "../lib/time/now.ts";
import { paths } from "../lib/paths.ts";
import { App } from "./app.tsx";
import { NOT_FOUND_PATH, type PageData } from "./page-data.ts";
import { hasRoute, PAGES } from "./pages.tsx";
import { createQueryClient, hydrateQueries } from "./query-client.ts";
import { createRoot, hydrateRoot } from "./react-dom.ts";
import { followTranslations } from "./translated-pages.ts";

/** A CDN may serve the HTML of one path at another path, for example that of `/donate` at `/donate/`. */
const isRenderedFor = (page: PageData, pathname: string): boolean =>
  page.path === NOT_FOUND_PATH ? !hasRoute(pathname) : page.path === pathname;

/** Hydrates the prerendered page, or renders from scratch if there is none. */
export const start = (page: PageData | null): void => {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root element.");
  followTranslations();
  const queryClient = createQueryClient();
  const app = (
    <App
      queryClient={queryClient}
      pages={PAGES}
      renderRouter={(routes) => <BrowserRouter>{routes}</BrowserRouter>}
    />
  );
  const { pathname } = location;
  if (page && isRenderedFor(page, pathname)) {
    setRenderedAt(page.renderedAt);
    hydrateQueries(queryClient, page.queryResults);
    // A transition hydrates in slices, so that taps and scrolling still work.
    startTransition(() => void hydrateRoot(root, app));
    return;
  }
  // Fetch the data while the page's code is still loading.
  if (pathname === paths.home()) void queryClient.prefetchQuery(homeQuery);
  createRoot(root).render(app);
};
