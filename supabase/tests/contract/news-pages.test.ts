import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtSite, startCdn, stopCdns } from "../edge/start-cdn.ts";
import { facts, request, signInAdmin, sql } from "./stack.ts";

/** The embedded stack's CDN, and both supported CDNs running the code as deployed. */
const servers: Record<string, string> = { "the embedded stack": facts.webUrl };
let token = "";
beforeAll(async () => {
  ({ token } = await signInAdmin());
  for (const name of ["netlify", "cloudflare"]) {
    servers[name] = await startCdn(name, facts.edgeSecret);
  }
});
afterAll(async () => {
  await sql`delete from public.blog_posts where content like 'Of the news pages%'`;
  await stopCdns();
});

const publish = async (post: object) => {
  const body = { content: "Of the news pages: a **good** month.", isPublished: true, ...post };
  const { json } = await request("POST", "/api/blog-posts", { body, token });
  return { id: json.id as string, short: json.id.slice(0, 8) as string };
};
const change = (id: string, body: object) =>
  request("PUT", `/api/blog-posts/${id}`, { body, token });

const getPage = async (base: string, address: string) => {
  const response = await fetch(base + address, { redirect: "manual" });
  const { status, headers } = response;
  return { status, headers, to: headers.get("Location"), html: await response.text() };
};
const headOf = (html: string) => html.slice(0, html.indexOf("</head>"));
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(headOf(html))?.[1];

const names = ["the embedded stack", "netlify", "cloudflare"];

describe.each(names)("BLOG-05: a post's page on %s", (name) => {
  const getPath = (address: string) => getPage(servers[name] ?? "", address);

  it("is complete on the first request after publishing and returns 404 on the first after unpublishing", async () => {
    const { id, short } = await publish({ title: "Forty boxes left today" });
    const address = `/news/forty-boxes-left-today-${short}`;
    const { status, headers, html } = await getPath(address);
    expect(status).toBe(200);
    expect(headOf(html)).toMatch(/<title>Forty boxes left today · [^<]+<\/title>/);
    expect(headOf(html)).toContain(`<link rel="canonical" href="${facts.webUrl}${address}"/>`);
    expect(metaOf(html, "og:title")).toMatch(/^Forty boxes left today/);
    expect(metaOf(html, "og:url")).toBe(facts.webUrl + address);
    expect(metaOf(html, "description")).toBe("Of the news pages: a good month.");
    expect(html).toContain("a <strong>good</strong> month.");
    expect(headers.get("Content-Security-Policy")).toContain("script-src 'self'");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("CDN-Cache-Control")).toBe(
      "public, s-maxage=60, stale-while-revalidate=300",
    );
    expect(headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");

    await change(id, { isPublished: false });
    const unpublishedPage = await getPath(address);
    expect([unpublishedPage.status, unpublishedPage.headers.get("Cache-Control")]).toEqual([
      404,
      "no-store",
    ]);
    expect(headOf(unpublishedPage.html)).toContain("<title>Page Not Found");
    expect(metaOf(unpublishedPage.html, "robots")).toBe("noindex");
    expect(unpublishedPage.html).not.toContain("Forty boxes");
  });

  it("redirects URLs with an old title or only an id to the current URL", async () => {
    const { id, short } = await publish({ title: "First words" });
    await change(id, { title: "Second words" });
    for (const oldPath of [`first-words-${short}`, short, id, `second-words-${short}/`]) {
      const { status, to } = await getPath(`/news/${oldPath}?from=mail`);
      expect([oldPath, status, to]).toEqual([
        oldPath,
        301,
        `/news/second-words-${short}?from=mail`,
      ]);
    }
    await change(id, { slug: "chosen" });
    expect((await getPath(`/news/second-words-${short}`)).to).toBe(`/news/chosen-${short}`);
    expect((await getPath(`/news/chosen-${short}`)).status).toBe(200);
  });

  it("threat 25: escapes the title in the head", async () => {
    const title = `</title><script>alert(1)</script>"><img src=x onerror=alert(2)> & 'so'`;
    const { short } = await publish({ title, searchDescription: `"/><script>alert(3)</script>` });
    const { to } = await getPath(`/news/${short}`);
    const { status, html } = await getPath(to ?? "");
    expect(status).toBe(200);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).not.toMatch(/<script(?! type="(application\/(ld\+)?json|module)")/);
    expect(html).not.toContain("<img src=x");
    expect(headOf(html)).toContain("&lt;/title&gt;&lt;script&gt;alert(1)");
  });

  it.each(["/news/nobody-wrote-this-00000000", "/news/words", "/news/a/b", "/news/page/99"])(
    "%s returns 404",
    async (address) => {
      const { status, html } = await getPath(address);
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
    const { short } = await publish({ title: "Boxes with words", ...searchFields });
    const { html } = await getPath(`/news/boxes-with-words-${short}`);
    expect(metaOf(html, "og:title")).toMatch(/^For searches · /);
    expect(metaOf(html, "description")).toBe("What it is about.");
    expect(metaOf(html, "article:tag")).toBe(tag.replace("&", "&amp;"));
    expect(Date.parse(metaOf(html, "article:modified_time") ?? "")).toBeGreaterThan(0);
    expect(html).toContain(`"keywords":["Tag ${name} & more"]`);

    const { short: second } = await publish({ title: "A second one", tags: [tag.toUpperCase()] });
    const address = `/news/tag/${encodeURIComponent(tag.toLowerCase())}`;
    const list = await getPath(address);
    expect([list.status, metaOf(list.html, "og:url")]).toEqual([200, facts.webUrl + address]);
    expect(list.html).toContain(`/news/boxes-with-words-${short}"`);
    expect(list.html).toContain(`/news/a-second-one-${second}"`);
    expect((await getPath(`/news/boxes-with-words-${short}`)).html).toContain(
      `href="/news/a-second-one-${second}"`,
    );
    expect((await getPath(address.replace("/tag/t", "/tag/T"))).to).toBe(address);
    for (const unknownTag of ["no-such-tag", "a".repeat(400), "%00"]) {
      expect([unknownTag, (await getPath(`/news/tag/${unknownTag}`)).status]).toEqual([
        unknownTag,
        404,
      ]);
    }
    const isTagInSitemap = async () =>
      (await getPath("/sitemap.xml")).html.includes(`${address}</loc>`);
    expect(await isTagInSitemap()).toBe(false);
    await publish({ title: "A third one", tags: [tag] });
    expect(await isTagInSitemap()).toBe(true);
  });

  it("is found by full-text search without JavaScript, with matches highlighted", async () => {
    const uniqueWord = `lantern${name.replaceAll(" ", "")}`;
    const content = `Of the news pages. ${"Much else. ".repeat(30)} A **${uniqueWord}** was lit.`;
    const { short } = await publish({ title: "At night", content });
    const { status, html } = await getPath(`/news?search=${uniqueWord.toUpperCase()}`);
    expect(status).toBe(200);
    expect(html).toContain(`/news/at-night-${short}"`);
    expect(html).toMatch(new RegExp(`<mark[^>]*>${uniqueWord}</mark>`));
    expect(metaOf(html, "robots")).toBe("noindex");
    expect(html).toMatch(/<form role="search" [^>]*action="\/news"/);
    const hostile = `"><script>alert(1)</script>`;
    const emptyResult = await getPath(`/news?search=${encodeURIComponent(hostile)}`);
    expect([emptyResult.status, emptyResult.html.includes("No posts match")]).toEqual([200, true]);
    expect(emptyResult.html).not.toMatch(/<script(?! type="(application\/(ld\+)?json|module)")/);
    expect((await getPath("/news?search=%00")).status).toBe(404);
  });

  it("appears in the feed and the sitemap at once", async () => {
    const { short } = await publish({ title: "In the feed" });
    const [feed, sitemap] = [await getPath("/feed.xml"), await getPath("/sitemap.xml")];
    expect(feed.headers.get("Content-Type")).toContain("application/rss+xml");
    const address = `${facts.webUrl}/news/in-the-feed-${short}`;
    expect(feed.html).toContain(`<link>${address}</link>`);
    expect(sitemap.html).toContain(`<loc>${address}</loc>`);
    expect(sitemap.html).toContain(`<loc>${facts.webUrl}/privacy-policy</loc>`);
  });
});

it.each(["netlify", "cloudflare"])(
  "threat 49: %s returns 503, never 404, when the project is unreachable",
  async (name) => {
    const site = await mkdtemp(path.join(tmpdir(), "site-"));
    for (const file of ["favicon.svg", "edge-pages.json"]) {
      await cp(path.join(builtSite, file), path.join(site, file));
    }
    const rules = await readFile(path.join(builtSite, "edge-rules.txt"), "utf8");
    await writeFile(
      path.join(site, "edge-rules.txt"),
      rules.replaceAll(facts.apiUrl, "http://127.0.0.1:9"),
    );
    const base = await startCdn(name, facts.edgeSecret, site);
    const { status, headers, html } = await getPage(base, "/news/nobody-wrote-this-00000000");
    expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(headers.get("Cache-Control")).toBe("no-store");
    // The app loads, shows the error and retries.
    expect(html).toContain('<div id="root"></div>');
    await rm(site, { recursive: true });
  },
);
