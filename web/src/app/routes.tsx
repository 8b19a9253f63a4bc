import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, type ComponentType } from "react";
import { Outlet, Route, Routes } from "react-router-dom";
import { Spinner } from "../ui/states.tsx";
import { pressAgain } from "./early-press.ts";
import { refreshQueries } from "./query-client.ts";
import { ScrollManager } from "./scroll-manager.tsx";

/** Beside the page, so that its effect means that the page is there. */
const Arrival = () => {
  const queryClient = useQueryClient();
  useEffect(() => {
    // Not before the page has been drawn with what its forms held.
    setTimeout(() => {
      pressAgain();
      refreshQueries(queryClient);
    });
  }, [queryClient]);
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
      <Arrival />
    </Suspense>
  </>
);

export interface AppRoutesProps {
  /** All of them in the browser; the CDN's code brings those that it renders. */
  readonly pages: readonly { readonly path: string; readonly Page: ComponentType }[];
}

export const AppRoutes = ({ pages }: AppRoutesProps) => (
  <Routes>
    <Route element={<Frame />}>
      {pages.map(({ path, Page }) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
    </Route>
  </Routes>
);
