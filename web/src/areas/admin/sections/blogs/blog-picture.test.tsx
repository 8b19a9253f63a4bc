import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { rememberTextView } from "#kit/forms/text-view.ts";
import { fakeCanvas } from "#testing/fake-canvas.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { fakeDrafts } from "#testing/fake-drafts.ts";
import { fakeUploads } from "#testing/fake-upload.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { adminBlogPost } from "#testing/review-builders.ts";

const UPLOADED_PATH = "/images/site/0f0a1c9e-8f3f-4d44-9d6e-1f2f3a4b5c6d/800x600";
const CREATE_ROUTE = "POST /api/blog-posts";
const UPDATE_ROUTE = "PUT /api/blog-posts/:id";

beforeEach(() => {
  logInAsAdmin();
  rememberTextView("source");
  Object.assign(URL, { createObjectURL: () => "blob:preview", revokeObjectURL: () => undefined });
});

const openPage = (
  posts: readonly ReturnType<typeof adminBlogPost>[] = [],
  postId = "new",
  aiState = "configured",
) => {
  const uploads = fakeUploads();
  const api = fakeApi({
    ...fakeDrafts().handlers,
    "GET /api/system-status/ai": { body: { state: aiState } },
    "GET /api/home": { status: 503 },
    "GET /api/blog-posts": pagesOf(posts),
    "GET /api/blog-posts/tags": { body: [] },
    "GET /api/blog-posts/:id": { body: posts[0] },
    "POST /api/objects/upload": { body: { uploadURL: "https://storage.test/1" } },
    "POST /api/normalize-object-path": { body: { objectPath: UPLOADED_PATH } },
    [CREATE_ROUTE]: ({ body }) => ({ body: adminBlogPost(body as object) }),
    [UPDATE_ROUTE]: ({ body }) => ({ body: adminBlogPost(body as object) }),
  });
  return { ...api, ...renderApp(`/dashboard/blogs/${postId}`), uploads };
};
const createGif = (size: number) =>
  new File([new Uint8Array(size)], "boxes.gif", { type: "image/gif" });

test("ABLOG-06, ABLOG-08, ABLOG-32: an uploaded image gets a preview, an alt text field, and a confirmation, and is saved with the post", async () => {
  // The JPEG for link previews has 6 bytes.
  fakeCanvas(100, 50);
  const { user, uploads, callsOf } = openPage();
  await user.upload(await screen.findByLabelText(/^Upload Image/), createGif(10));
  expect(screen.getByAltText("Your upload").getAttribute("src")).toBe("blob:preview");
  for (const [index, percent] of [62, 100].entries()) {
    await waitFor(() => expect(uploads).toHaveLength(index + 1));
    act(() => uploads[index]?.reportProgress(100));
    expect(screen.getByText(`Uploading… ${percent}%`)).toBeTruthy();
    act(() => uploads[index]?.respond(200));
  }
  expect(await screen.findByText("Image Uploaded")).toBeTruthy();
  expect(screen.getByText("Your image has been uploaded successfully!")).toBeTruthy();
  await user.type(screen.getByLabelText(/^Alt text/), "Two boxes");
  await user.type(screen.getByLabelText(/^Title/), "A new van");
  await user.type(screen.getByLabelText(/^Content/), "It is blue.");
  await user.click(screen.getByRole("button", { name: "Publish Blog Post" }));
  await waitFor(() => expect(callsOf(CREATE_ROUTE)).toHaveLength(1));
  expect(callsOf(CREATE_ROUTE)[0]?.body).toMatchObject({
    imageUrl: UPLOADED_PATH,
    imageAlt: "Two boxes",
  });
});

test("ABLOG-22: the upload field accepts one file of at most 5242880 bytes", async () => {
  vi.stubGlobal("alert", vi.fn());
  const { user, uploads } = openPage();
  const fileInput = await screen.findByLabelText<HTMLInputElement>(/^Upload Image/);
  expect(fileInput.multiple).toBe(false);
  await user.upload(fileInput, createGif(5_242_881));
  expect(alert).toHaveBeenCalledWith("File size exceeds 5MB limit");
  expect(screen.queryByAltText("Your upload")).toBeNull();
  expect(uploads).toEqual([]);
  await user.upload(fileInput, createGif(5_242_880));
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(alert).toHaveBeenCalledTimes(1);
  act(() => uploads[0]?.respond(200));
  await screen.findByText("Image Uploaded");
});

test("ABLOG-08: the editor shows a post's picture, which can be removed", async () => {
  const post = adminBlogPost({ title: "Harvest", imageUrl: UPLOADED_PATH, imageAlt: "Two boxes" });
  const { user, callsOf, container } = openPage([post], post.id);
  const removeButton = await screen.findByRole("button", { name: "Remove picture" });
  expect(container.querySelector(`form img[src="${UPLOADED_PATH}"]`)).toBeTruthy();
  await user.click(removeButton);
  await user.click(screen.getByRole("button", { name: "Update & Publish" }));
  await waitFor(() => expect(callsOf(UPDATE_ROUTE)).toHaveLength(1));
  expect(callsOf(UPDATE_ROUTE)[0]?.body).toMatchObject({ imageUrl: null, isPublished: true });
});

test("the editor shows the word count and the reading time that readers will see", async () => {
  const { user } = openPage();
  await user.type(await screen.findByLabelText(/^Content/), "## Two **words**");
  expect(await screen.findByText("2 words · 1 min read")).toBeTruthy();
});

test("ABLOG-03, ABLOG-05, ABLOG-07: says once that no AI is set up, and all buttons of the AI refer to it", async () => {
  openPage([], "new", "unused");
  const reason = await screen.findByText("AI writing is not set up.");
  const buttons = screen.getAllByRole("button", { name: /^Generate / });
  expect(buttons).toHaveLength(3);
  for (const button of buttons) {
    expect(button.getAttribute("aria-describedby")).toBe(reason.id);
    expect(button.getAttribute("aria-disabled")).toBe("true");
  }
});
