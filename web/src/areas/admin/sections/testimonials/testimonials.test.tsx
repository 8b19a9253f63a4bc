import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { anId } from "#testing/builders.ts";
import { fakeApi, pagesOf, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { adminTestimonial } from "#testing/review-builders.ts";

const IMAGE_PATH = `/images/stories/${anId()}`;
type Story = ReturnType<typeof adminTestimonial>;
const STATUS_ROUTE = "PUT /api/testimonials/:id/status";
const REMOVE_ROUTE = "DELETE /api/testimonials/:id";
const LIST_ROUTE = "GET /api/admin/testimonials";

interface Overrides {
  list?: FakeResponse;
  status?: FakeResponse;
  remove?: FakeResponse;
}

/** Fakes a server that stores every write, unless `overrides` has a response for it. */
const openPage = (stories: readonly Story[], search = "", overrides: Overrides = {}) => {
  let rows = [...stories];
  const readId = ({ url }: FakeCall) => /testimonials\/([\w-]+)/.exec(url)?.[1];
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    [LIST_ROUTE]: (call: FakeCall) => {
      const activeFilter = new URL(call.url, "http://site.test").searchParams.get("isActive");
      if (overrides.list) return overrides.list;
      return pagesOf(
        rows.filter(({ isActive }) => !activeFilter || String(isActive) === activeFilter),
      )(call);
    },
    "GET /api/uploads/waiting": { body: "picture" },
    [STATUS_ROUTE]: (call: FakeCall) => {
      if (overrides.status) return overrides.status;
      const changes = call.body as Partial<Story>;
      rows = rows.map((row) => (row.id === readId(call) ? { ...row, ...changes } : row));
      return { body: { message: changes.isActive ? "Testimonial published" : "Taken down" } };
    },
    [REMOVE_ROUTE]: (call: FakeCall) => {
      if (overrides.remove) return overrides.remove;
      rows = rows.filter(({ id }) => id !== readId(call));
      return { body: { message: "Testimonial deleted" } };
    },
  });
  const view = renderApp(`/dashboard/testimonials${search}`);
  return {
    ...api,
    ...view,
    overrides,
    addStory: (story: Story) => void (rows = [story, ...rows]),
  };
};

const readFigure = (label: string) =>
  screen.getAllByText(label).find((node) => node.tagName === "P")?.parentElement?.textContent;
const publishedStories = ["Ann", "Ben"].map((name) => adminTestimonial({ name, isActive: true }));
const PENDING_SEARCH = "?isActive=false";

beforeEach(() => {
  logInAsAdmin();
  Object.assign(URL, { createObjectURL: () => "blob:seen", revokeObjectURL: () => undefined });
});

describe("the list of testimonials", () => {
  test("ATEST-01, ATEST-02, ATEST-03, ATEST-05: counts stories on cards and tabs", async () => {
    openPage([...publishedStories, adminTestimonial()]);
    await waitFor(() => expect(readFigure("Total Testimonials")).toBe("Total Testimonials3"));
    expect(readFigure("Pending Review")).toBe("Pending Review1");
    expect(readFigure("Published")).toBe("Published2");
    const tabs = screen.getAllByRole("tab").map(({ textContent }) => textContent);
    expect(tabs).toEqual(["Published2", "Pending Review1"]);
  });

  test("opens on pending stories if there are any, and stays there after the last one is approved", async () => {
    const { press, currentPath } = openPage([
      ...publishedStories,
      adminTestimonial({ name: "Cem", isActive: false }),
    ]);
    await screen.findByText("Cem");
    expect(screen.getByRole("tab", { name: /^Pending Review/, selected: true })).toBeTruthy();
    expect(currentPath()).toBe("/dashboard/testimonials");
    await press(/^Approve/);
    expect(await screen.findByText("No Pending Testimonials")).toBeTruthy();
    expect(screen.queryByText("Ann")).toBeNull();
  });

  test("ATEST-04: reloads itself and its counts on Refresh", async () => {
    const { press, addStory } = openPage(publishedStories);
    await screen.findByText("Ann");
    addStory(adminTestimonial({ name: "Cem", isActive: true }));
    await press("Refresh");
    expect(await screen.findByText("Cem")).toBeTruthy();
    await waitFor(() => expect(readFigure("Total Testimonials")).toBe("Total Testimonials3"));
  });

  test("ATEST-06, ATEST-13: is as tall as its stories, up to the height of the screen or 600 pixels, whichever is larger, and starts with the newest story", async () => {
    const { callsOf } = openPage(publishedStories);
    await screen.findByText("Ann");
    expect(screen.getByRole("region", { name: "testimonials" }).className).toContain(
      "max-h-[max(600px,100dvh-9rem)]",
    );
    expect(callsOf(LIST_ROUTE).map(({ url }) => url)).toContain(
      "/api/admin/testimonials?isActive=true&sort=-createdAt&limit=10&offset=0",
    );
  });

  test("ATEST-07: shows a story's name, title, quoted content, picture with alt text, and date", async () => {
    openPage([
      adminTestimonial({
        name: "Dana R.",
        title: "Army spouse",
        content: "He needed it.",
        imageUrl: IMAGE_PATH,
        imageAlt: "A box on a cot",
        createdAt: "2026-11-02T15:04:00Z",
        isActive: true,
      }),
    ]);
    const card = within(await screen.findByRole("article", { name: "Dana R." }));
    expect(card.getByText(/^Army spouse/)).toBeTruthy();
    expect(card.getByText("“He needed it.”")).toBeTruthy();
    expect(card.getByRole("img", { name: "A box on a cot" }).getAttribute("src")).toBe(IMAGE_PATH);
    expect(card.getByText("Nov 2, 2026")).toBeTruthy();
  });

  test("ATEST-07: shows a pending story's time and unpublished picture", async () => {
    const { callsOf } = openPage(
      [
        adminTestimonial({
          imageUrl: IMAGE_PATH,
          imageAlt: "A box on a cot",
          createdAt: "2026-11-02T15:04:00Z",
        }),
      ],
      PENDING_SEARCH,
    );
    expect(await screen.findByText(/^Nov 2, 2026, 9:04.AM$/)).toBeTruthy();
    const picture = await screen.findByRole("img", { name: "A box on a cot" });
    expect(picture.getAttribute("src")).toBe("blob:seen");
    const [request] = callsOf("GET /api/uploads/waiting");
    expect(request?.url).toBe(`/api/uploads/waiting?path=${encodeURIComponent(IMAGE_PATH)}`);
    expect(request?.headers.get("authorization")).toBe("Bearer admin");
  });

  test.each([
    ["three sizes of a pending picture", false, `${IMAGE_PATH}/1600x900`, PENDING_SEARCH, 3],
    ["a published picture once", true, `${IMAGE_PATH}/1600x900`, "", 1],
    ["one size of a small pending picture", false, IMAGE_PATH, PENDING_SEARCH, 1],
    ["nothing beside a pending story without a picture", false, null, PENDING_SEARCH, 0],
    ["nothing beside a published story without a picture", true, null, "", 0],
  ])("shows %s", async (_, isActive, imageUrl, search, pictureCount) => {
    const { callsOf } = openPage(
      [adminTestimonial({ name: "Dana R.", imageUrl, imageAlt: "A box on a cot", isActive })],
      search,
    );
    const card = within(await screen.findByRole("article", { name: "Dana R." }));
    const names = [
      "A box on a cot",
      "A box on a cot, 480 pixels wide",
      "A box on a cot, 960 pixels wide",
    ];
    const sources = await Promise.all(
      names
        .slice(0, pictureCount)
        .map(async (name) => (await card.findByRole("img", { name })).getAttribute("src")),
    );
    expect(sources).toEqual(sources.map(() => (isActive ? imageUrl : "blob:seen")));
    expect(card.queryAllByRole("img", { name: /^A box on a cot/ })).toHaveLength(pictureCount);
    const widthParams = callsOf("GET /api/uploads/waiting").map(({ url }) =>
      new URL(url, "https://example.org").searchParams.get("width"),
    );
    expect(widthParams).toEqual(isActive ? [] : [null, "480", "960"].slice(0, pictureCount));
    expect(card.queryAllByText("Sizes for smaller screens")).toHaveLength(pictureCount > 1 ? 1 : 0);
  });

  test.each([
    ["ATEST-10", "No Published Testimonials", ""],
    ["ATEST-11", "No Pending Testimonials", PENDING_SEARCH],
  ])("%s: says “%s” on an empty tab", async (_, text, search) => {
    openPage([], search);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test("ATEST-16: shows an error with a retry button when loading fails", async () => {
    const { press, overrides } = openPage(publishedStories, "", { list: { status: 503 } });
    expect(await screen.findByText("Failed to fetch testimonials")).toBeTruthy();
    delete overrides.list;
    await press("Try again");
    expect(await screen.findByText("Ann")).toBeTruthy();
  });
});

describe("reviewing stories", () => {
  test("ATEST-09, ATEST-12, ATEST-14, ATEST-19: confirms an approval and moves the story to the Published tab", async () => {
    const story = adminTestimonial({ name: "Dana" });
    const { press, user, callsOf } = openPage([story], PENDING_SEARCH);
    await press("Approve the story from Dana");
    expect(await screen.findByText("Testimonial published")).toBeTruthy();
    expect(callsOf(STATUS_ROUTE)[0]).toMatchObject({
      url: `/api/testimonials/${story.id}/status`,
      body: { isActive: true, updatedAt: expect.any(String) },
    });
    expect(await screen.findByText("No Pending Testimonials")).toBeTruthy();
    await user.click(await screen.findByRole("tab", { name: /^Published/ }));
    expect(
      await screen.findByRole("button", { name: "Unpublish the story from Dana" }),
    ).toBeTruthy();
  });

  test("ATEST-08, ATEST-12, ATEST-19: shows the server's message after a story is unpublished", async () => {
    const { press, callsOf } = openPage([adminTestimonial({ name: "Ann", isActive: true })]);
    await press("Unpublish the story from Ann");
    expect(await screen.findByText("Taken down")).toBeTruthy();
    expect(callsOf(STATUS_ROUTE)[0]?.body).toEqual({
      isActive: false,
      updatedAt: expect.any(String),
    });
    expect(await screen.findByText("No Published Testimonials")).toBeTruthy();
  });

  test("says when someone else has deleted or reviewed a story and refetches the list", async () => {
    const errorResponses = [
      [
        404,
        { code: "not_found", message: "We couldn't find that story. It may have been deleted." },
        /^Someone deleted this testimonial/,
      ],
      [
        409,
        { code: "stale_edit", message: "dana saved changes first." },
        /^dana saved changes first/,
      ],
    ] as const;
    for (const [status, body, text] of errorResponses) {
      const { press, callsOf, unmount } = openPage(
        [adminTestimonial({ name: "Ann", isActive: true })],
        "",
        {
          status: { status, body },
        },
      );
      await press("Unpublish the story from Ann");
      expect(await screen.findByText(text)).toBeTruthy();
      await waitFor(() => expect(callsOf(LIST_ROUTE).length).toBeGreaterThan(1));
      expectLogged("Unpublish failed");
      unmount();
    }
  });

  test("ATEST-19, ATEST-20: shows a default message when the server sends none", async () => {
    const emptyMessageResponse = { body: { message: "" } };
    const { press, pressInMenu } = openPage([adminTestimonial({ name: "Dana" })], PENDING_SEARCH, {
      status: emptyMessageResponse,
      remove: emptyMessageResponse,
    });
    await press("Approve the story from Dana");
    expect(await screen.findByText("Status updated successfully")).toBeTruthy();
    await pressInMenu("the story from Dana", "Delete the story from Dana");
    await press("Delete testimonial");
    expect(await screen.findByText("Testimonial deleted successfully")).toBeTruthy();
  });

  test("ATEST-17: shows an error and keeps the story in place when an approval fails", async () => {
    const { press } = openPage([adminTestimonial({ name: "Dana" })], PENDING_SEARCH, {
      status: { status: 500 },
    });
    await press("Approve the story from Dana");
    expect(await screen.findByText("Update Failed")).toBeTruthy();
    expect(screen.getByText("Unable to update testimonial status. Please try again.")).toBeTruthy();
    expect(screen.getByRole("article", { name: "Dana" })).toBeTruthy();
    expectLogged("Approve failed");
  });

  test("ATEST-09: approves several stories at once and keeps one that failed in the list", async () => {
    const names = ["Ann", "Ben", "Cem"];
    const stories = names.map((name) => adminTestimonial({ name }));
    const { press, user, callsOf, overrides } = openPage(stories, PENDING_SEARCH);
    for (const name of ["Ann", "Cem"]) {
      await user.click(
        await screen.findByRole("checkbox", { name: `Select the story from ${name}` }),
      );
    }
    await press("Approve selected");
    expect(await screen.findByText("Approve selected: 2 done")).toBeTruthy();
    expect(callsOf(STATUS_ROUTE).map(({ url }) => url)).toEqual(
      [stories[0], stories[2]].map((story) => `/api/testimonials/${story?.id}/status`),
    );
    await waitFor(() => expect(screen.queryByText("Cem")).toBeNull());
    overrides.status = { status: 500 };
    await user.click(screen.getByRole("checkbox", { name: "Select the story from Ben" }));
    await press("Approve selected");
    expect(await screen.findByText("Update Failed")).toBeTruthy();
    expect(screen.getByText("Ben")).toBeTruthy();
    expectLogged("Approve selected failed");
  });
});

describe("deleting a story", () => {
  test.each([true, false])(
    "ATEST-08, ATEST-09, ATEST-15, ATEST-20: asks for confirmation first (published: %s), reports success, and keeps the focus in the list",
    async (isActive) => {
      const { press, pressInMenu, callsOf } = openPage(
        [adminTestimonial({ name: "Dana", isActive })],
        isActive ? "" : PENDING_SEARCH,
      );
      await pressInMenu("the story from Dana", "Delete the story from Dana");
      await press("Cancel");
      expect(callsOf(REMOVE_ROUTE)).toEqual([]);
      await pressInMenu("the story from Dana", "Delete the story from Dana");
      await press("Delete testimonial");
      expect(await screen.findByText("Testimonial deleted")).toBeTruthy();
      expect(callsOf(REMOVE_ROUTE)).toHaveLength(1);
      await waitFor(() => expect(screen.queryByText("Dana")).toBeNull());
      expect(document.activeElement).not.toBe(document.body);
    },
  );

  test("ATEST-18: shows an error and keeps the story when deleting fails", async () => {
    const { press, pressInMenu } = openPage(
      [adminTestimonial({ name: "Dana", isActive: true })],
      "",
      {
        remove: { status: 500 },
      },
    );
    await pressInMenu("the story from Dana", "Delete the story from Dana");
    await press("Delete testimonial");
    expect(await screen.findByText("Delete Failed")).toBeTruthy();
    expect(screen.getByText("Unable to delete testimonial. Please try again.")).toBeTruthy();
    expect(screen.getByText("Dana")).toBeTruthy();
    expectLogged("The testimonial could not be deleted");
  });
});
