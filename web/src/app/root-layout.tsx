import { Outlet, ScrollRestoration } from "react-router-dom";

/** Around every page. */
export const RootLayout = () => (
  <>
    <a
      href="#content"
      className="btn btn-primary fixed top-3 left-3 z-50 -translate-y-24 focus:translate-y-0"
    >
      Skip to content
    </a>
    <Outlet />
    <ScrollRestoration />
  </>
);
