import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { HomeData } from "#data/home/queries.ts";
import type { BlogPost } from "#data/blog-posts/queries.ts";
import { paths } from "#lib/paths.ts";
import { blogPost, homeData, publishedBlogPost } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render-app.tsx";

const IMAGE_URL = "/images/site/5ce4e000-0000-4000-8000-000000000006/1440x960-share";

/** Creates a post. Ids differ in their first eight characters, because URLs contain only those. */
const createPost = (number: number, overrides: Partial<BlogPost> = {}) =>
  publishedBlogPost({ id: `0000000${number}-0000-4000-8000-000000000000`, ...overrides });

interface FakeData {
  readonly olderPosts?: readonly BlogPost[];
  readonly taggedPosts?: readonly BlogPost[];
  readonly home?: Partial<HomeData>;
}

const openPost = async (
  currentPost: BlogPost,
  { olderPosts = [], taggedPosts = [], home }: FakeData = {},
) => {
  fakeApi({
    "GET /api/home": { body: homeData(home) },
    "GET /api/blog-posts/published/:id": { body: currentPost },
    "GET /api/blog-posts/published": ({ url }) => ({
      body: url.includes(`cursor=${currentPost.id}`) ? olderPosts : taggedPosts,
    }),
  });
  renderApp(paths.blogPost(currentPost));
  await screen.findByRole("heading", { level: 1, name: currentPost.title });
};

const getLinks = (region: HTMLElement) =>
  within(region)
    .getAllByRole("link")
    .map((link) => `${link.textContent} ${link.getAttribute("href")}`);

test.each([
  [IMAGE_URL, IMAGE_URL.replace("1440x960-share", "share"), ["1200", "800"]],
  [IMAGE_URL.replace("-share", ""), IMAGE_URL.replace("-share", ""), ["1440", "960"]],
])("a link to a post with the picture %s shows %s in its size", async (imageUrl, path, size) => {
  await openPost(createPost(1, { imageUrl }));
  const readMeta = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[property="${name}"]`)?.content;
  expect(readMeta("og:image")).toMatch(new RegExp(`${path}$`));
  expect([readMeta("og:image:width"), readMeta("og:image:height")]).toEqual(size);
});

describe("the links below a post", () => {
  test("lead to a gift that pays for one box, at the price in the settings", async () => {
    const settings = { ...homeData().settings, packagePrice: 62.5 };
    await openPost(createPost(1), { home: { settings } });
    const giveRegion = screen.getByRole("complementary", { name: "Give" });
    expect(await within(giveRegion).findByText("$62.50 packs and mails one box.")).toBeTruthy();
    expect(getLinks(giveRegion)).toEqual(["Send a box /donate?amount=63"]);
  });

  test("lead to the next older post with its picture, then to others with the same tag, without duplicates", async () => {
    const [currentPost, olderPost, otherPost] = [
      createPost(1, { title: "The newest", tags: ["Packing"] }),
      createPost(2, {
        title: "The one before",
        tags: ["Packing"],
        imageUrl: IMAGE_URL,
        imageAlt: "A box",
      }),
      createPost(3, { title: "Another", tags: ["Packing"] }),
    ];
    await openPost(currentPost, {
      olderPosts: [olderPost],
      taggedPosts: [currentPost, olderPost, otherPost],
    });
    const readNextRegion = await screen.findByRole("region", { name: "Read next" });
    await within(readNextRegion).findByText("More about “Packing”");
    expect(getLinks(readNextRegion)).toEqual([
      `The one before ${paths.blogPost(olderPost)}`,
      `Another ${paths.blogPost(otherPost)}`,
    ]);
    const picture = within(readNextRegion).getByRole<HTMLImageElement>("img", { name: "A box" });
    expect(picture.getAttribute("src")).toBe(IMAGE_URL);
  });

  test("wrap around from the oldest post to the newest", async () => {
    const currentPost = createPost(1, { title: "The first of all" });
    const newestPost = blogPost({ title: "The newest" });
    await openPost(currentPost, { home: { blogPosts: [newestPost] } });
    const readNextRegion = await screen.findByRole("region", { name: "Read next" });
    expect(getLinks(readNextRegion)).toEqual([`The newest ${paths.blogPost(newestPost)}`]);
  });

  test("omit Read next if there is no other post, and the post shows no picture if there is none", async () => {
    const currentPost = createPost(1, { title: "Alone" });
    await openPost(currentPost, {
      home: { blogPosts: [currentPost].map(({ id }) => blogPost({ id })) },
    });
    await screen.findByText("$50 packs and mails one box.");
    expect(screen.queryByText("Read next")).toBeNull();
    expect(within(screen.getByRole("main")).queryByRole("img")).toBeNull();
  });
});
