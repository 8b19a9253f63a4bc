import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { paths } from "#lib/paths.ts";
import { homeData, publishedBlogPost } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render-app.tsx";
// Preload the lazy pages, so loading them doesn't use up a test's timeout.
import "./blog-post-page.tsx";
import "./post-preview-page.tsx";

const draft = {
  title: "A new van",
  content: "It is **blue**.",
  imageUrl: null,
  imageAlt: null,
  publishedAt: null,
  tags: ["Vans"],
};

const openPreview = (preview: FakeResponse | (() => FakeResponse), hash = "#token=secret") => {
  const post = publishedBlogPost({ title: "The van is here" });
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "POST /api/preview-links/read": () => (typeof preview === "function" ? preview() : preview),
    "GET /api/blog-posts/published/:id": { body: post },
    "GET /api/blog-posts/published": { body: [] },
  });
  return { ...api, ...renderApp(`${paths.postPreview()}${hash}`), post };
};
const draftResponse = (overrides: Partial<typeof draft> = {}) => ({
  body: { draft: { ...draft, ...overrides }, publishedPost: null },
});
const isHiddenFromSearch = () =>
  document.querySelector('meta[name="robots"]')?.getAttribute("content") === "noindex";
const findHeading = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("the preview link page", () => {
  test("shows the draft like a post, marks it as a draft, and is hidden from search engines", async () => {
    const { callsOf } = openPreview(draftResponse());
    expect(await findHeading("A new van")).toBeTruthy();
    expect(
      screen.getByText("Preview of a draft. Only people with this link can see it."),
    ).toBeTruthy();
    expect(screen.getByText("blue").tagName).toBe("STRONG");
    expect(screen.getByText("1 min read")).toBeTruthy();
    expect(screen.getByRole("list", { name: "Topics in this post" }).textContent).toBe("Vans");
    expect(isHiddenFromSearch()).toBe(true);
    expect(callsOf("POST /api/preview-links/read").map(({ body }) => body)).toEqual([
      { token: "secret" },
    ]);
  });

  test("shows “Untitled draft” for a draft that has no title yet", async () => {
    openPreview(draftResponse({ title: " ", content: "" }));
    expect(await findHeading("Untitled draft")).toBeTruthy();
  });

  test("leads to the post once it is published", async () => {
    const { id } = publishedBlogPost();
    const publishedPost = { id, title: "The van is here", slug: null };
    const { currentPath } = openPreview({ body: { draft: null, publishedPost } });
    expect(await findHeading("The van is here")).toBeTruthy();
    expect(currentPath()).toBe(paths.blogPost(publishedPost));
  });

  test("says that the link doesn't work anymore, and leads to the news", async () => {
    openPreview({ status: 404, body: { code: "not_found", message: "Not found" } });
    await findHeading("This preview link doesn't work anymore.");
    expect(screen.getByRole("link", { name: "Read our news" }).getAttribute("href")).toBe("/news");
    expect(isHiddenFromSearch()).toBe(true);
  });

  test("says that the link doesn't work, without asking the server, if the token is missing", async () => {
    const { callsOf } = openPreview({ status: 500 }, "");
    await findHeading("This preview link doesn't work anymore.");
    expect(callsOf("POST /api/preview-links/read")).toEqual([]);
  });

  test("threat 67: says why a draft can't be shown that would take long to parse", async () => {
    const message = "The paragraph that starts with “a” has more than 5,000 characters.";
    openPreview({
      status: 400,
      body: { code: "validation_failed", message: "…", issues: [{ path: "content", message }] },
    });
    expect(await screen.findByText("This draft can't be shown yet")).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    expect(isHiddenFromSearch()).toBe(true);
  });

  test("offers to try again after any other failure", async () => {
    let isDown = true;
    const { press } = openPreview(() => (isDown ? { status: 503 } : draftResponse()));
    expect(await screen.findByText("We couldn't load this preview")).toBeTruthy();
    isDown = false;
    await press("Try again");
    await waitFor(() => expect(screen.getByText("A new van")).toBeTruthy());
  });
});
