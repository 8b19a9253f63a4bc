import { screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { describe, expect, test } from "vitest";
import { highlight, publishedBlogPost, testimonial } from "#testing/builders.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { AllBlogPostsDialog } from "./all-blog-posts-dialog.tsx";
import { AllTestimonialsDialog, type ListDialogProps } from "./all-testimonials-dialog.tsx";
import { OlderHighlightsDialog } from "./older-highlights-dialog.tsx";

const openDialog = (Dialog: ComponentType<ListDialogProps>) =>
  renderInApp(<Dialog open onClose={() => undefined} />);

const makeRows = <Row,>(count: number, makeRow: (number: number) => Row) =>
  Array.from({ length: count }, (_, index) => makeRow(index + 1));

describe("all news", () => {
  const posts = makeRows(8, (number) => publishedBlogPost({ title: `Post ${number}` }));

  test("BLOG-07, BLOG-08, BLOG-11: shows six posts per page with Previous and Next", async () => {
    const { callsOf } = fakeApi({ "GET /api/blog-posts/published": pagesOf(posts) });
    const { user } = openDialog(AllBlogPostsDialog);
    await screen.findByText("Post 6");
    expect(screen.getAllByRole("article")).toHaveLength(6);
    const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
    expect(button("Previous").disabled).toBe(true);
    await user.click(button("Next"));
    await screen.findByText("Post 8");
    expect(screen.getByText("Page 2 of 2")).toBeTruthy();
    expect(button("Next").disabled).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole("list", { name: "The news" }));
    await user.click(button("Previous"));
    await screen.findByText("Post 1");
    expect(callsOf("GET /api/blog-posts/published")).toHaveLength(2);
  });

  test("BLOG-03: cuts excerpts at 120 characters", async () => {
    const longPost = publishedBlogPost({ content: "a".repeat(150) });
    fakeApi({ "GET /api/blog-posts/published": pagesOf([longPost]) });
    openDialog(AllBlogPostsDialog);
    expect(await screen.findByText(`${"a".repeat(120)}…`)).toBeTruthy();
  });

  test("BLOG-05: opens a post above the list", async () => {
    fakeApi({ "GET /api/blog-posts/published": pagesOf(posts) });
    const { user } = openDialog(AllBlogPostsDialog);
    await user.click(await screen.findByRole("button", { name: "Post 2" }));
    const postDialog = await screen.findByRole("dialog", { name: "Post 2" });
    await user.click(within(postDialog).getByRole("button", { name: "Close" }));
    expect(screen.getByRole("dialog", { name: "All news" })).toBeTruthy();
  });
});

describe("all stories", () => {
  test("TEST-03, TEST-11: shows ten full stories per page, fetched when the dialog opens", async () => {
    const stories = makeRows(12, (number) =>
      testimonial({ name: `Teller ${number}`, content: `${"b".repeat(200)}${number}` }),
    );
    const { callsOf } = fakeApi({ "GET /api/testimonials": pagesOf(stories) });
    const view = renderInApp(<AllTestimonialsDialog open={false} onClose={() => undefined} />);
    expect(callsOf("GET /api/testimonials")).toHaveLength(0);
    view.unmount();

    const { user } = openDialog(AllTestimonialsDialog);
    expect(await screen.findByText("Teller 10")).toBeTruthy();
    expect(screen.queryByText("Teller 11")).toBeNull();
    expect(screen.getByText(`“${"b".repeat(200)}1”`)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("Teller 12")).toBeTruthy();
  });

  test("shows the empty state", async () => {
    fakeApi({ "GET /api/testimonials": pagesOf([]) });
    openDialog(AllTestimonialsDialog);
    expect(await screen.findByText("No stories yet")).toBeTruthy();
  });

  test("shows an error with a retry button", async () => {
    let isServerUp = false;
    fakeApi({
      "GET /api/testimonials": (call) =>
        isServerUp ? pagesOf([testimonial({ name: "Renee" })])(call) : { status: 503 },
    });
    const { user } = openDialog(AllTestimonialsDialog);
    expect(await screen.findByText("We couldn't load the stories")).toBeTruthy();
    isServerUp = true;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Renee")).toBeTruthy();
  });
});

describe("older highlights", () => {
  test("HIGH-02, HIGH-21: shows all but the three on the home page", async () => {
    const highlights = makeRows(28, (number) => highlight({ title: `Highlight ${number}` }));
    fakeApi({ "GET /api/volunteer-highlights/all": pagesOf(highlights) });
    const { user } = openDialog(OlderHighlightsDialog);
    const readTitles = () =>
      screen.getAllByRole("heading", { level: 3 }).map((title) => title.textContent);
    const getTitles = (from: number, to: number) =>
      highlights.slice(from - 1, to).map(({ title }) => title);
    for (const [from, to] of [
      [4, 13],
      [14, 23],
      [24, 28],
    ] as const) {
      await waitFor(() => expect(readTitles()).toEqual(getTitles(from, to)));
      await user.click(screen.getByRole("button", { name: "Next" }));
    }
  });
});
