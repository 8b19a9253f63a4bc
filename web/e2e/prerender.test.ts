import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStackFacts } from "../../supabase/tests/stack-facts.ts";
import { isHydrated, launchBrowser, startVisit, screens } from "./browser.ts";

const { webUrl } = readStackFacts();

interface Post {
  readonly id: string;
  readonly title: string;
  readonly content: string;
}

const readPage = async (path: string): Promise<string> => (await fetch(webUrl + path)).text();
const readJson = async <ResponseBody>(path: string): Promise<ResponseBody> =>
  (await fetch(webUrl + path)).json() as Promise<ResponseBody>;
const parseSitemapUrls = (sitemap: string): string[] =>
  Array.from(sitemap.matchAll(/<loc>([^<]*)<\/loc>/g), ([, url = ""]) => url);

let browser: Browser;
let posts: readonly Post[];
let home: { readonly hero: { readonly headline: string } | null };
let postPath: string;
let pages: readonly string[];

beforeAll(async () => {
  browser = await launchBrowser();
  [posts, home] = await Promise.all([
    readJson<Post[]>("/api/blog-posts/published"),
    readJson<typeof home>("/api/home"),
  ]);
  const listedPaths = parseSitemapUrls(await readPage("/sitemap.xml")).map((url) =>
    url.slice(webUrl.length),
  );
  postPath =
    listedPaths.find((path) => path.endsWith(posts[0]?.id.slice(0, 8) ?? "-")) ?? "missing";
  pages = [...listedPaths.filter((path) => !path.startsWith("/news/")), postPath];
});
afterAll(() => browser.close());

/** A page that runs no scripts. All tests without JavaScript share it. */
let pageWithoutScript: Page | undefined;
const openWithoutScript = async (path: string): Promise<Page> => {
  pageWithoutScript ??= (await startVisit(browser, { javaScriptEnabled: false })).page;
  await pageWithoutScript.goto(webUrl + path);
  return pageWithoutScript;
};

describe("with JavaScript off", () => {
  it("HOME-02, HOME-04, HOME-06: the home page is readable from hero to footer", async () => {
    const page = await openWithoutScript("/");
    const text = await page.locator("body").innerText();
    const expected = [
      home.hero?.headline ?? "missing",
      "Packages delivered",
      "Latest news",
      posts[0]?.title ?? "missing",
      "Recent donors",
      "Upcoming events",
      "Privacy Policy",
      "You need JavaScript to give online.",
    ];
    expect(expected.filter((phrase) => !text.includes(phrase))).toEqual([]);
    expect(await page.locator(".skeleton:visible").count()).toBe(0);
  });

  it.each([
    ["LEGAL-01", "/privacy-policy", ["Privacy Policy", "Last updated:", "Information we collect"]],
    ["LEGAL-02", "/terms-of-service", ["Terms of Service", "Last updated:", "Tarrant County"]],
    ["FIN-01", "/financial-reports", ["Financial Reports", "Total Raised", "Published reports"]],
    ["DON-26", "/donate", ["Make a Difference Today", "send a check to", "Charity Navigator"]],
    ["the team", "/who-we-are", ["Our team", "Warehouse Manager", "Our board", "Treasurer"]],
  ])("%s: %s is readable", async (_id, path, expected) => {
    const page = await openWithoutScript(path);
    const text = await page.locator("body").innerText();
    expect(expected.filter((phrase) => !text.includes(phrase))).toEqual([]);
  });

  it("BLOG-05: a post and the list that links to it are readable", async () => {
    const page = await openWithoutScript("/");
    await page.getByRole("main").getByRole("link", { name: "All news" }).click();
    await page.getByRole("link", { name: posts[0]?.title }).click();
    expect(new URL(page.url()).pathname).toBe(postPath);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(posts[0]?.title);
    const [firstWords = "missing"] = (posts[0]?.content ?? "").split(/[*#\n]/);
    expect(await page.getByRole("article").first().innerText()).toContain(firstWords.trim());
    // The post links to the donation form and to the previous post.
    const donateLink = page.getByRole("link", { name: "Send a box" });
    expect(await donateLink.getAttribute("href")).toMatch(/^\/donate\?amount=\d+$/);
    const readNextRegion = page.getByRole("region", { name: "Read next" });
    await readNextRegion.getByRole("link", { name: posts[1]?.title }).click();
    await page.getByRole("heading", { level: 1, name: posts[1]?.title }).waitFor();
  });
});

/** Responds to API calls with the data from the build, because other tests change the current data. */
const serveBuildData = async (page: Page, html: string): Promise<void> => {
  const data = JSON.parse(/id="page-data">([^<]*)</.exec(html)?.[1] ?? "{}") as {
    readonly queryResults: readonly (readonly [key: readonly [string], result: unknown])[];
  };
  for (const [[call], result] of data.queryResults) {
    if (call.includes(":") || call === "GET /api/blog-posts/published") continue;
    const path = call.slice("GET ".length);
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ json: result }),
    );
  }
};

const FIELD_TAG = /<(input|textarea|select)\b/;

/** Holds back the scripts whose URLs match the pattern until the returned function is called. */
const holdScripts = async (page: Page, url: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, (route) => promise.then(() => route.continue()));
  return resolve;
};

describe("hydrating the prerendered page", () => {
  it("every public page hydrates unchanged, without React errors", async () => {
    const { page, problems } = await startVisit(browser, { viewport: screens.phone });
    for (const path of pages) {
      const releaseScripts = await holdScripts(page, "**/assets/*.js");
      await serveBuildData(page, await readPage(path));
      await page.goto(webUrl + path, { waitUntil: "commit" });
      const heading = page.getByRole("heading", { level: 1 });
      const pageBefore = [await heading.innerText(), await page.title(), await readHeadTags(page)];
      await page.evaluate(() => {
        const watchedWindow = window as unknown as { removed: string[] };
        watchedWindow.removed = [];
        new MutationObserver((records) => {
          for (const { removedNodes } of records) {
            for (const node of removedNodes) watchedWindow.removed.push(node.textContent ?? "");
          }
        }).observe(document.querySelector("#root") ?? document, { childList: true, subtree: true });
      });
      releaseScripts();
      await page.waitForLoadState("load");
      // A text page hydrates on the first interaction.
      await page.getByRole("button", { name: "Open menu" }).focus();
      await expect.poll(() => isHydrated(page)).toBe(true);
      await page.waitForLoadState("networkidle");
      const pageAfter = [await heading.innerText(), await page.title(), await readHeadTags(page)];
      expect(pageAfter, path).toEqual(pageBefore);
      const removedTexts = await page.evaluate(
        () => (window as unknown as { removed: string[] }).removed,
      );
      expect(
        removedTexts.filter((text) => text.trim() !== ""),
        path,
      ).toEqual([]);
      expect(problems, path).toEqual([]);
      await page.unrouteAll({ behavior: "wait" });
    }
    await page.context().close();
  });

  it("a donor who is already typing when the page hydrates gets the payment provider's options", async () => {
    const { page, problems } = await startVisit(browser);
    const releaseScripts = await holdScripts(page, "**/assets/start-*.js");
    await page.route("**/api/checkout", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), provider: "stripe" } });
    });
    await page.goto(`${webUrl}/donate`);
    await page.getByLabel("First name").fill("Robin");
    releaseScripts();
    const checkbox = page.getByLabel(/^Let Stripe save my card/);
    await expect.poll(() => checkbox.isVisible()).toBe(true);
    expect(problems).toEqual([]);
    // The route may still be handling a request.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.context().close();
  });

  it("threat 50: every field of every page keeps what was typed before hydration", async () => {
    let fieldCount = 0;
    const documents = await Promise.all(pages.map(readPage));
    for (const path of pages.filter((_, index) => FIELD_TAG.test(documents[index] ?? ""))) {
      const { page } = await startVisit(browser);
      const releaseScripts = await holdScripts(page, "**/assets/*.js");
      await page.goto(webUrl + path, { waitUntil: "commit" });
      await page.getByRole("contentinfo").waitFor();
      const fields = page.locator(
        "input:not([type=radio], [type=checkbox], [type=submit], [aria-hidden]), textarea, select",
      );
      const checkboxes = await page.getByRole("checkbox").all();
      const typedValues = Array.from({ length: await fields.count() }, (_, index) =>
        String(12 + index),
      );
      for (const [index, text] of typedValues.entries()) await fields.nth(index).fill(text);
      for (const checkbox of checkboxes) await checkbox.check();
      releaseScripts();
      await page.waitForLoadState("networkidle");
      for (const [index, text] of typedValues.entries()) {
        expect(await fields.nth(index).inputValue(), `${path} ${index}`).toBe(text);
      }
      for (const checkbox of checkboxes) expect(await checkbox.isChecked(), path).toBe(true);
      fieldCount += typedValues.length + checkboxes.length;
      await page.context().close();
    }
    expect(fieldCount).toBeGreaterThan(4);
  });

  it("HOME-41: a click before hydration works even on a button far down the page", async () => {
    const { page, problems } = await startVisit(browser);
    const releaseScripts = await holdScripts(page, "**/assets/start-*.js");
    await page.goto(webUrl);
    await page.getByRole("button", { name: "Read all stories" }).click();
    releaseScripts();
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.isVisible()).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

/** Returns the tags of the head, sorted. */
const readHeadTags = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.head.querySelectorAll("meta, title, link[rel=canonical]"), (tag) =>
      tag.outerHTML.replace(/\s*\/?>/, ">"),
    ).toSorted(),
  );

const readMetaContent = (html: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

describe("discovery", () => {
  it("every public page has its own title, description, canonical URL and picture", async () => {
    const documents = await Promise.all(pages.map(readPage));
    const titles = documents.map((html) => /<title>([^<]+)<\/title>/.exec(html)?.[1]);
    expect(new Set(titles).size).toBe(pages.length);
    const descriptions = documents.map((html) => readMetaContent(html, "description"));
    expect(new Set(descriptions).size).toBe(pages.length);
    for (const [index, html] of documents.entries()) {
      const path = pages[index] ?? "";
      expect(html.match(/<title>/g)).toHaveLength(1);
      expect(html).toContain(`<link rel="canonical" href="${webUrl}${path}"/>`);
      expect(readMetaContent(html, "og:url")).toBe(`${webUrl}${path}`);
      expect(readMetaContent(html, "og:title")).toBe(titles[index]);
      expect(readMetaContent(html, "twitter:card")).toBe("summary_large_image");
      expect(readMetaContent(html, "robots")).toBeUndefined();
      expect(html).not.toMatch(/<script(?! type="application\/(ld\+)?json"| type="module")/);
    }
    const image = await fetch(readMetaContent(documents[0] ?? "", "og:image") ?? "");
    expect(image.headers.get("content-type")).toBe("image/jpeg");
    expect((await image.arrayBuffer()).byteLength).toBeLessThan(100_000);
  });

  it("structured data describes the organization and its events on the home page, and the article on a post's page", async () => {
    const readStructuredData = async (path: string) =>
      Array.from(
        (await readPage(path)).matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g),
        ([, json = ""]) => JSON.parse(json) as Record<string, unknown>,
      );
    const [organization, ...events] = await readStructuredData("/");
    expect(organization).toMatchObject({ "@type": "NGO", url: `${webUrl}/` });
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) {
      expect(event).toMatchObject({ "@type": "Event", location: { "@type": "Place" } });
      expect(event["startDate"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
    }
    const [posting] = await readStructuredData(postPath);
    expect(posting).toMatchObject({ "@type": "BlogPosting", headline: posts[0]?.title });
  });

  it("the sitemap lists every public page and post, and robots.txt links to the sitemap", async () => {
    const listedUrls = parseSitemapUrls(await readPage("/sitemap.xml"));
    for (const path of pages) expect(listedUrls).toContain(webUrl + path);
    for (const { id } of posts)
      expect(listedUrls.some((url) => url.endsWith(id.slice(0, 8)))).toBe(true);
    const responses = await Promise.all(listedUrls.map((url) => fetch(url)));
    expect(responses.map(({ status }) => status)).toEqual(listedUrls.map(() => 200));
    const robots = await readPage("/robots.txt");
    expect(robots).toContain(`Sitemap: ${webUrl}/sitemap.xml`);
    expect(robots).toContain("Disallow: /admin");
  });

  it("feed readers can parse the feed", async () => {
    const feedText = await readPage("/feed.xml");
    // Parses the feed in a browser, because Node doesn't have a DOMParser.
    const { page } = await startVisit(browser);
    const items = await page.evaluate((text) => {
      const feedDocument = new DOMParser().parseFromString(text, "application/xml");
      if (feedDocument.querySelector("parsererror")) return null;
      return Array.from(feedDocument.querySelectorAll("item"), (item) => ({
        title: item.querySelector("title")?.textContent,
        link: item.querySelector("link")?.textContent,
      }));
    }, feedText);
    expect(items?.[0]).toEqual({ title: posts[0]?.title, link: webUrl + postPath });
    expect(items).toHaveLength(posts.length);
    await page.context().close();
  });

  it("HOME-05: an unknown URL returns a readable 404 that isn't indexed", async () => {
    const response = await fetch(`${webUrl}/no-such-page`);
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain("Page Not Found");
    expect(readMetaContent(html, "robots")).toBe("noindex");
  });

  it.each(["/no-such-page", "/news/gone-00000000"])(
    "HOME-05: %s shows the illustration and searches the news without scripts",
    async (path) => {
      const page = await openWithoutScript(path);
      const picture = page.getByRole("img", { name: /small dog/ });
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await page.getByRole("searchbox", { name: "Search the news" }).fill("zzz nowhere");
      await page.getByRole("button", { name: "Search" }).click();
      await page.getByText("No posts match “zzz nowhere”").waitFor();
    },
  );
});

describe("news", () => {
  it("the head's tags change with the route, and a missing post shows Page Not Found", async () => {
    const { page } = await startVisit(browser);
    await page.goto(`${webUrl}/news`);
    await page.getByRole("link", { name: posts[0]?.title }).click();
    await page.getByRole("heading", { level: 1, name: posts[0]?.title }).waitFor();
    await expect.poll(() => page.title()).toContain(posts[0]?.title);
    const canonicalLink = page.locator("link[rel=canonical]");
    expect(await canonicalLink.count()).toBe(1);
    expect(await canonicalLink.getAttribute("href")).toBe(webUrl + postPath);
    expect(await page.locator("meta[name=description]").count()).toBe(1);
    await page.goto(`${webUrl}/news/gone-00000000`);
    await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
    await page.context().close();
  });
});
