import { cleanStoredHtml } from "../../supabase/functions/_shared/html/clean-stored-html.ts";
import { listedPaths, RENDERED_PAGES } from "../../supabase/functions/_shared/rules/site-pages.ts";
import type { BuiltSite } from "../edge/built-site.ts";
import { PAGE_DATA_ID, type PageData } from "../src/app/page-data.ts";
import { NOT_FOUND_PAGE, type PublicPage } from "../src/app/prerendered-pages.ts";
import { renderPage } from "../src/app/render-page.tsx";
import { REQUEST_PAGES, requestPageAt } from "../src/app/request-pages.tsx";
import { newsPath, newsQuestion } from "../src/areas/public/news/news-address.ts";
import { type BlogPost, blogPostTagsQuery } from "../src/data/blog-posts/queries.ts";
import { withFallbacks } from "../src/data/home/organization.ts";
import { type HomeData, homeQuery } from "../src/data/home/queries.ts";
import { readPageQuery } from "../src/data/read-page-query.ts";
import { readQuery } from "../src/data/read-query.ts";
import type { ApiOutput } from "../src/lib/api/api-client.ts";
import type { ApiPage } from "../src/lib/api/api-lists.ts";
import { setHtmlCleaner } from "../src/lib/clean-html.ts";
import { paths } from "../src/lib/paths.ts";
import { siteUrl } from "../src/lib/site-url.ts";
import { buildDocument } from "./document.ts";
import { buildFeed } from "./feed.ts";
import { type Ask, readAnswers } from "./read-answers.ts";
import { buildSitemap, SITEMAP_PATH } from "./sitemap.ts";

setHtmlCleaner((html) => cleanStoredHtml(html, "text"));

/** Same as other public reads: unpublished content is gone from every cache after six minutes. */
const CACHED_BY_CDN = "public, s-maxage=60, stale-while-revalidate=300";
/** Browsers revalidate every time, so an author sees a post right after publishing it. */
const ASKED_AGAIN = "public, max-age=0, must-revalidate";

/**
 * Netlify would otherwise cache each query string separately. On Cloudflare the Worker uses
 * `keptAddress`.
 */
const KEPT_BY = { "Netlify-Vary": "query=search|page" };

/** Returns the URL to cache a response under, without parameters that no page uses. */
export const keptAddress = (url: URL): URL => new URL(url.pathname + newsQuestion(url), url);

const answer = (body: string, type: string, status = 200): Response =>
  new Response(body, {
    status,
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      ...(status === 200
        ? { "Cache-Control": ASKED_AGAIN, "CDN-Cache-Control": CACHED_BY_CDN, ...KEPT_BY }
        : { "Cache-Control": "no-store" }),
    },
  });

/**
 * Returns the shell with a 503. The app then shows that the page couldn't be loaded, with a retry button.
 */
export const unavailablePage = ({ shell }: BuiltSite): Response => {
  const response = answer(shell, "text/html", 503);
  response.headers.set("Retry-After", "5");
  return response;
};

interface Asked {
  /** The original URL; redirects keep its query string. */
  readonly visited: URL;
  readonly url: URL;
  readonly ask: Ask;
  readonly site: BuiltSite;
}

/**
 * Without its functions, a project returns 404 for everything, so a missing required answer is an
 * error.
 */
const known = <Answer>(read: PageData["answers"][number] | undefined): Answer => {
  if (read === undefined || read[1] === null) throw new Error("The API didn't respond.");
  return read[1] as Answer;
};

const render = async (
  page: PublicPage,
  answers: PageData["answers"],
  { site, url }: Asked,
  status: number,
): Promise<Response> => {
  const data: PageData = {
    path: page.path,
    renderedAt: new Date().toISOString(),
    answers,
    scripts: site.scripts[page.name] ?? [],
    isText: true,
  };
  const { head, body } = await renderPage(data, REQUEST_PAGES, url.search);
  const parts = { head, body, dataId: PAGE_DATA_ID, data };
  return answer(buildDocument(site.template, parts), "text/html", status);
};

const answerPage = async (asked: Asked): Promise<Response> => {
  const { url, ask } = asked;
  const page = requestPageAt(url);
  const answers = await readAnswers(page ?? NOT_FOUND_PAGE, ask);
  known(answers[0]);
  if (!page) return render(NOT_FOUND_PAGE, answers, asked, 404);
  const own = answers.at(-1)?.[1];
  const address = page.addressOf(own);
  if (address === null) return render(page, answers, asked, 404);
  const home = new URL(address, url);
  if (home.pathname === url.pathname) {
    const more = await readAnswers({ queries: page.moreOf?.(own) ?? [] }, ask);
    return render(page, [...answers, ...more], asked, 200);
  }
  // An outdated title or a short form: only the id matters, so redirect to the current address.
  return new Response(null, {
    status: 301,
    headers: { Location: home.pathname + asked.visited.search, "Cache-Control": ASKED_AGAIN },
  });
};

const feedQuery = readPageQuery("GET /api/blog-posts/published", { query: { limit: 30 } });

const answerFeed = async ({ ask }: Asked): Promise<Response> => {
  const [home, posts] = await readAnswers({ queries: [homeQuery, feedQuery] }, ask);
  const { organizationName } = withFallbacks(known<HomeData>(home).contactInfo);
  const { rows } = known<ApiPage<readonly BlogPost[]>>(posts);
  const feed = buildFeed({ site: siteUrl(), organizationName, posts: rows });
  return answer(feed, "application/rss+xml");
};

const addressesQuery = readQuery("GET /api/blog-posts/addresses");

/** Tag pages with fewer posts aren't worth listing in the sitemap. */
const POSTS_OF_LISTED_TAG = 3;

const answerSitemap = async ({ ask }: Asked): Promise<Response> => {
  const queries = [addressesQuery, blogPostTagsQuery];
  const [addresses, tags] = await readAnswers({ queries }, ask);
  const listedTags = known<ApiOutput<"GET /api/blog-posts/tags">>(tags).filter(
    ({ count }) => count >= POSTS_OF_LISTED_TAG,
  );
  const posts = known<ApiOutput<"GET /api/blog-posts/addresses">>(addresses);
  const entries = [
    ...listedPaths().map((address) => ({ address })),
    ...listedTags.map(({ tag }) => ({ address: newsPath({ page: 1, tag }) })),
    ...posts.map((post) => ({ address: paths.blogPost(post), changedAt: post.updatedAt })),
  ];
  return answer(buildSitemap(siteUrl(), entries), "application/xml");
};

const FILES: Readonly<Record<string, (asked: Asked) => Promise<Response>>> = {
  [paths.newsFeed()]: answerFeed,
  [SITEMAP_PATH]: answerSitemap,
};

/** The other rendered pages are below these. */
const ROOTS = Object.values(RENDERED_PAGES).filter((path) => !path.includes(":"));

/** The paths rendered at request time, in the syntax of Netlify's edge functions. */
export const REQUEST_PATHS = [
  ...ROOTS.flatMap((root) => [root, `${root}/*`]),
  ...Object.keys(FILES),
];

/**
 * Returns the renderer for paths rendered at request time, undefined for prerendered ones. The
 * renderer throws if the API fails.
 */
export const makerAtRequest = (
  pathname: string,
): ((asked: Asked) => Promise<Response>) | undefined =>
  ROOTS.some((root) => pathname === root || pathname.startsWith(`${root}/`))
    ? answerPage
    : FILES[pathname];
