import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtSite, type CdnName, startCdn, stopCdns } from "../edge/start-cdn.ts";
import { facts, request, signInAdmin, sql } from "./stack.ts";

/** The URLs of the embedded stack's CDN and of both supported CDNs, which run the code as deployed. */
const serverUrls: Record<string, string> = { "the embedded stack": facts.webUrl };
let token = "";
beforeAll(async () => {
  ({ token } = await signInAdmin());
  for (const name of ["netlify", "cloudflare"] as const) {
    serverUrls[name] = await startCdn(name, facts.edgeSecret);
  }
});
afterAll(async () => {
  await sql`delete from public.blog_posts where content like 'Of the news pages%'`;
  await stopCdns();
});

const publishPost = async (post: object) => {
  const body = { content: "Of the news pages: a **good** month.", isPublished: true, ...post };
  const { json } = await request("POST", "/api/blog-posts", { body, token });
  return { id: json.id as string, shortId: json.id.slice(0, 8) as string };
};
const updatePost = (id: string, body: object) =>
  request("PUT", `/api/blog-posts/${id}`, { body, token });

const getPage = async (baseUrl: string, pagePath: string) => {
  const response = await fetch(baseUrl + pagePath, { redirect: "manual" });
  const { status, headers } = response;
  return { status, headers, location: headers.get("Location"), html: await response.text() };
};
const extractHead = (html: string) => html.slice(0, html.indexOf("</head>"));
const findMeta = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(extractHead(html))?.[1];

const serverNames = ["the embedded stack", "netlify", "cloudflare"];

describe.each(serverNames)("BLOG-05: a post's page on %s", (name) => {
  const getSitePage = (pagePath: string) => getPage(serverUrls[name] ?? "", pagePath);

  it("is complete on the first request after publishing and returns 404 on the first after unpublishing", async () => {
    const { id, shortId } = await publishPost({ title: "Forty boxes left today" });
    const pagePath = `/news/forty-boxes-left-today-${shortId}`;
    const { status, headers, html } = await getSitePage(pagePath);
    expect(status).toBe(200);
    expect(extractHead(html)).toMatch(/<title>Forty boxes left today · [^<]+<\/title>/);
    expect(extractHead(html)).toContain(
      `<link rel="canonical" href="${facts.webUrl}${pagePath}"/>`,
    );
    expect(findMeta(html, "og:title")).toMatch(/^Forty boxes left today/);
    expect(findMeta(html, "og:url")).toBe(facts.webUrl + pagePath);
    expect(findMeta(html, "description")).toBe("Of the news pages: a good month.");
    expect(html).toContain("a <strong>good</strong> month.");
    expect(headers.get("Content-Security-Policy")).toContain("script-src 'self'");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("CDN-Cache-Control")).toBe(
      "public, s-maxage=60, stale-while-revalidate=300",
    );
    expect(headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");

    await updatePost(id, { isPublished: false });
    const unpublishedPage = await getSitePage(pagePath);
    expect([unpublishedPage.status, unpublishedPage.headers.get("Cache-Control")]).toEqual([
      404,
      "no-store",
    ]);
    expect(extractHead(unpublishedPage.html)).toContain("<title>Page Not Found");
    expect(findMeta(unpublishedPage.html, "robots")).toBe("noindex");
    expect(unpublishedPage.html).not.toContain("Forty boxes");
  });

  it("redirects URLs with an old title or only an id to the current URL", async () => {
    const { id, shortId } = await publishPost({ title: "First words" });
    await updatePost(id, { title: "Second words" });
    for (const oldPath of [`first-words-${shortId}`, shortId, id, `second-words-${shortId}/`]) {
      const { status, location } = await getSitePage(`/news/${oldPath}?from=mail`);
      expect([oldPath, status, location]).toEqual([
        oldPath,
        301,
        `/news/second-words-${shortId}?from=mail`,
      ]);
    }
    await updatePost(id, { slug: "chosen" });
    expect((await getSitePage(`/news/second-words-${shortId}`)).location).toBe(
      `/news/chosen-${shortId}`,
    );
    expect((await getSitePage(`/news/chosen-${shortId}`)).status).toBe(200);
  });

  it("threat 25: escapes the title in the head", async () => {
    const title = `</title><script>alert(1)</script>"><img src=x onerror=alert(2)> & 'so'`;
    const { shortId } = await publishPost({
      title,
      searchDescription: `"/><script>alert(3)</script>`,
    });
    const { location } = await getSitePage(`/news/${shortId}`);
    const { status, html } = await getSitePage(location ?? "");
    expect(status).toBe(200);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).not.toMatch(/<script(?! type="(application\/(ld\+)?json|module)")/);
    expect(html).not.toContain("<img src=x");
    expect(extractHead(html)).toContain("&lt;/title&gt;&lt;script&gt;alert(1)");
  });

  it.each(["/news/nobody-wrote-this-00000000", "/news/words", "/news/a/b", "/news/page/99"])(
    "returns 404 at %s",
    async (pagePath) => {
      const { status, html } = await getSitePage(pagePath);
      expect([status, html.includes("Page Not Found")]).toEqual([404, true]);
    },
  );

  it("has its search title and description, its tags and its modification date", async () => {
    const tag = `Tag ${name} & more`;
    const searchFields = {
      searchTitle: "For searches",
      searchDescription: "What it is about.",
      tags: [tag],
    };
    const { shortId } = await publishPost({ title: "Boxes with words", ...searchFields });
    const { html } = await getSitePage(`/news/boxes-with-words-${shortId}`);
    expect(findMeta(html, "og:title")).toMatch(/^For searches · /);
    expect(findMeta(html, "description")).toBe("What it is about.");
    expect(findMeta(html, "article:tag")).toBe(tag.replace("&", "&amp;"));
    expect(Date.parse(findMeta(html, "article:modified_time") ?? "")).toBeGreaterThan(0);
    expect(html).toContain(`"keywords":["Tag ${name} & more"]`);

    const { shortId: secondId } = await publishPost({
      title: "A second one",
      tags: [tag.toUpperCase()],
    });
    const pagePath = `/news/tag/${encodeURIComponent(tag.toLowerCase())}`;
    const listPage = await getSitePage(pagePath);
    expect([listPage.status, findMeta(listPage.html, "og:url")]).toEqual([
      200,
      facts.webUrl + pagePath,
    ]);
    expect(listPage.html).toContain(`/news/boxes-with-words-${shortId}"`);
    expect(listPage.html).toContain(`/news/a-second-one-${secondId}"`);
    expect((await getSitePage(`/news/boxes-with-words-${shortId}`)).html).toContain(
      `href="/news/a-second-one-${secondId}"`,
    );
    expect((await getSitePage(pagePath.replace("/tag/t", "/tag/T"))).location).toBe(pagePath);
    for (const unknownTag of ["no-such-tag", "a".repeat(400), "%00"]) {
      expect([unknownTag, (await getSitePage(`/news/tag/${unknownTag}`)).status]).toEqual([
        unknownTag,
        404,
      ]);
    }
    const isTagInSitemap = async () =>
      (await getSitePage("/sitemap.xml")).html.includes(`${pagePath}</loc>`);
    expect(await isTagInSitemap()).toBe(false);
    await publishPost({ title: "A third one", tags: [tag] });
    expect(await isTagInSitemap()).toBe(true);
  });

  it("is found by full-text search without JavaScript, with matches highlighted", async () => {
    const uniqueWord = `lantern${name.replaceAll(" ", "")}`;
    const content = `Of the news pages. ${"Much else. ".repeat(30)} A **${uniqueWord}** was lit.`;
    const { shortId } = await publishPost({ title: "At night", content });
    const { status, html } = await getSitePage(`/news?search=${uniqueWord.toUpperCase()}`);
    expect(status).toBe(200);
    expect(html).toContain(`/news/at-night-${shortId}"`);
    expect(html).toMatch(new RegExp(`<mark[^>]*>${uniqueWord}</mark>`));
    expect(findMeta(html, "robots")).toBe("noindex");
    expect(html).toMatch(/<form role="search" [^>]*action="\/news"/);
    const hostileSearch = `"><script>alert(1)</script> zqx`;
    const emptyPage = await getSitePage(`/news?search=${encodeURIComponent(hostileSearch)}`);
    expect([emptyPage.status, emptyPage.html.includes("No posts match")]).toEqual([200, true]);
    expect(emptyPage.html).not.toMatch(/<script(?! type="(application\/(ld\+)?json|module)")/);
    expect((await getSitePage("/news?search=%00")).status).toBe(200);
  });

  it("appears in the feed and the sitemap immediately", async () => {
    const { shortId } = await publishPost({ title: "In the feed" });
    const [feedPage, sitemapPage] = [
      await getSitePage("/feed.xml"),
      await getSitePage("/sitemap.xml"),
    ];
    expect(feedPage.headers.get("Content-Type")).toContain("application/rss+xml");
    const pageUrl = `${facts.webUrl}/news/in-the-feed-${shortId}`;
    expect(feedPage.html).toContain(`<link>${pageUrl}</link>`);
    expect(sitemapPage.html).toContain(`<loc>${pageUrl}</loc>`);
    expect(sitemapPage.html).toContain(`<loc>${facts.webUrl}/privacy-policy</loc>`);
  });
});

it.each<CdnName>(["netlify", "cloudflare"])(
  "threat 49: %s returns 503, never 404, when the project is unreachable",
  async (name) => {
    const siteDir = await mkdtemp(path.join(tmpdir(), "site-"));
    for (const file of ["favicon.svg", "edge-pages.json"]) {
      await cp(path.join(builtSite, file), path.join(siteDir, file));
    }
    const rules = await readFile(path.join(builtSite, "edge-rules.txt"), "utf8");
    await writeFile(
      path.join(siteDir, "edge-rules.txt"),
      rules.replaceAll(facts.apiUrl, "http://127.0.0.1:9"),
    );
    const baseUrl = await startCdn(name, facts.edgeSecret, siteDir);
    const { status, headers, html } = await getPage(baseUrl, "/news/nobody-wrote-this-00000000");
    expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(headers.get("Cache-Control")).toBe("no-store");
    // The app loads, shows the error and retries.
    expect(html).toContain('<div id="root"></div>');
    await rm(siteDir, { recursive: true });
  },
);
