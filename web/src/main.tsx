import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import "./app.css";
import { App } from "./app/app.tsx";
import { fillQueries, NOT_FOUND_PATH, readPageData } from "./app/page-data.ts";
import { createQueryClient } from "./app/query-client.ts";
import { hasRoute } from "./app/routes.tsx";
import { homeQuery } from "./data/home/queries.ts";
import { paths } from "./lib/paths.ts";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");

const queryClient = createQueryClient();
const app = (
  <App queryClient={queryClient} router={(routes) => <BrowserRouter>{routes}</BrowserRouter>} />
);

const { pathname } = location;
const page = readPageData();
// A CDN may answer an address with the HTML of another, `/donate/` with `/donate` say.
const isThisPage =
  page !== null && (page.path === NOT_FOUND_PATH ? !hasRoute(pathname) : page.path === pathname);

if (isThisPage) {
  fillQueries(queryClient, page);
  hydrateRoot(root, app);
} else {
  // Asked for while the page's code is still on its way.
  if (pathname === paths.home()) void queryClient.prefetchQuery(homeQuery);
  createRoot(root).render(app);
}
