import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { HomeData } from "#data/home/queries.ts";
import type { BlogPost } from "#data/blog-posts/queries.ts";
import { paths } from "#lib/paths.ts";
import { blogPost, homeData, publishedBlogPost } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render-app.tsx";

const IMAGE = "/images/site/5ce4e000-0000-4000-8000-000000000006/1440x960";

/** Creates posts whose ids differ in the first eight characters, the only ones in an address. */
const post = (number: number, over: Partial<BlogPost> = {}) =>
  publishedBlogPost({ id: `0000000${number}-0000-4000-8000-000000000000`, ...over });

interface Others {
  readonly older?: readonly BlogPost[];
  readonly tagged?: readonly BlogPost[];
  readonly home?: Partial<HomeData>;
}

const read = async (shown: BlogPost, { older = [], tagged = [], home }: Others = {}) => {
  fakeApi({
    "GET /api/home": { body: homeData(home) },
    "GET /api/blog-posts/published/:id": { body: shown },
    "GET /api/blog-posts/published": ({ url }) => ({
      body: url.includes(`cursor=${shown.id}`) ? older : tagged,
    }),
  });
  renderApp(paths.blogPost(shown));
  await screen.findByRole("heading", { level: 1, name: shown.title });
};

const linksOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole("link")
    .map((link) => `${link.textContent} ${link.getAttribute("href")}`);

describe("the links below a post", () => {
  test("lead to a gift that pays for one box, at the price in the settings", async () => {
    const settings = { ...homeData().settings, packagePrice: 62.5 };
    await read(post(1), { home: { settings } });
    const band = screen.getByRole("complementary", { name: "Give" });
    expect(await within(band).findByText("$62.50 packs and mails one box.")).toBeTruthy();
    expect(linksOf(band)).toEqual(["Send a box /donate?amount=63"]);
  });

  test("lead to the next older post with its picture, then to others with the same tag, without duplicates", async () => {
    const [shown, older, other] = [
      post(1, { title: "The newest", tags: ["Packing"] }),
      post(2, { title: "The one before", tags: ["Packing"], imageUrl: IMAGE, imageAlt: "A box" }),
      post(3, { title: "Another", tags: ["Packing"] }),
    ];
    await read(shown, { older: [older], tagged: [shown, older, other] });
    const next = await screen.findByRole("region", { name: "Read next" });
    await within(next).findByText("More about “Packing”");
    expect(linksOf(next)).toEqual([
      `The one before ${paths.blogPost(older)}`,
      `Another ${paths.blogPost(other)}`,
    ]);
    const picture = within(next).getByRole<HTMLImageElement>("img", { name: "A box" });
    expect(picture.getAttribute("src")).toBe(IMAGE);
  });

  test("lead from the oldest post to the newest", async () => {
    const shown = post(1, { title: "The first of all" });
    const newest = blogPost({ title: "The newest" });
    await read(shown, { home: { blogPosts: [newest] } });
    const next = await screen.findByRole("region", { name: "Read next" });
    expect(linksOf(next)).toEqual([`The newest ${paths.blogPost(newest)}`]);
  });

  test("are left out for the only post, and so is a missing picture", async () => {
    const shown = post(1, { title: "Alone" });
    await read(shown, { home: { blogPosts: [shown].map(({ id }) => blogPost({ id })) } });
    await screen.findByText("$50 packs and mails one box.");
    expect(screen.queryByText("Read next")).toBeNull();
    expect(within(screen.getByRole("main")).queryByRole("img")).toBeNull();
  });
});
