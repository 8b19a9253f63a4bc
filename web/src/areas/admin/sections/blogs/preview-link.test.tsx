import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { BlogPostDraft } from "#data/blog-post-drafts/mutations.ts";
import { rememberTextView } from "#kit/forms/text-view.ts";
import { anId } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { blogPostDraft, fakeDrafts } from "#testing/fake-drafts.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { paths } from "#lib/paths.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { adminBlogPost } from "#testing/review-builders.ts";
// Preload the lazy page, so loading it doesn't use up a test's timeout.
import "../../admin-page.tsx";
import "./blogs.tsx";
import "./blog-post-page.tsx";
import "./preview-link-dialog.tsx";
import "#testing/rich-text.tsx";

const READ_ROUTE = "GET /api/blog-post-drafts/:id/preview-link";
const CREATE_ROUTE = "POST /api/blog-post-drafts/:id/preview-link";
const DELETE_ROUTE = "DELETE /api/blog-post-drafts/:id/preview-link";
const DRAFT_ID = anId();
const link = {
  url: "http://site.test/news-preview#token=secret",
  createdAt: "2026-11-20T15:00:00Z",
};

interface EditorSetup {
  readonly post?: ReturnType<typeof adminBlogPost>;
  readonly draft?: BlogPostDraft;
  readonly errorResponse?: FakeResponse;
}

/** Opens the editor of a post or draft, with a server that stores its preview link. */
const openEditor = ({ post, draft, errorResponse }: EditorSetup = {}) => {
  let currentLink: typeof link | null = null;
  const draftServer = fakeDrafts(...(draft ? [draft] : []));
  const api = fakeApi({
    ...draftServer.handlers,
    "GET /api/home": { status: 503 },
    "GET /api/blog-posts/tags": { body: [] },
    "GET /api/blog-posts/:id": { body: post },
    [READ_ROUTE]: () => ({ body: currentLink }),
    [CREATE_ROUTE]: () => {
      if (errorResponse) return errorResponse;
      currentLink = link;
      return { body: link };
    },
    [DELETE_ROUTE]: () => {
      currentLink = null;
      return { body: { message: "Preview link turned off" } };
    },
  });
  const view = renderApp(
    post ? `/dashboard/blogs/${post.id}` : `/dashboard/blogs/new?draft=${DRAFT_ID}`,
  );
  return { ...api, ...view, drafts: draftServer.drafts };
};
const findPreviewButton = () => screen.findByRole("button", { name: "Preview link" });

beforeEach(() => {
  logInAsAdmin();
  rememberTextView("source");
});

describe("a draft's preview link", () => {
  test("is created for the latest text, can be copied, and is turned off after a confirmation", async () => {
    const { press, type, user, callsOf, drafts } = openEditor();
    await type("Title", "A new van");
    await press("Preview link");
    const dialog = within(await screen.findByRole("dialog", { name: "Preview link" }));
    expect(drafts.get(DRAFT_ID)?.title).toBe("A new van");
    await user.click(await dialog.findByRole("button", { name: "Create link" }));
    expect(await dialog.findByText(link.url)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Copy link" }));
    expect(await navigator.clipboard.readText()).toBe(link.url);
    expect(dialog.getByRole("link", { name: "Open preview" }).getAttribute("href")).toBe(link.url);

    await user.click(dialog.getByRole("button", { name: "Close" }));
    await press("Preview link");
    await user.click(await screen.findByRole("button", { name: "Turn off link" }));
    const confirmation = within(
      screen.getByRole("dialog", { name: "Turn off this preview link?" }),
    );
    expect(callsOf(DELETE_ROUTE)).toEqual([]);
    await user.click(confirmation.getByRole("button", { name: "Turn off link" }));
    expect(await screen.findByRole("button", { name: "Create link" })).toBeTruthy();
    expect(screen.queryByText(link.url)).toBeNull();
  });

  test("isn't offered until something is written, and its button says why", async () => {
    const { user, callsOf } = openEditor();
    const button = await findPreviewButton();
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await user.click(button);
    expect(
      await screen.findByText("Write something first. Then you can share a preview of it.", {
        ignore: "[hidden]",
      }),
    ).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(callsOf(READ_ROUTE)).toEqual([]);
  });

  test("is offered for an unpublished post", async () => {
    openEditor({ post: adminBlogPost({ isPublished: false }) });
    expect((await findPreviewButton()).getAttribute("aria-disabled")).toBeNull();
  });

  test("is replaced by a link to the post if the draft matches what visitors see, and returns once the draft changes", async () => {
    const post = adminBlogPost({ isPublished: true });
    const { type } = openEditor({ post });
    const link = await screen.findByRole("link", { name: "View post" });
    expect(link.getAttribute("href")).toBe(paths.blogPost(post));
    expect(screen.queryByRole("button", { name: "Preview link" })).toBeNull();
    await type("Title", "A newer van");
    expect((await findPreviewButton()).getAttribute("aria-disabled")).toBeNull();
    expect(screen.queryByRole("link", { name: "View post" })).toBeNull();
  });

  test("is offered for a published post with a draft", async () => {
    const post = adminBlogPost({ isPublished: true });
    openEditor({ post, draft: blogPostDraft({ id: post.id, postVersion: 1 }) });
    expect((await findPreviewButton()).getAttribute("aria-disabled")).toBeNull();
  });

  test("says why it couldn't be created", async () => {
    const { press, user } = openEditor({
      draft: blogPostDraft({ id: DRAFT_ID }),
      errorResponse: {
        status: 404,
        body: { code: "not_found", message: "We couldn't find that draft." },
      },
    });
    await press("Preview link");
    await user.click(await screen.findByRole("button", { name: "Create link" }));
    expect(
      await screen.findByText(
        "There's no draft anymore. Someone may have published or discarded it.",
      ),
    ).toBeTruthy();
    expectLogged("We couldn't create the link");
  });
});
