import { act, screen, waitFor } from "@testing-library/react";
import type { Editor } from "@tiptap/core";
import { beforeEach, expect, test } from "vitest";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { fakeDrafts } from "#testing/fake-drafts.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
// Preload the lazy page, so loading it doesn't use up a test's timeout.
import "../../admin-page.tsx";
import "./blog-post-page.tsx";
import "#testing/rich-text.tsx";

beforeEach(() => logInAsAdmin());

const openEditor = (draftServer = fakeDrafts(), path = "/dashboard/blogs/new") => {
  fakeApi({
    ...draftServer.handlers,
    "GET /api/home": { status: 503 },
    "GET /api/blog-posts": pagesOf([]),
    "GET /api/blog-posts/tags": { body: [] },
    "POST /api/blog-posts": { status: 503 },
  });
  return renderApp(path);
};
const findContentField = () => screen.findByRole("textbox", { name: "Content" });

test("threat 50: text typed in the editor survives a failed save and a reload", async () => {
  const draftServer = fakeDrafts();
  const { user, unmount, currentPath } = openEditor(draftServer);
  const { editor } = (await findContentField()) as HTMLElement & { editor?: Editor };
  await user.type(screen.getByLabelText(/^Title/), "A new van");
  act(() => void editor?.chain().toggleBold().insertContent("Blue").run());
  await user.click(screen.getByRole("button", { name: "Publish Blog Post" }));
  expect(await screen.findByText("Failed to save blog post")).toBeTruthy();
  expectLogged("Add blog post failed");
  expect((await findContentField()).querySelector("strong")?.textContent).toBe("Blue");
  const path = currentPath();
  unmount();
  openEditor(draftServer, path);
  await waitFor(async () =>
    expect((await findContentField()).querySelector("strong")?.textContent).toBe("Blue"),
  );
});

test("threat 67: the field says which paragraph takes too long to show", async () => {
  const { user } = openEditor();
  const { editor } = (await findContentField()) as HTMLElement & { editor?: Editor };
  await user.type(screen.getByLabelText(/^Title/), "A new van");
  act(() => void editor?.commands.insertContent("word ".repeat(1001)));
  await user.click(screen.getByRole("button", { name: "Publish Blog Post" }));
  expect(
    await screen.findByText(
      /^The paragraph that starts with “word .*…” has more than 5,000 characters\./,
    ),
  ).toBeTruthy();
  expect((await findContentField()).getAttribute("aria-invalid")).toBe("true");
});
