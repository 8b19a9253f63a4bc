import { expect, it } from "vitest";
import type { BlogPost } from "../src/data/blog-posts/queries.ts";
import { publishedBlogPost } from "../src/testing/builders.ts";
import {
  buildFeed,
  buildRobots,
  buildSitemap,
  escapeXml,
  renderXmlElement,
} from "./feed-and-sitemap.ts";

const createPost = (overrides: Partial<BlogPost> = {}) =>
  publishedBlogPost({
    id: "3f2a9c1b-0000-4000-8000-000000000000",
    title: "Boxes & <ribbons>",
    content: "## Heading\n\nWe **packed** ]]> and <script>alert(1)</script> shipped.",
    createdAt: "2026-10-01T15:30:00+00:00",
    publishedAt: "2026-11-20T15:30:00+00:00",
    ...overrides,
  });

it("XML's reserved characters are escaped, and forbidden characters are dropped", () => {
  expect(escapeXml(`<a href="x">Tom & Ann's</a>`)).toBe(
    "&lt;a href=&quot;x&quot;&gt;Tom &amp; Ann&apos;s&lt;/a&gt;",
  );
  expect(renderXmlElement("t", "a\u0000b\u001Fc\uFFFEd \u{1F4E6}")).toBe("<t>abcd \u{1F4E6}</t>");
});

it("the feed lists a post with its title, URL, date and an excerpt of the rendered text", () => {
  const feed = buildFeed({
    site: "https://x.org",
    organizationName: "A & B",
    posts: [createPost()],
  });
  expect(feed).toContain("<title>News from A &amp; B</title>");
  expect(feed).toContain("<title>Boxes &amp; &amp;lt;ribbons&amp;gt;</title>");
  expect(feed).toContain("<link>https://x.org/news/boxes-ribbons-3f2a9c1b</link>");
  expect(feed).toContain("<pubDate>Fri, 20 Nov 2026 15:30:00 GMT</pubDate>");
  expect(feed).toContain(
    "<description>Heading We packed ]]&amp;gt; and &amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt; shipped.</description>",
  );
  expect(feed).not.toContain("<script");
  const feedWithSlug = buildFeed({
    site: "https://x.org",
    organizationName: "A",
    posts: [createPost({ slug: "gifts" })],
  });
  expect(feedWithSlug).toContain("<link>https://x.org/news/gifts-3f2a9c1b</link>");
});

it("the feed is dated by the latest change, including an edit to an older post", () => {
  const olderPost = createPost({
    publishedAt: "2026-11-02T08:00:00Z",
    updatedAt: "2026-11-21T09:00:00Z",
  });
  const newerPost = createPost({
    publishedAt: "2026-11-20T15:30:00Z",
    updatedAt: "2026-11-20T15:30:00Z",
  });
  const feed = buildFeed({
    site: "https://x.org",
    organizationName: "A",
    posts: [newerPost, olderPost],
  });
  expect(feed).toContain("<lastBuildDate>Sat, 21 Nov 2026 09:00:00 GMT</lastBuildDate>");
  expect(buildFeed({ site: "https://x.org", organizationName: "A", posts: [] })).not.toContain(
    "lastBuildDate",
  );
});

it("the feed has no items before the first post", () => {
  expect(buildFeed({ site: "https://x.org", organizationName: "A", posts: [] })).not.toContain(
    "<item>",
  );
});

it("the sitemap lists URLs, and robots.txt links to it", () => {
  expect(
    buildSitemap("https://x.org", [
      { path: "/" },
      { path: "/news/a&b", changedAt: "2026-11-20T15:30:00+00:00" },
    ]),
  ).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc>https://x.org/</loc></url>\n<url><loc>https://x.org/news/a&amp;b</loc><lastmod>2026-11-20T15:30:00.000Z</lastmod></url>\n</urlset>\n',
  );
  expect(buildRobots("https://x.org", ["/admin"])).toBe(
    "User-agent: *\nDisallow: /admin\n\nSitemap: https://x.org/sitemap.xml\n",
  );
});
