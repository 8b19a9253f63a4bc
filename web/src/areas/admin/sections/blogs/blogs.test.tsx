import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { rememberTextView } from "#kit/forms/text-view.ts";
import { adminApi } from "#testing/admin-api.ts";
import { anId } from "#testing/builders.ts";
import { fakeApi, pagesOf, type FakeAnswer, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { adminBlogPost } from "#testing/review-builders.ts";
// Preload the lazy page, so loading it doesn't use up a test's timeout.
import "../../admin-page.tsx";
import "./blogs.tsx";
import "#testing/rich-text.tsx";

type Post = ReturnType<typeof adminBlogPost>;
const LIST = "GET /api/blog-posts";
const CREATE = "POST /api/blog-posts";
const UPDATE = "PUT /api/blog-posts/:id";
const REMOVE = "DELETE /api/blog-posts/:id";
type Refusals = Partial<Record<typeof CREATE | typeof UPDATE | typeof REMOVE, FakeAnswer>>;

/** Fakes a server that stores every write, unless `refusals` has a response for it. */
const openPage = (posts: readonly Post[] = [], refusals: Refusals = {}, search = "") => {
  let rows = [...posts];
  const idOf = ({ url }: FakeCall) => /blog-posts\/([\w-]+)/.exec(url)?.[1];
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    [LIST]: (call: FakeCall) => pagesOf(rows)(call),
    "GET /api/blog-posts/tags": { body: [] },
    "GET /api/blog-posts/:id": (call: FakeCall) => ({
      body: rows.find(({ id }) => id === idOf(call)),
    }),
    [CREATE]: ({ body }: FakeCall) => {
      if (refusals[CREATE]) return refusals[CREATE];
      const post = adminBlogPost(body as Partial<Post>);
      rows = [post, ...rows];
      return { body: post };
    },
    [UPDATE]: (call: FakeCall) => {
      if (refusals[UPDATE]) return refusals[UPDATE];
      rows = rows.map((row) =>
        row.id === idOf(call)
          ? { ...row, ...(call.body as Partial<Post>), version: row.version + 1 }
          : row,
      );
      return { body: rows.find(({ id }) => id === idOf(call)) };
    },
    [REMOVE]: (call: FakeCall) => {
      if (refusals[REMOVE]) return refusals[REMOVE];
      rows = rows.filter(({ id }) => id !== idOf(call));
      return { body: { message: "Blog post deleted" } };
    },
  });
  const view = renderApp(`/dashboard/blogs${search}`);
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
  return {
    ...api,
    ...view,
    field,
    press: async (name: string) => view.user.click(await screen.findByRole("button", { name })),
    type: async (label: string, text: string) => {
      await view.user.clear(await field(label));
      if (text.trim() !== "") await view.user.type(await field(label), text);
    },
  };
};

const news = adminBlogPost({ title: "Harvest", content: "A good month.", isPublished: true });

beforeEach(() => {
  logInAsAdmin();
  rememberTextView("source");
});

describe("the editor", () => {
  test("ABLOG-01, ABLOG-02, ABLOG-04, ABLOG-09: Create New Blog Post opens a form with a title, twelve rows of content, and three buttons", async () => {
    const { press, field, user } = openPage();
    await press("Create New Blog Post");
    expect((await field("Title")).type).toBe("text");
    const content = await screen.findByLabelText<HTMLTextAreaElement>("Content");
    expect(content.rows).toBe(12);
    for (const name of ["Export as Draft", "Cancel", "Publish Blog Post"]) {
      expect(screen.getByRole("button", { name })).toBeTruthy();
    }
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByLabelText("Content")).toBeNull());
  });

  test.each([
    ["Publish Blog Post", true, "Published"],
    ["Export as Draft", false, "Draft"],
  ])(
    "ABLOG-18, ABLOG-20, ABLOG-24, ABLOG-29: %s saves the post, then clears and closes the editor",
    async (button, isPublished, badge) => {
      const { press, type, field, callsOf, address } = openPage();
      await press("Create New Blog Post");
      await type("Title", " A new van ");
      await type("Content", "It is **blue**.");
      await press(button);
      expect(await screen.findByText("Blog post created successfully!")).toBeTruthy();
      expect(callsOf(CREATE)[0]?.body).toMatchObject({
        title: "A new van",
        content: "It is **blue**.",
        imageUrl: null,
        imageAlt: null,
        isPublished,
      });
      const card = within(await screen.findByRole("article", { name: "A new van" }));
      expect(card.getByText(badge)).toBeTruthy();
      await waitFor(() => expect(address()).toBe("/dashboard/blogs"));
      await press("Create New Blog Post");
      expect((await field("Title")).value).toBe("");
    },
  );

  test("ABLOG-10, ABLOG-19, ABLOG-25, ABLOG-30: Update & Publish publishes an edited draft and sends only the changes", async () => {
    const draft = adminBlogPost({ title: "Harvest", content: "A good month." });
    const { press, type, field, callsOf } = openPage([draft]);
    await press("Edit Harvest");
    expect((await field("Content")).value).toBe("A good month.");
    await type("Title", "Harvest home");
    await press("Update & Publish");
    expect(await screen.findByText("Blog post updated successfully!")).toBeTruthy();
    expect(callsOf(UPDATE)[0]).toMatchObject({ url: `/api/blog-posts/${draft.id}` });
    expect(callsOf(UPDATE)[0]?.body).toEqual({
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
    await waitFor(() => expect(callsOf(CREATE)).toHaveLength(1));
  });

  test("ABLOG-18: asks before turning a published post back into a draft", async () => {
    const { press, user, callsOf } = openPage([news]);
    await press("Edit Harvest");
    await press("Export as Draft");
    const dialog = await screen.findByRole("dialog", { name: "Take this post off the site?" });
    expect(callsOf(UPDATE)).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    const draftButton = screen.getByRole("button", { name: "Export as Draft" });
    await waitFor(() => expect(document.activeElement).toBe(draftButton));
    expect(callsOf(UPDATE)).toEqual([]);
    await user.click(draftButton);
    await press("Save as draft");
    await screen.findByText("Blog post updated successfully!");
    expect(callsOf(UPDATE)[0]?.body).toEqual({ isPublished: false, version: 1 });
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
    expect(callsOf(CREATE)).toEqual([]);
  });

  test.each([CREATE, UPDATE] as const)(
    "ABLOG-27: shows a destructive toast when %s fails and keeps what was typed",
    async (key) => {
      const { press, type, field } = openPage([news], { [key]: { status: 503 } });
      await press(key === CREATE ? "Create New Blog Post" : "Edit Harvest");
      await type("Title", "Harvest home");
      await type("Content", "News");
      await press(key === CREATE ? "Publish Blog Post" : "Update & Publish");
      expect(await screen.findByText("Error")).toBeTruthy();
      expect(screen.getByText("Failed to save blog post")).toBeTruthy();
      expect((await field("Title")).value).toBe("Harvest home");
      expectLogged(key === CREATE ? "Add blog post failed" : "Save blog post failed");
    },
  );

  test("threat 50: restores what was typed after a reload", async () => {
    const firstPage = openPage();
    await firstPage.press("Create New Blog Post");
    await firstPage.type("Title", "A new van");
    firstPage.unmount();
    const { field } = openPage([], {}, "?edit=new");
    expect((await field("Title")).value).toBe("A new van");
  });
});

describe("All Blog Posts", () => {
  test("ABLOG-11, ABLOG-12, ABLOG-13, ABLOG-14, ABLOG-15, ABLOG-23: shows badge, excerpt, dates, and buttons on each card", async () => {
    const longContent = `## News\n\n${"word ".repeat(60)}`;
    openPage([
      adminBlogPost({
        title: "Long",
        content: longContent,
        createdAt: "2026-11-02T15:00:00Z",
        updatedAt: "2026-11-04T15:00:00Z",
      }),
      { ...news, createdAt: "2026-11-01T15:00:00Z", updatedAt: "2026-11-01T15:00:00Z" },
    ]);
    expect(await screen.findByRole("heading", { name: "All Blog Posts" })).toBeTruthy();
    expect((await screen.findByRole("region", { name: "blog posts" })).className).toContain("h-96");
    const draftCard = await screen.findByRole("article", { name: "Long" });
    expect(within(draftCard).getByText("Draft")).toBeTruthy();
    expect(draftCard.textContent).toContain("Created Nov 2, 2026 · Updated Nov 4, 2026");
    const excerpt = within(draftCard).getByText(/^News word/).textContent;
    expect(excerpt.length).toBeGreaterThan(140);
    expect(excerpt.length).toBeLessThanOrEqual(151);
    const publishedCard = screen.getByRole("article", { name: "Harvest" });
    expect(within(publishedCard).getByText("Published")).toBeTruthy();
    expect(publishedCard.textContent).toContain("Created Nov 1, 2026");
    expect(publishedCard.textContent).not.toContain("Updated");
    expect(within(publishedCard).getByRole("button", { name: "Edit Harvest" })).toBeTruthy();
    expect(within(publishedCard).getByRole("button", { name: "Delete Harvest" })).toBeTruthy();
  });

  test("ABLOG-16, ABLOG-17: shows the loading state, then the empty state", async () => {
    openPage();
    expect(await screen.findByText("Loading blog posts...")).toBeTruthy();
    expect(await screen.findByText("No blog posts found")).toBeTruthy();
    expect(screen.queryByText("Loading blog posts...")).toBeNull();
  });

  test("ABLOG-18, ABLOG-30: unpublishes and publishes a post from its card", async () => {
    const { press, callsOf } = openPage([news]);
    await press("Unpublish Harvest");
    expect(await screen.findByText("Blog post updated successfully!")).toBeTruthy();
    await press("Publish Harvest");
    await waitFor(() => expect(callsOf(UPDATE)).toHaveLength(2));
    expect(callsOf(UPDATE).map(({ body }) => body)).toEqual([
      { isPublished: false, version: 1 },
      { isPublished: true, version: 2 },
    ]);
  });

  test("ABLOG-26, ABLOG-31: asks before deleting", async () => {
    const { press, callsOf } = openPage([news]);
    await press("Delete Harvest");
    await press("Cancel");
    expect(callsOf(REMOVE)).toEqual([]);
    await press("Delete Harvest");
    await press("Delete blog post");
    expect(await screen.findByText("Blog post deleted successfully!")).toBeTruthy();
    expect(await screen.findByText("No blog posts found")).toBeTruthy();
  });

  test("ABLOG-28: shows a destructive toast when deleting fails", async () => {
    const { press } = openPage([news], { [REMOVE]: { status: 503 } });
    await press("Delete Harvest");
    await press("Delete blog post");
    expect(await screen.findByText("Error")).toBeTruthy();
    expect(screen.getByText("Failed to delete blog post")).toBeTruthy();
    expect(screen.getByRole("article", { name: "Harvest" })).toBeTruthy();
    expectLogged("The blog post could not be deleted");
  });

  test("a URL with a post's id opens that post", async () => {
    const { field } = openPage([adminBlogPost({ id: anId() }), news], {}, `?edit=${news.id}`);
    expect((await field("Title")).value).toBe("Harvest");
  });
});

test("offers an unfinished post on the list and the overview until it is discarded", async () => {
  const { press, type, unmount } = openPage([news]);
  await press("Create New Blog Post");
  await type("Title", "Half a thought");
  unmount();
  adminApi();
  const overview = renderApp("/dashboard");
  expect(await screen.findByText("You have an unfinished post")).toBeTruthy();
  const draftLink = screen.getByRole("link", { name: "Continue “Half a thought”" });
  expect(draftLink.getAttribute("href")).toBe("/dashboard/blogs?edit=new");
  overview.unmount();
  const list = openPage([news]);
  await list.user.click(await screen.findByRole("link", { name: "Continue “Half a thought”" }));
  expect((await list.field("Title")).value).toBe("Half a thought");
  expect(screen.queryByText("You have an unfinished post")).toBeNull();
  await list.press("Cancel");
  await list.press("Discard");
  await screen.findByRole("button", { name: "Create New Blog Post" });
  expect(screen.queryByText("You have an unfinished post")).toBeNull();
});
