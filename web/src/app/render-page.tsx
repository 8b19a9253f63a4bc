import type { QueryKey } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { StaticRouter } from "react-router-dom";
import type { PageName } from "#rules/site-pages.ts";
import { homeQuery } from "../data/home/queries.ts";
import { setRenderedAt } from "../lib/time/now.ts";
import { App, type AppProps } from "./app.tsx";
import { NOT_FOUND_PATH, type PageData } from "./page-data.ts";
import { createQueryClient, hydrateQueries } from "./query-client.ts";

/** A public page that is rendered to HTML, at build time or at request time. */
export interface PublicPage {
  readonly name: PageName | "notFound";
  readonly path: string;
  readonly queries: readonly { readonly queryKey: QueryKey }[];
}

export const NOT_FOUND_PAGE: PublicPage = {
  name: "notFound",
  path: NOT_FOUND_PATH,
  queries: [homeQuery],
};

export interface RenderedPage {
  /** The title, metadata and preloads, which React emits first. */
  readonly head: string;
  readonly body: string;
}

const ROOT_TAG = '<div id="root">';

/** Returns the HTML of an element, and throws if a part of it can't be rendered. */
export type HtmlRenderer = (element: ReactElement) => string | Promise<string>;

/** Renders a page to HTML. */
export const renderPage = async (
  page: PageData,
  pages: AppProps["pages"],
  renderHtml: HtmlRenderer,
  /** The query string, including the question mark. */
  search = "",
): Promise<RenderedPage> => {
  const queryClient = createQueryClient();
  setRenderedAt(page.renderedAt);
  hydrateQueries(queryClient, page.queryResults);
  const html = await renderHtml(
    <div id="root">
      <App
        queryClient={queryClient}
        pages={pages}
        renderRouter={(routes) => (
          <StaticRouter location={page.path === NOT_FOUND_PATH ? "/404" : page.path + search}>
            {routes}
          </StaticRouter>
        )}
      />
    </div>,
  );
  queryClient.clear();
  const rootIndex = html.indexOf(ROOT_TAG);
  if (rootIndex < 0) throw new Error(`The page ${page.path} was rendered without ${ROOT_TAG}.`);
  return { head: html.slice(0, rootIndex), body: html.slice(rootIndex) };
};
