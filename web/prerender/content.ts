import type { SiteContent } from "../src/app/prerendered-pages.ts";

const PAGE = 200;
/** A build that waits for ever tells nobody why. */
const READ_WITHIN_MS = 60_000;

/** What the pages show, read once from a running API. `base` is the address before `/api`. */
export const fetchContent = async (base: string): Promise<SiteContent> => {
  const read = async (path: string): Promise<{ body: unknown; hasMore: boolean }> => {
    const url = `${base.replace(/\/$/, "")}${path}`;
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(READ_WITHIN_MS),
    });
    if (!response.ok) throw new Error(`GET ${url} answered ${response.status}.`);
    return {
      body: await response.json(),
      hasMore: response.headers.get("x-has-more") === "true",
    };
  };

  const readPosts = async (): Promise<SiteContent["posts"]> => {
    const posts: SiteContent["posts"][number][] = [];
    for (;;) {
      const { body, hasMore } = await read(
        `/api/blog-posts/published?limit=${PAGE}&offset=${posts.length}`,
      );
      const page = body as SiteContent["posts"];
      posts.push(...page);
      if (!hasMore) return posts;
    }
  };

  const [home, posts, privacyPolicy, termsOfService, reports, donationTotals] = await Promise.all([
    read("/api/home"),
    readPosts(),
    read("/api/legal-content/privacy_policy"),
    read("/api/legal-content/terms_policy"),
    read(`/api/financial-reports/published?limit=${PAGE}`),
    read("/api/donors-consolidated"),
  ]);
  // The API checks its answers against the contract before it sends them.
  return {
    home: home.body,
    posts,
    privacyPolicy: privacyPolicy.body,
    termsOfService: termsOfService.body,
    reports: reports.body,
    donationTotals: donationTotals.body,
  } as SiteContent;
};
