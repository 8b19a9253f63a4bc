import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { AdminBlogPost } from "#data/blog-posts/resource.ts";
import { shortMoment } from "#lib/format.ts";
import { anId, homeData } from "#testing/builders.ts";
import { fakeApi, pagesOf, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { fakeDrafts } from "#testing/fake-drafts.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { adminBlogPost } from "#testing/review-builders.ts";
import { staleEditResponse } from "#testing/stale-edit.ts";
import { goBackProgrammatically } from "#ui/dialogs/use-close-on-back.ts";
// Preload the lazy page, so loading it doesn't use up a test's timeout.
import "../../admin-page.tsx";
import "./blogs.tsx";
import "./blog-post-page.tsx";
import "#testing/rich-text.tsx";

const UPDATE_ROUTE = "PUT /api/blog-posts/:id";
const CREATE_ROUTE = "POST /api/blog-posts";
const DAY_MS = 24 * 60 * 60 * 1000;

const post = adminBlogPost({
  title: "Harvest",
  content: "A good month.",
  isPublished: true,
  version: 3,
});

const earlierVersion = {
  id: anId(),
  title: "Harvest time",
  imageUrl: null,
  imageAlt: null,
  slug: null,
  tags: ["Socks"],
  searchTitle: null,
  searchDescription: null,
  isPublished: false,
  publishedAt: null,
  version: 2,
  savedBy: "dana",
  savedAt: "2026-11-17T15:00:00Z",
};

interface FakeServer {
  storedPost: AdminBlogPost;
  saveFailure: FakeResponse | null;
  /** The server responds to saves once this promise resolves. */
  responseGate?: Promise<void>;
}

/** Opens the blog editor. Set `server.saveFailure` to make saves fail, for example because someone else saved first. */
const openEditor = async (
  editedId: string,
  initialPost: AdminBlogPost = post,
  draftHandlers = fakeDrafts().handlers,
) => {
  const server: FakeServer = { storedPost: initialPost, saveFailure: null };
  const api = fakeApi({
    ...draftHandlers,
    "GET /api/home": { body: homeData() },
    "GET /api/blog-posts/tags": { body: [{ tag: "Packing", count: 2 }] },
    "GET /api/blog-posts": (call: FakeCall) => pagesOf([server.storedPost])(call),
    "GET /api/blog-posts/:id/versions/:versionId": {
      body: { ...earlierVersion, content: "A better month." },
    },
    "GET /api/blog-posts/:id/versions": pagesOf([earlierVersion]),
    "GET /api/blog-posts/:id": () => ({ body: server.storedPost }),
    [CREATE_ROUTE]: ({ body }: FakeCall) => ({
      body: adminBlogPost(body as Partial<AdminBlogPost>),
    }),
    [UPDATE_ROUTE]: async ({ body }: FakeCall) => {
      await server.responseGate;
      if (server.saveFailure) return server.saveFailure;
      server.storedPost = { ...server.storedPost, ...(body as Partial<AdminBlogPost>) };
      return { body: server.storedPost };
    },
  });
  const view = renderApp(`/dashboard/blogs/${editedId}`);
  await screen.findByRole("button", { name: "Export as Draft" });
  return {
    ...api,
    ...view,
    server,
    findField: (label: string) => screen.findByLabelText<HTMLInputElement>(label),
  };
};

const openList = (...posts: readonly AdminBlogPost[]) => {
  fakeApi({
    ...fakeDrafts().handlers,
    "GET /api/home": { body: homeData() },
    "GET /api/blog-posts/tags": { body: [] },
    "GET /api/blog-posts": pagesOf(posts),
  });
  return renderApp("/dashboard/blogs");
};

beforeEach(() => logInAsAdmin());

describe("the Blogs section", () => {
  test("publishes right away by default, or at the chosen date and time in the organization's time zone", async () => {
    const { type, retype, user, findField, press, callsOf } = await openEditor("new");
    expect((await screen.findByLabelText<HTMLInputElement>("Right away")).checked).toBe(true);
    await type("Title", "A new van");
    await user.click(screen.getByLabelText("At a set date and time"));
    const dateField = await findField("Date and time");
    expect(dateField.value).toMatch(/T09:00$/);
    await retype(dateField, "2031-12-01T08:30");
    expect(screen.getByText(/only administrators see it until this date/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Edit the Markdown" }));
    await type("Content", "It is blue.");
    await press("Publish Blog Post");
    await screen.findByText("Blog post created successfully!");
    expect(callsOf(CREATE_ROUTE)[0]?.body).toMatchObject({
      isPublished: true,
      publishedAt: "2031-12-01T14:30:00.000Z",
    });
  });

  test("reports an incomplete date next to its field and sends nothing", async () => {
    const { type, press, callsOf } = await openEditor(post.id);
    await type("Date and time", "");
    await press("Update & Publish");
    expect(await screen.findByText("Choose a date and a time.")).toBeTruthy();
    expect(callsOf(UPDATE_ROUTE)).toEqual([]);
  });

  test("shows an error for a time skipped by daylight saving and sends nothing until it is corrected", async () => {
    const { retype, findField, press, callsOf } = await openEditor(post.id);
    const dateField = await findField("Date and time");
    await retype(dateField, "2027-03-14T02:30");
    expect(dateField.value).toBe("2027-03-14T02:30");
    expect(dateField.getAttribute("aria-invalid")).toBe("true");
    await press("Update & Publish");
    expect(screen.getByText(/^That time doesn't exist/)).toBeTruthy();
    expect(callsOf(UPDATE_ROUTE)).toEqual([]);
    await retype(dateField, "2027-03-14T03:00");
    expect(screen.queryByText(/^That time doesn't exist/)).toBeNull();
    await press("Update & Publish");
    await waitFor(() => expect(callsOf(UPDATE_ROUTE)).toHaveLength(1));
    expect(callsOf(UPDATE_ROUTE)[0]?.body).toMatchObject({
      publishedAt: "2027-03-14T08:00:00.000Z",
    });
  });

  test("clears a published post's date when “Right away” is chosen, and says that the post moves to the top", async () => {
    const { user, press, callsOf } = await openEditor(post.id);
    await user.click(await screen.findByLabelText("Right away"));
    expect(screen.getByText(/move to the top of the news/)).toBeTruthy();
    await press("Update & Publish");
    await waitFor(() => expect(callsOf(UPDATE_ROUTE)).toHaveLength(1));
    expect(callsOf(UPDATE_ROUTE)[0]?.body).toEqual({
      publishedAt: null,
      isPublished: true,
      version: 3,
    });
  });

  test("ABLOG-12: shows a scheduled post with its date in the list", async () => {
    const publishedAt = new Date(Date.now() + DAY_MS).toISOString();
    openList({ ...post, publishedAt, tags: ["Packing"] });
    const card = within(await screen.findByRole("article", { name: "Harvest" }));
    expect(card.getByText("Scheduled")).toBeTruthy();
    expect(card.queryByText("Published")).toBeNull();
    expect(card.getByText("Packing")).toBeTruthy();
    expect(card.getByText(shortMoment(publishedAt))).toBeTruthy();
  });

  test("doesn't show a just-published post as scheduled when the browser's clock is slow", async () => {
    const publishedAt = new Date(Date.now() + 10_000).toISOString();
    openList({ ...post, publishedAt, updatedAt: publishedAt });
    const card = within(await screen.findByRole("article", { name: "Harvest" }));
    expect(card.getByText("Published")).toBeTruthy();
    expect(card.queryByText("Scheduled")).toBeNull();
  });
});

test("the tags field adds tags on Enter, comma, and blur, ignores duplicates, and removes tags", async () => {
  const { user, press, findField, callsOf } = await openEditor(post.id);
  const tagsField = await findField("Tags (optional)");
  await user.type(tagsField, "  Winter   mail {Enter}packing,PACKING,");
  await user.type(tagsField, "Letters");
  await user.tab();
  const list = within(screen.getByRole("list", { name: "Tags on this post" }));
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Winter mail",
    "packing",
    "Letters",
  ]);
  await press("Remove tag packing");
  await press("Update & Publish");
  await waitFor(() => expect(callsOf(UPDATE_ROUTE)).toHaveLength(1));
  expect(callsOf(UPDATE_ROUTE)[0]?.body).toMatchObject({ tags: ["Winter mail", "Letters"] });
});

describe("the search and sharing panel", () => {
  test("previews the search result and the shared link while typing", async () => {
    const { press, type } = await openEditor(post.id);
    await press("Search and sharing");
    const searchResult = within(screen.getByRole("figure", { name: "In search results" }));
    const sharedLink = within(screen.getByRole("figure", { name: "When shared" }));
    expect(searchResult.getByText("Harvest · Lamplight Care Packages")).toBeTruthy();
    expect(sharedLink.getByText("A good month.")).toBeTruthy();
    await type("Title in search results (optional)", "Boxes for the winter");
    await type("Description in search results (optional)", "What goes into them.");
    await type("URL (optional)", "winter-boxes");
    expect(searchResult.getByText("Boxes for the winter · Lamplight Care Packages")).toBeTruthy();
    expect(searchResult.getByText(/news › winter-boxes-00000000/)).toBeTruthy();
    expect(sharedLink.getByText("What goes into them.")).toBeTruthy();
  });

  test("reports an invalid URL next to its field, even if the panel was closed", async () => {
    const { press, type, callsOf } = await openEditor(post.id);
    await press("Search and sharing");
    await type("URL (optional)", "Two words");
    await press("Search and sharing");
    await press("Update & Publish");
    expect(await screen.findByText(/Use lowercase letters and numbers/)).toBeTruthy();
    expect(callsOf(UPDATE_ROUTE)).toEqual([]);
  });
});

describe("the blog editor after another administrator saved the post", () => {
  const openConflict = async () => {
    const page = await openEditor(post.id);
    const { type, press, server } = page;
    await type("Title", "Harvest home");
    server.storedPost = {
      ...post,
      title: "Harvest feast",
      tags: ["Hats"],
      version: 4,
      savedBy: "dana",
    };
    server.saveFailure = staleEditResponse(["title", "tags"], server.storedPost);
    await press("Update & Publish");
    const panel = within(await screen.findByRole("alert", { name: "Saved by someone else" }));
    expect(await panel.findByText(/^dana saved this blog post on/)).toBeTruthy();
    server.saveFailure = null;
    return { ...page, panel };
  };

  test("shows both administrators' changes and keeps what was typed", async () => {
    const { panel, findField } = await openConflict();
    expect(panel.getByText("Harvest feast").tagName).toBe("DEL");
    expect(panel.getByText("Harvest home").tagName).toBe("INS");
    expect((await findField("Title")).value).toBe("Harvest home");
  });

  test("keeps the edited fields on “Keep mine”, takes the other fields from the latest version, and saves on top of it", async () => {
    const { press, callsOf, findField } = await openConflict();
    await press("Keep mine");
    expect(await screen.findByText(/We kept your changes/)).toBeTruthy();
    expect((await findField("Title")).value).toBe("Harvest home");
    expect(screen.getByRole("button", { name: "Remove tag Hats" })).toBeTruthy();
    await press("Update & Publish");
    await waitFor(() => expect(callsOf(UPDATE_ROUTE)).toHaveLength(2));
    expect(callsOf(UPDATE_ROUTE)[1]?.body).toEqual({
      title: "Harvest home",
      isPublished: true,
      version: 4,
    });
  });

  test("can undo “Use theirs”", async () => {
    const { press, callsOf, findField } = await openConflict();
    await press("Use theirs");
    await waitFor(async () => expect((await findField("Title")).value).toBe("Harvest feast"));
    await press("Restore what I typed");
    expect((await findField("Title")).value).toBe("Harvest home");
    await press("Update & Publish");
    await waitFor(() => expect(callsOf(UPDATE_ROUTE)).toHaveLength(2));
    expect(callsOf(UPDATE_ROUTE)[1]?.body).toMatchObject({ title: "Harvest home", version: 4 });
  });

  test("restores a draft after a reload, along with the version that it was based on", async () => {
    const { type, unmount } = await openEditor(post.id, post, {
      ...fakeDrafts().handlers,
      // The page is reloaded before the server has responded, so only this tab has the draft.
      "PUT /api/blog-post-drafts/:id": () => new Promise(() => undefined),
    });
    await type("Title", "Harvest home");
    unmount();
    const { press, callsOf, findField } = await openEditor(post.id, {
      ...post,
      title: "Feast",
      version: 4,
    });
    expect((await findField("Title")).value).toBe("Harvest home");
    await press("Update & Publish");
    await waitFor(() => expect(callsOf(UPDATE_ROUTE)).toHaveLength(1));
    expect(callsOf(UPDATE_ROUTE)[0]?.body).toMatchObject({ title: "Harvest home", version: 3 });
  });
});

test("ABLOG-20: after a save, the list opens only once the browser has finished going back from a closed dialog", async () => {
  let respond = (): void => undefined;
  const responseGate = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const { server, type, press, callsOf, currentPath } = await openEditor(post.id);
  server.responseGate = responseGate;
  await type("Title", "Harvest home");
  await press("Update & Publish");
  await waitFor(() => expect(callsOf(UPDATE_ROUTE)).toHaveLength(1));
  const backSpy = vi.spyOn(history, "back").mockImplementation(() => undefined);
  // Go back only just before the response arrives, because the page waits at most a second for the browser to go back.
  goBackProgrammatically(() => false);
  respond();
  await screen.findByText("Blog post updated successfully!");
  // If the page didn't wait for the browser to go back, it would navigate during this time.
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(currentPath()).toBe(`/dashboard/blogs/${post.id}`);
  backSpy.mockRestore();
  dispatchEvent(new PopStateEvent("popstate"));
  await waitFor(() => expect(currentPath()).toBe("/dashboard/blogs"));
});

test("an earlier version can be viewed and restored into the form, and the restore can be undone or saved as a new version", async () => {
  const { press, findField, callsOf } = await openEditor(post.id);
  await press("Earlier versions");
  const dialog = within(await screen.findByRole("dialog", { name: "Earlier versions" }));
  expect(await dialog.findByText(/dana · Draft/)).toBeTruthy();
  await press("View version 2");
  expect((await dialog.findByText("better")).tagName).toBe("INS");
  await press("Restore this version");
  expect((await findField("Title")).value).toBe("Harvest time");
  await press("Go back to my version");
  expect((await findField("Title")).value).toBe("Harvest");
  await press("Earlier versions");
  await press("View version 2");
  await press("Restore this version");
  await press("Update & Publish");
  await waitFor(() => expect(callsOf(UPDATE_ROUTE)).toHaveLength(1));
  expect(callsOf(UPDATE_ROUTE)[0]?.body).toEqual({
    title: "Harvest time",
    content: "A better month.",
    tags: ["Socks"],
    isPublished: true,
    version: 3,
  });
});
