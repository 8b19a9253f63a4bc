import { SITE_PAGES } from "../../functions/_shared/rules/site-pages.ts";
import { requireThat, RULES_ADVICE, SkippedCheck } from "./check.ts";
import type { DeploymentClient } from "./deployment.ts";

/** The paths of all pages, apart from those of single posts. */
export const PAGE_PATHS = Object.values(SITE_PAGES).filter((path) => !path.includes(":"));

export interface PublishedPost {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: string;
}

/** CDNs may keep a page for six minutes. */
const SETTLED_MS = 10 * 60_000;

/** Returns one of the newest posts that every copy of a page has by now, or undefined if there is none. */
export async function findPost({
  fetchPage,
}: DeploymentClient): Promise<PublishedPost | undefined> {
  const { status, text } = await fetchPage("/api/blog-posts/published?limit=5");
  if (status !== 200) throw new SkippedCheck("skipped: the check “API through the CDN” failed");
  const posts = JSON.parse(text) as readonly PublishedPost[];
  return posts.find(({ updatedAt }) => Date.now() - Date.parse(updatedAt) > SETTLED_MS);
}

/** Returns where the post's address leads, which says that the API, the Worker and its redirects agree. */
export async function findPostPath(
  { request, site }: DeploymentClient,
  { id }: PublishedPost,
): Promise<string> {
  const { status, headers } = await request(`${site}/news/${id.slice(0, 8)}`);
  const location = headers.get("Location") ?? "";
  requireThat(
    status === 301 && /^\/news\/[^/]+$/.test(location),
    `/news/${id.slice(0, 8)} returned ${status} and leads to ${location || "nowhere"}, not to its post. ${RULES_ADVICE}`,
  );
  return location;
}
