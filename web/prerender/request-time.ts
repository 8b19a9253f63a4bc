import { renderToString } from "react-dom/server.edge";
import { cleanStoredHtml } from "../../supabase/functions/_shared/html/clean-stored-html.ts";
import {
  listSitemapPaths,
  RENDERED_PAGES,
} from "../../supabase/functions/_shared/rules/site-pages.ts";
import type { BuiltSite } from "../edge/built-site.ts";
import { PAGE_DATA_ID, type PageData } from "../src/app/page-data.ts";
import {
  type HtmlRenderer,
  NOT_FOUND_PAGE,
  type PublicPage,
  renderPage,
} from "../src/app/render-page.tsx";
import { REQUEST_PAGES, findRequestPage } from "../src/app/request-pages.tsx";
import { newsPath, newsQueryString } from "../src/areas/public/news/news-address.ts";
import { type BlogPost, blogPostTagsQuery } from "../src/data/blog-posts/queries.ts";
import { addFallbacks, type HomeData, homeQuery } from "../src/data/home/queries.ts";
import { readPageQuery } from "../src/data/read-page-query.ts";
import { readQuery } from "../src/data/read-query.ts";
import type { ApiOutput } from "../src/lib/api/api-client.ts";
import type { ApiPage } from "../src/lib/api/api-lists.ts";
import { setHtmlCleaner } from "../src/lib/clean-html.ts";
import { paths } from "../src/lib/paths.ts";
import { siteUrl } from "../src/lib/site-url.ts";
import { buildDocument } from "./document.ts";
import { buildFeed, buildSitemap, SITEMAP_PATH } from "./feed-and-sitemap.ts";
import { type ApiCaller, fetchQueryResults } from "./fetch-query-results.ts";

setHtmlCleaner((html) => cleanStoredHtml(html, "text"));

/**
 * Pages have the same limits as other public reads, so unpublished content leaves every cache within six minutes.
 */
const CDN_CACHE_CONTROL = "public, s-maxage=60, stale-while-revalidate=300";
/** Browsers revalidate every time, so an author sees a post right after publishing it. */
const BROWSER_CACHE_CONTROL = "public, max-age=0, must-revalidate";

/**
 * Netlify would otherwise cache each query string separately. On Cloudflare the Worker uses
 * `toCacheKeyUrl`.
 */
const NETLIFY_VARY = { "Netlify-Vary": "query=search|page" };

/** Returns the URL under which a response is cached, without parameters that no page uses. */
export const toCacheKeyUrl = (url: URL): URL => {
  // Copies the entire URL instead of parsing the path, because a path that starts with `//` would become the host.
  const cleanUrl = new URL(url);
  cleanUrl.search = newsQueryString(url);
  return cleanUrl;
};

const respond = (body: string, type: string, status = 200): Response =>
  new Response(body, {
    status,
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      ...(status === 200
        ? {
            "Cache-Control": BROWSER_CACHE_CONTROL,
            "CDN-Cache-Control": CDN_CACHE_CONTROL,
            ...NETLIFY_VARY,
          }
        : { "Cache-Control": "no-store" }),
    },
  });

/**
 * Returns the shell with a 503. The app then shows that the page couldn't be loaded, with a retry button.
 */
export const createUnavailablePage = ({ shell }: BuiltSite): Response => {
  const response = respond(shell, "text/html", 503);
  response.headers.set("Retry-After", "5");
  return response;
};

interface PageRequest {
  /** The original URL; redirects keep its query string. */
  readonly originalUrl: URL;
  readonly url: URL;
  readonly callApi: ApiCaller;
  readonly site: BuiltSite;
}

/** Throws if a required result is missing. */
const requireResult = <Result>(result: PageData["queryResults"][number] | undefined): Result => {
  if (result === undefined || result[1] === null) throw new Error("The API didn't respond.");
  return result[1] as Result;
};

/** What React writes for a part that isn't there yet, which it leaves to the browser. */
const MISSING_PART = "<!--$!-->";

/** These pages have no lazy parts. Without them, a string takes three quarters of the time that a stream takes. */
const renderAtOnce: HtmlRenderer = (element) => {
  const html = renderToString(element);
  if (html.includes(MISSING_PART)) throw new Error("A page has a lazy part.");
  return html;
};

const render = async (
  page: PublicPage,
  queryResults: PageData["queryResults"],
  { site, url }: PageRequest,
  status: number,
): Promise<Response> => {
  const data: PageData = {
    path: page.path,
    renderedAt: new Date().toISOString(),
    queryResults,
    scripts: site.scripts[page.name] ?? [],
    isText: true,
  };
  const { head, body } = await renderPage(data, REQUEST_PAGES, renderAtOnce, url.search);
  const pageContent = { head, body, dataId: PAGE_DATA_ID, data };
  return respond(buildDocument(site.template, pageContent), "text/html", status);
};

const servePage = async (pageRequest: PageRequest): Promise<Response> => {
  const { url, callApi } = pageRequest;
  const page = findRequestPage(url);
  const queryResults = await fetchQueryResults(page ?? NOT_FOUND_PAGE, callApi);
  requireResult(queryResults[0]);
  if (!page) return render(NOT_FOUND_PAGE, queryResults, pageRequest, 404);
  const lastResult = queryResults.at(-1)?.[1];
  const canonicalPath = page.getCanonicalPath(lastResult);
  if (canonicalPath === null) return render(page, queryResults, pageRequest, 404);
  const canonicalUrl = new URL(canonicalPath, url);
  if (canonicalUrl.pathname === url.pathname) {
    const followUpResults = await fetchQueryResults(
      { queries: page.getFollowUpQueries?.(lastResult) ?? [] },
      callApi,
    );
    return render(page, [...queryResults, ...followUpResults], pageRequest, 200);
  }
  // The URL has an outdated title or only an id. Because the id identifies the post, redirect to the current URL.
  return new Response(null, {
    status: 301,
    headers: {
      Location: canonicalUrl.pathname + pageRequest.originalUrl.search,
      "Cache-Control": BROWSER_CACHE_CONTROL,
    },
  });
};

const feedQuery = readPageQuery("GET /api/blog-posts/published", { query: { limit: 30 } });

const serveFeed = async ({ callApi }: PageRequest): Promise<Response> => {
  const [homeResult, postsResult] = await fetchQueryResults(
    { queries: [homeQuery, feedQuery] },
    callApi,
  );
  const { organizationName } = addFallbacks(requireResult<HomeData>(homeResult).contactInfo);
  const { rows } = requireResult<ApiPage<readonly BlogPost[]>>(postsResult);
  const feed = buildFeed({ site: siteUrl(), organizationName, posts: rows });
  return respond(feed, "application/rss+xml");
};

const addressesQuery = readQuery("GET /api/blog-posts/addresses");

/** Tag pages with fewer posts aren't worth listing in the sitemap. */
const LISTED_TAG_MIN_POSTS = 3;

const serveSitemap = async ({ callApi }: PageRequest): Promise<Response> => {
  const queries = [addressesQuery, blogPostTagsQuery];
  const [addressesResult, tagsResult] = await fetchQueryResults({ queries }, callApi);
  const listedTags = requireResult<ApiOutput<"GET /api/blog-posts/tags">>(tagsResult).filter(
    ({ count }) => count >= LISTED_TAG_MIN_POSTS,
  );
  const posts = requireResult<ApiOutput<"GET /api/blog-posts/addresses">>(addressesResult);
  const entries = [
    ...listSitemapPaths().map((path) => ({ path })),
    ...listedTags.map(({ tag }) => ({ path: newsPath({ page: 1, tag }) })),
    ...posts.map((post) => ({ path: paths.blogPost(post), changedAt: post.updatedAt })),
  ];
  return respond(buildSitemap(siteUrl(), entries), "application/xml");
};

const FILE_RENDERERS: Readonly<Record<string, (pageRequest: PageRequest) => Promise<Response>>> = {
  [paths.newsFeed()]: serveFeed,
  [SITEMAP_PATH]: serveSitemap,
};

/** These paths and every path below them are rendered at request time. */
const ROOT_PATHS = Object.values(RENDERED_PAGES).filter((path) => !path.includes(":"));

/** The paths rendered at request time, in the syntax of Netlify's edge functions. */
export const REQUEST_PATHS = [
  ...ROOT_PATHS.flatMap((root) => [root, `${root}/*`]),
  ...Object.keys(FILE_RENDERERS),
];

/**
 * Returns the renderer of a path that is rendered at request time, and undefined for a prerendered path. The renderer
 * throws if the API fails.
 */
export const findRequestTimeRenderer = (
  pathname: string,
): ((pageRequest: PageRequest) => Promise<Response>) | undefined =>
  ROOT_PATHS.some((root) => pathname === root || pathname.startsWith(`${root}/`))
    ? servePage
    : FILE_RENDERERS[pathname];
