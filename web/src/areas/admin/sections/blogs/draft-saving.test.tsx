import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { rememberTextView } from "#kit/forms/text-view.ts";
import { anId, homeData } from "#testing/builders.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { blogPostDraft, fakeDrafts } from "#testing/fake-drafts.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderApp } from "#testing/render-app.tsx";
import { staleEditResponse } from "#testing/stale-edit.ts";
// Preload the lazy page, so loading it doesn't use up a test's timeout.
import "../../admin-page.tsx";
import "./blogs.tsx";
import "./blog-post-page.tsx";
import "#testing/rich-text.tsx";

const DRAFT_ID = anId();
const SAVED_PATTERN = /^Draft saved at/;
const SAVE_LIMIT = { timeout: 4000 };
const EDITOR_PATH = `/dashboard/blogs/new?draft=${DRAFT_ID}`;

const openEditor = async (
  draftServer = fakeDrafts(),
  overrides: Parameters<typeof fakeApi>[0] = {},
) => {
  const home = homeData();
  fakeApi({
    ...draftServer.handlers,
    "GET /api/home": { body: { ...home, settings: { ...home.settings, timeZone: "Asia/Tokyo" } } },
    "GET /api/blog-posts": pagesOf([]),
    "GET /api/blog-posts/tags": { body: [] },
    ...overrides,
  });
  // The page before this one, to which Back leads.
  history.replaceState(null, "", "/dashboard/blogs");
  history.pushState(null, "", "/");
  const view = renderApp(EDITOR_PATH);
  const title = await screen.findByLabelText<HTMLTextAreaElement>("Title");
  return {
    ...view,
    drafts: draftServer.drafts,
    title,
    /** Enters a text at once, as a paste does. */
    enter: (text: string) => fireEvent.change(title, { target: { value: text } }),
  };
};
const warnsOnClose = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** Goes back once the page has its entry in the history that makes it ask. */
const goBack = async () => {
  await waitFor(() => expect(history.state).toHaveProperty("dialogEntry"));
  history.back();
};

/** Follows the link within the page. Browsers report such a step as they report Back, but with a new entry. */
const skipToContent = async () => {
  const isReported = new Promise((resolve) =>
    addEventListener("popstate", resolve, { once: true }),
  );
  await userEvent.click(screen.getByRole("link", { name: "Skip to content" }));
  await isReported;
  expect(location.hash).toBe("#content");
};

beforeEach(() => {
  // jsdom has no layout, so no query matches by itself.
  const noMedia = window.matchMedia.bind(window);
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(noMedia(query), { matches: query === "all" }),
  );
  logInAsAdmin();
  rememberTextView("source");
});

describe("the status of a draft", () => {
  test("says what isn't saved and why, and leaving asks first", async () => {
    const { enter, user, press, type, drafts, title, currentPath, unmount } = await openEditor(
      fakeDrafts(blogPostDraft({ title: "Another one" })),
    );
    await type("Content", "So\u000bfar");
    expect(await screen.findByText(SAVED_PATTERN, undefined, SAVE_LIMIT)).toBeTruthy();
    expect(drafts.get(DRAFT_ID)?.content).toBe("So\nfar");
    expect(warnsOnClose()).toBe(false);

    enter("A new\nvan");
    const note = "“Title” isn't saved. Keep this on one line.";
    expect(await screen.findByText(note)).toBeTruthy();
    expect(screen.queryByText(SAVED_PATTERN)).toBeNull();
    expect(warnsOnClose()).toBe(true);
    await press("Preview link");
    expect(await screen.findByText("The draft isn't saved yet")).toBeTruthy();

    const leave = () => user.click(screen.getByRole("link", { name: "All Blog Posts" }));
    await leave();
    const question = within(await screen.findByRole("dialog", { name: "Leave this post?" }));
    expect(
      question.getByText(`${note} This tab keeps it until you close it.`, { exact: false }),
    ).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Keep editing" }));
    expect([title.value, currentPath()]).toEqual(["A new\nvan", EDITOR_PATH]);
    await goBack();
    await press("Keep editing");
    expect([title.value, currentPath()]).toEqual(["A new\nvan", EDITOR_PATH]);
    await skipToContent();
    expect(screen.queryByRole("dialog")).toBeNull();
    await leave();
    await press("Leave");
    expect(await screen.findByText("; your last changes are only in this tab")).toBeTruthy();

    unmount();
    const reopened = await openEditor(fakeDrafts(...drafts.values()));
    expect(reopened.title.value).toBe("A new\nvan");
    expect(await screen.findByText(note)).toBeTruthy();
    reopened.enter("A new van");
    expect(screen.queryByText(note)).toBeNull();
    expect(await screen.findByText(SAVED_PATTERN, undefined, SAVE_LIMIT)).toBeTruthy();
    expect(warnsOnClose()).toBe(false);
  });

  test.each([
    [
      "the server can't be reached",
      { status: 503 },
      "The draft isn't saved yet. We'll keep trying.",
      "Saving the draft failed",
    ],
    [
      "someone else has saved the draft",
      staleEditResponse(["title"], blogPostDraft()),
      "The draft isn't saved yet.",
      null,
    ],
  ])(
    "says that nothing is saved while %s, and leaving asks first",
    async (_, response, note, log) => {
      const { enter, press } = await openEditor(fakeDrafts(), {
        "PUT /api/blog-post-drafts/:id": response,
      });
      enter("A new van");
      expect(screen.getByText("Saving draft…")).toBeTruthy();
      expect(await screen.findByText(note, undefined, SAVE_LIMIT)).toBeTruthy();
      if (log) expectLogged(log);
      expect(warnsOnClose()).toBe(true);
      await goBack();
      expect(await screen.findByRole("dialog", { name: "Leave this post?" })).toBeTruthy();
      await press("Leave");
      expect(await screen.findByText("only in this tab so far")).toBeTruthy();
    },
  );

  test("and the notice in the list show the same time, in the organization's time zone", async () => {
    const { enter, user } = await openEditor();
    enter("A new van");
    const status = await screen.findByText(SAVED_PATTERN, undefined, SAVE_LIMIT);
    expect(status.textContent).toBe("Draft saved at 12:00 AM");
    await user.click(screen.getByRole("link", { name: "All Blog Posts" }));
    expect(await screen.findByText("Nov 21, 2026, 12:00 AM")).toBeTruthy();
  });
});
