import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { rememberTextView } from "#kit/forms/text-view.ts";
import { adminApi } from "#testing/admin-api.ts";
import { anId } from "#testing/builders.ts";
import type { BlogPostDraft } from "#data/blog-post-drafts/mutations.ts";
import { blogPostDraft, fakeDrafts } from "#testing/fake-drafts.ts";
import { fakeApi, pagesOf, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { paths } from "#lib/paths.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { adminBlogPost } from "#testing/review-builders.ts";
// Preload the lazy page, so loading it doesn't use up a test's timeout.
import "../../admin-page.tsx";
import "./blogs.tsx";
import "./blog-post-page.tsx";
import "#testing/rich-text.tsx";

type Post = ReturnType<typeof adminBlogPost>;
const LIST_ROUTE = "GET /api/blog-posts";
const CREATE_ROUTE = "POST /api/blog-posts";
const UPDATE_ROUTE = "PUT /api/blog-posts/:id";
const REMOVE_ROUTE = "DELETE /api/blog-posts/:id";
type Overrides = Partial<
  Record<typeof CREATE_ROUTE | typeof UPDATE_ROUTE | typeof REMOVE_ROUTE, FakeResponse>
>;

/** Fakes a server that stores every write, unless `overrides` has a response for it. */
const openPage = (
  posts: readonly Post[] = [],
  overrides: Overrides = {},
  subpath = "",
  ...drafts: readonly BlogPostDraft[]
) => {
  const draftServer = fakeDrafts(...drafts);
  let rows = [...posts];
  const readId = ({ url }: FakeCall) => /blog-posts\/([\w-]+)/.exec(url)?.[1];
  const api = fakeApi({
    ...draftServer.handlers,
    "GET /api/home": { status: 503 },
    [LIST_ROUTE]: (call: FakeCall) => pagesOf(rows)(call),
    "GET /api/blog-posts/tags": { body: [] },
    "GET /api/blog-posts/:id": (call: FakeCall) => ({
      body: rows.find(({ id }) => id === readId(call)),
    }),
    [CREATE_ROUTE]: (call: FakeCall) => {
      if (overrides[CREATE_ROUTE]) return overrides[CREATE_ROUTE];
      draftServer.removeSaved(call);
      const { body } = call;
      const post = adminBlogPost(body as Partial<Post>);
      rows = [post, ...rows];
      return { body: post };
    },
    [UPDATE_ROUTE]: (call: FakeCall) => {
      if (overrides[UPDATE_ROUTE]) return overrides[UPDATE_ROUTE];
      draftServer.removeSaved(call);
      rows = rows.map((row) =>
        row.id === readId(call)
          ? { ...row, ...(call.body as Partial<Post>), version: row.version + 1 }
          : row,
      );
      return { body: rows.find(({ id }) => id === readId(call)) };
    },
    [REMOVE_ROUTE]: (call: FakeCall) => {
      if (overrides[REMOVE_ROUTE]) return overrides[REMOVE_ROUTE];
      rows = rows.filter(({ id }) => id !== readId(call));
      return { body: { message: "Blog post deleted" } };
    },
  });
  const view = renderApp(`/dashboard/blogs${subpath}`);
  const findField = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  return {
    ...api,
    ...view,
    drafts: draftServer.drafts,
    findField,
  };
};

const publishedPost = adminBlogPost({
  title: "Harvest",
  content: "A good month.",
  isPublished: true,
});

beforeEach(() => {
  logInAsAdmin();
  rememberTextView("source");
});

describe("the blog editor", () => {
  test("ABLOG-01, ABLOG-02, ABLOG-04, ABLOG-09: opens from Create New Blog Post with a title, twelve rows of content, and three buttons", async () => {
    const { press, user } = openPage();
    await press("Create New Blog Post");
    const title = await screen.findByLabelText<HTMLTextAreaElement>("Title");
    expect(title.rows).toBe(1);
    const content = await screen.findByLabelText<HTMLTextAreaElement>("Content");
    expect(content.rows).toBe(12);
    for (const name of ["Export as Draft", "Cancel", "Publish Blog Post"]) {
      expect(screen.getByRole("button", { name })).toBeTruthy();
    }
    // Enter neither breaks the title into lines nor publishes the post.
    await user.type(title, "Socks{Enter}Coffee");
    expect(title.value).toBe("Socks");
    expect(document.activeElement).toBe(content);
    await user.clear(title);
    await user.clear(content);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByLabelText("Content")).toBeNull());
  });

  test.each([
    ["Publish Blog Post", true, "Published"],
    ["Export as Draft", false, "Draft"],
  ])(
    "ABLOG-18, ABLOG-20, ABLOG-24, ABLOG-29: saves the post on %s, then clears and closes the editor",
    async (buttonName, isPublished, badgeText) => {
      const { press, type, findField, callsOf, currentPath } = openPage();
      await press("Create New Blog Post");
      await type("Title", " A new van ");
      await type("Content", "It is **blue**.");
      await press(buttonName);
      expect(await screen.findByText("Blog post created successfully!")).toBeTruthy();
      expect(callsOf(CREATE_ROUTE)[0]?.body).toMatchObject({
        title: "A new van",
        content: "It is **blue**.",
        imageUrl: null,
        imageAlt: null,
        isPublished,
      });
      const card = within(await screen.findByRole("article", { name: "A new van" }));
      expect(card.getByText(badgeText)).toBeTruthy();
      await waitFor(() => expect(currentPath()).toBe("/dashboard/blogs"));
      await press("Create New Blog Post");
      expect((await findField("Title")).value).toBe("");
    },
  );

  test("ABLOG-10, ABLOG-19, ABLOG-25, ABLOG-30: publishes an edited draft on Update & Publish and sends only the changes", async () => {
    const draft = adminBlogPost({ title: "Harvest", content: "A good month." });
    const { press, type, findField, callsOf } = openPage([draft]);
    await press("Edit Harvest");
    expect((await findField("Content")).value).toBe("A good month.");
    await type("Title", "Harvest home");
    await press("Update & Publish");
    expect(await screen.findByText("Blog post updated successfully!")).toBeTruthy();
    expect(callsOf(UPDATE_ROUTE)[0]?.url).toBe(
      `/api/blog-posts/${draft.id}?draft=${draft.id}&draftVersion=1`,
    );
    expect(callsOf(UPDATE_ROUTE)[0]?.body).toEqual({
      title: "Harvest home",
      isPublished: true,
      version: 1,
    });
    await waitFor(() => expect(screen.queryByLabelText("Content")).toBeNull());
    expect(await screen.findByRole("article", { name: "Harvest home" })).toBeTruthy();
  });

  test("threat 52: warns about a post that names a ship, but saves it", async () => {
    const { press, type, callsOf } = openPage();
    await press("Create New Blog Post");
    await type("Title", "Mail day");
    await type("Content", "Forty boxes for the USS Halyard.");
    expect(screen.getByText("“USS Halyard” may give away where people are deployed.")).toBeTruthy();
    await press("Publish Blog Post");
    await waitFor(() => expect(callsOf(CREATE_ROUTE)).toHaveLength(1));
  });

  test("ABLOG-18: asks before turning a published post back into a draft", async () => {
    const { press, user, callsOf } = openPage([publishedPost]);
    await press("Edit Harvest");
    await press("Export as Draft");
    const dialog = await screen.findByRole("dialog", { name: "Take this post off the site?" });
    expect(callsOf(UPDATE_ROUTE)).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    const draftButton = screen.getByRole("button", { name: "Export as Draft" });
    await waitFor(() => expect(document.activeElement).toBe(draftButton));
    expect(callsOf(UPDATE_ROUTE)).toEqual([]);
    await user.click(draftButton);
    await press("Save as draft");
    await screen.findByText("Blog post updated successfully!");
    expect(callsOf(UPDATE_ROUTE)[0]?.body).toEqual({ isPublished: false, version: 1 });
  });

  test.each([
    ["Title", " ", "Some news"],
    ["Content", "Harvest", " "],
  ])("ABLOG-21: reports a blank %s and sends nothing", async (_, title, content) => {
    const { press, type, callsOf } = openPage();
    await press("Create New Blog Post");
    await type("Title", title);
    await type("Content", content);
    await press("Publish Blog Post");
    expect(await screen.findByText("Missing Information")).toBeTruthy();
    expect(screen.getByText("Please fill in both title and content.")).toBeTruthy();
    expect(callsOf(CREATE_ROUTE)).toEqual([]);
  });

  test.each([CREATE_ROUTE, UPDATE_ROUTE] as const)(
    "ABLOG-27: shows a destructive toast when %s fails and keeps what was typed",
    async (route) => {
      const { press, type, findField } = openPage([publishedPost], { [route]: { status: 503 } });
      await press(route === CREATE_ROUTE ? "Create New Blog Post" : "Edit Harvest");
      await type("Title", "Harvest home");
      await type("Content", "News");
      await press(route === CREATE_ROUTE ? "Publish Blog Post" : "Update & Publish");
      expect(await screen.findByText("Error")).toBeTruthy();
      expect(screen.getByText("Failed to save blog post")).toBeTruthy();
      expect((await findField("Title")).value).toBe("Harvest home");
      expectLogged(route === CREATE_ROUTE ? "Add blog post failed" : "Save blog post failed");
    },
  );

  test("threat 50: restores what was typed after a reload", async () => {
    const firstPage = openPage();
    await firstPage.press("Create New Blog Post");
    await firstPage.type("Title", "A new van");
    const path = firstPage.currentPath();
    firstPage.unmount();
    await waitFor(() => expect(firstPage.drafts.size).toBe(1));
    const { findField } = openPage(
      [],
      {},
      path.replace("/dashboard/blogs", ""),
      ...firstPage.drafts.values(),
    );
    expect((await findField("Title")).value).toBe("A new van");
  });
});

test("a card's title leads to the editor, and a published post's card shows its picture and publication date and links to the post", async () => {
  const imageUrl = "/images/site/0f0a1c9e-8f3f-4d44-9d6e-1f2f3a4b5c6d/800x600";
  const post = { ...publishedPost, imageUrl, publishedAt: "2026-11-03T15:00:00Z" };
  const draft = adminBlogPost({ title: "Not yet", publishedAt: "2026-11-04T15:00:00Z" });
  const { press } = openPage([post, draft]);
  const card = await screen.findByRole("article", { name: "Harvest" });
  expect(card.querySelector("img")?.getAttribute("src")).toBe(imageUrl);
  expect(card.textContent).toContain("Published Nov 3, 2026");
  await press("More for Harvest");
  const link = await screen.findByRole("menuitem", { name: "View post Harvest" });
  expect(link.getAttribute("href")).toBe(paths.blogPost(post));
  const draftCard = screen.getByRole("article", { name: "Not yet" });
  const draftLinks = within(draftCard).getAllByRole("link");
  expect(draftLinks.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Not yet", `/dashboard/blogs/${draft.id}`],
  ]);
  expect(draftCard.textContent).not.toContain("Published");
});

test.each([
  ["Publish Blog Post", 1],
  ["Export as Draft", 0],
])(
  "after %s, the toast links to the post if visitors can see it",
  async (buttonName, linkCount) => {
    const publishedAt = "2026-11-03T15:00:00Z";
    const { press, type } = openPage([], {
      [CREATE_ROUTE]: {
        body: adminBlogPost({ isPublished: linkCount === 1, publishedAt, title: "A new van" }),
      },
    });
    await press("Create New Blog Post");
    await type("Title", "A new van");
    await type("Content", "It is blue.");
    await press(buttonName);
    await screen.findByText("Blog post created successfully!");
    const links = screen.queryAllByRole("link", { name: "View post" });
    expect(links.map((link) => link.getAttribute("href"))).toHaveLength(linkCount);
    for (const link of links) expect(link.getAttribute("href")).toMatch(/^\/news\/a-new-van-/);
  },
);

describe("the list of all blog posts", () => {
  test("ABLOG-11, ABLOG-12, ABLOG-13, ABLOG-14, ABLOG-15, ABLOG-23: shows a badge, an excerpt, dates, and buttons on each card", async () => {
    const longContent = `## News\n\n${"word ".repeat(60)}`;
    const { press } = openPage([
      adminBlogPost({
        title: "Long",
        content: longContent,
        createdAt: "2026-11-02T15:00:00Z",
        updatedAt: "2026-11-04T15:00:00Z",
      }),
      { ...publishedPost, createdAt: "2026-11-01T15:00:00Z", updatedAt: "2026-11-01T15:00:00Z" },
    ]);
    expect(await screen.findByRole("heading", { name: "All Blog Posts" })).toBeTruthy();
    expect((await screen.findByRole("region", { name: "blog posts" })).className).toContain(
      "max-h-[max(24rem,100dvh-9rem)]",
    );
    const draftCard = await screen.findByRole("article", { name: "Long" });
    expect(within(draftCard).getByText("Draft")).toBeTruthy();
    expect(draftCard.textContent).toContain("Created Nov 2, 2026\u00a0·\u00a0Updated Nov 4, 2026");
    const excerpt = within(draftCard).getByText(/^News word/).textContent;
    expect(excerpt.length).toBeGreaterThan(140);
    expect(excerpt.length).toBeLessThanOrEqual(151);
    const publishedCard = screen.getByRole("article", { name: "Harvest" });
    expect(within(publishedCard).getByText("Published")).toBeTruthy();
    expect(publishedCard.textContent).toContain("Created Nov 1, 2026");
    expect(publishedCard.textContent).not.toContain("Updated");
    expect(within(publishedCard).getByRole("button", { name: "Edit Harvest" })).toBeTruthy();
    await press("More for Harvest");
    expect(await screen.findByRole("menuitem", { name: "Delete Harvest" })).toBeTruthy();
  });

  test("ABLOG-16, ABLOG-17: shows the loading state, then the empty state if there are no posts", async () => {
    openPage();
    expect(await screen.findByText("Loading blog posts...")).toBeTruthy();
    expect(await screen.findByText("No blog posts found")).toBeTruthy();
    expect(screen.queryByText("Loading blog posts...")).toBeNull();
  });

  test("ABLOG-18, ABLOG-30: unpublishes and publishes a post from its card", async () => {
    const { pressInMenu, callsOf } = openPage([publishedPost]);
    await pressInMenu("Harvest", "Unpublish Harvest");
    expect(await screen.findByText("Blog post updated successfully!")).toBeTruthy();
    await pressInMenu("Harvest", "Publish Harvest");
    await waitFor(() => expect(callsOf(UPDATE_ROUTE)).toHaveLength(2));
    expect(callsOf(UPDATE_ROUTE).map(({ body }) => body)).toEqual([
      { isPublished: false, version: 1 },
      { isPublished: true, version: 2 },
    ]);
  });

  test("ABLOG-26, ABLOG-31: asks before deleting a post", async () => {
    const { press, pressInMenu, callsOf } = openPage([publishedPost]);
    await pressInMenu("Harvest", "Delete Harvest");
    await press("Cancel");
    expect(callsOf(REMOVE_ROUTE)).toEqual([]);
    await pressInMenu("Harvest", "Delete Harvest");
    await press("Delete blog post");
    expect(await screen.findByText("Blog post deleted successfully!")).toBeTruthy();
    expect(await screen.findByText("No blog posts found")).toBeTruthy();
  });

  test("ABLOG-28: shows a destructive toast when deleting fails", async () => {
    const { press, pressInMenu } = openPage([publishedPost], { [REMOVE_ROUTE]: { status: 503 } });
    await pressInMenu("Harvest", "Delete Harvest");
    await press("Delete blog post");
    expect(await screen.findByText("Error")).toBeTruthy();
    expect(screen.getByText("Failed to delete blog post")).toBeTruthy();
    expect(screen.getByRole("article", { name: "Harvest" })).toBeTruthy();
    expectLogged("The blog post could not be deleted");
  });

  test("opens the post whose id is in the URL", async () => {
    const { findField } = openPage(
      [adminBlogPost({ id: anId() }), publishedPost],
      {},
      `/${publishedPost.id}`,
    );
    expect((await findField("Title")).value).toBe("Harvest");
  });
});

test("a draft stored on the server is offered in the list and on the overview until it is discarded", async () => {
  const draft = blogPostDraft({ content: "So far" });
  const draftUrl = `/dashboard/blogs/new?draft=${draft.id}`;
  adminApi(fakeDrafts(draft).handlers);
  const overview = renderApp("/dashboard");
  expect(await screen.findByText("You have an unfinished post")).toBeTruthy();
  const draftLink = screen.getByRole("link", { name: "Continue “Half a thought”" });
  expect(draftLink.getAttribute("href")).toBe(draftUrl);
  overview.unmount();
  const { user, press, findField, drafts, currentPath } = openPage([], {}, "", draft);
  await user.click(await screen.findByRole("link", { name: "Continue “Half a thought”" }));
  expect((await findField("Title")).value).toBe("Half a thought");
  expect((await findField("Content")).value).toBe("So far");
  await press("Cancel");
  await press("Discard");
  await screen.findByRole("button", { name: "Create New Blog Post" });
  expect(currentPath()).toBe("/dashboard/blogs");
  await waitFor(() => expect(screen.queryByText("You have an unfinished post")).toBeNull());
  expect(drafts.size).toBe(0);
});

test("threat 50: a post that the server didn't receive is offered in the list, and opening it restores its text", async () => {
  const { press, type, user, unmount } = openPage();
  await press("Create New Blog Post");
  await type("Title", "A new van");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await user.click(screen.getByRole("link", { name: "All Blog Posts" }));
  const draftLink = await screen.findByRole("link", { name: "Continue “A new van”" });
  expect(screen.getByText("only in this tab so far")).toBeTruthy();
  const path = draftLink.getAttribute("href") ?? "";
  unmount();
  const secondPage = openPage([], {}, path.replace("/dashboard/blogs", ""));
  expect((await secondPage.findField("Title")).value).toBe("A new van");
});
