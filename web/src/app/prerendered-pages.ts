import type { QueryKey } from "@tanstack/react-query";
import {
  BLOG_POSTS_PER_PAGE,
  blogPostPageQuery,
  blogPostQuery,
  type BlogPost,
} from "../data/blog-posts/queries.ts";
import { donationTotalsQuery } from "../data/donations/queries.ts";
import { publishedReportsQuery } from "../data/financial-reports/queries.ts";
import { homeQuery } from "../data/home/queries.ts";
import { legalContentQuery } from "../data/legal-content/queries.ts";
import type { ApiOutput } from "../lib/api-client.ts";
import { paths, postReference } from "../lib/paths.ts";
import { NOT_FOUND_PATH, type PageData } from "./page-data.ts";

/** What the API said when the site was built. */
export interface SiteContent {
  readonly home: ApiOutput<"GET /api/home">;
  /** All of them, newest first. */
  readonly posts: readonly BlogPost[];
  readonly privacyPolicy: ApiOutput<"GET /api/legal-content/:key">;
  readonly termsOfService: ApiOutput<"GET /api/legal-content/:key">;
  readonly reports: ApiOutput<"GET /api/financial-reports/published">;
  readonly donationTotals: ApiOutput<"GET /api/donors-consolidated">;
}

export interface PrerenderedPage {
  readonly path: string;
  /** Within the built site. */
  readonly file: string;
  /** The page's module, whose files the HTML announces. */
  readonly module: string;
  /** Nothing that a search should find. */
  readonly isUnlisted?: true;
  readonly answers: PageData["answers"];
}

const answer = <Answer>(
  query: { readonly queryKey: QueryKey },
  data: Answer,
): PageData["answers"][number] => [query.queryKey, data];

const publicPage = (module: string) => `src/areas/public/${module}-page.tsx`;

const newsPages = (posts: readonly BlogPost[], shared: PageData["answers"]): PrerenderedPage[] => {
  const lists = Array.from({ length: Math.max(1, Math.ceil(posts.length / BLOG_POSTS_PER_PAGE)) });
  return [
    ...lists.map((_, index) => {
      const rows = posts.slice(index * BLOG_POSTS_PER_PAGE, (index + 1) * BLOG_POSTS_PER_PAGE);
      const path = paths.news(index + 1);
      return {
        path,
        file: `${path}.html`,
        module: publicPage("news/news"),
        answers: [
          ...shared,
          answer(blogPostPageQuery(index + 1), {
            rows,
            hasMore: index + 1 < lists.length,
            total: posts.length,
            isCapped: false,
          }),
        ],
      };
    }),
    ...posts.map((post) => {
      const path = paths.blogPost(post);
      return {
        path,
        file: `${path}.html`,
        module: publicPage("news/blog-post"),
        answers: [...shared, answer(blogPostQuery(postReference(path) ?? post.id), post)],
      };
    }),
  ];
};

/** Every page a visitor can read without an account; without content they show what is built in. */
export const prerenderedPages = (content: SiteContent | null): readonly PrerenderedPage[] => {
  const shared = content ? [answer(homeQuery, content.home)] : [];
  const page = (path: string, module: string, own: PageData["answers"] = []): PrerenderedPage => ({
    path,
    file: path === paths.home() ? "/index.html" : `${path}.html`,
    module: publicPage(module),
    answers: [...shared, ...own],
  });
  return [
    page(paths.home(), "home"),
    page(paths.donate(), "donate/donate"),
    page(
      paths.privacyPolicy(),
      "legal/privacy-policy",
      content ? [answer(legalContentQuery("privacy_policy"), content.privacyPolicy)] : [],
    ),
    page(
      paths.termsOfService(),
      "legal/terms-of-service",
      content ? [answer(legalContentQuery("terms_policy"), content.termsOfService)] : [],
    ),
    page(
      paths.financialReports(),
      "financial-reports/financial-reports",
      content
        ? [
            answer(publishedReportsQuery, content.reports),
            answer(donationTotalsQuery, content.donationTotals),
          ]
        : [],
    ),
    { ...page(paths.manageGift(), "manage-gift/manage-gift"), isUnlisted: true },
    ...(content ? newsPages(content.posts, shared) : [page(paths.news(), "news/news")]),
    {
      path: NOT_FOUND_PATH,
      file: "/404.html",
      module: publicPage("not-found"),
      answers: shared,
    },
  ];
};
