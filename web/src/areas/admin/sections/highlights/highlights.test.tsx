import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { anId } from "#testing/builders.ts";
import { fakeApi, pagesOf, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { adminHighlight } from "#testing/review-builders.ts";

type Highlight = ReturnType<typeof adminHighlight>;
const PUBLISH_ROUTE = "PUT /api/volunteer-highlights/:id/publish";
const REMOVE_ROUTE = "DELETE /api/volunteer-highlights/:id";
const LIST_ROUTE = "GET /api/admin/volunteer-highlights/all";

interface Overrides {
  publish?: FakeResponse;
  remove?: FakeResponse;
}

/** Fakes a server that stores every write, unless `overrides` has a response for it. */
const openPage = (highlights: readonly Highlight[], overrides: Overrides = {}) => {
  let rows = [...highlights];
  const readId = ({ url }: FakeCall) => /highlights\/([\w-]+)/.exec(url)?.[1];
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    [LIST_ROUTE]: (call: FakeCall) => {
      const publishedFilter = new URL(call.url, "http://site.test").searchParams.get("isPublished");
      return pagesOf(
        rows.filter(
          ({ isPublished }) => !publishedFilter || String(isPublished) === publishedFilter,
        ),
      )(call);
    },
    "GET /api/uploads/waiting": { status: 404 },
    [PUBLISH_ROUTE]: (call: FakeCall) => {
      const { isPublished } = call.body as Highlight;
      if (overrides.publish) return overrides.publish;
      rows = rows.map((row) => (row.id === readId(call) ? { ...row, isPublished } : row));
      return { body: { message: `Highlight ${isPublished ? "published" : "unpublished"}` } };
    },
    [REMOVE_ROUTE]: (call: FakeCall) => {
      if (overrides.remove) return overrides.remove;
      rows = rows.filter(({ id }) => id !== readId(call));
      return { body: { message: "Highlight deleted" } };
    },
  });
  const view = renderApp("/dashboard/highlights");
  return {
    ...api,
    ...view,
    editHighlight: (id: string, changes: Partial<Highlight>) =>
      void (rows = rows.map((row) => (row.id === id ? { ...row, ...changes } : row))),
  };
};

const readFigure = (label: string) =>
  screen.getAllByText(label).find((node) => node.tagName === "P")?.parentElement?.textContent;

beforeEach(() => logInAsAdmin());

describe("the list of highlights", () => {
  const highlights = [
    adminHighlight({ title: "Socks", isPublished: true }),
    adminHighlight({ title: "Forklift" }),
    adminHighlight({ title: "Letters" }),
  ];

  test("HIGH-26, HIGH-27: counts highlights on cards and tabs and shows only matching ones on each tab", async () => {
    const { user } = openPage(highlights);
    await waitFor(() => expect(readFigure("Total Highlights")).toBe("Total Highlights3"));
    expect(readFigure("Published")).toBe("Published1");
    expect(readFigure("Unpublished")).toBe("Unpublished2");
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual([
      "All3",
      "Published1",
      "Unpublished2",
    ]);
    expect(await screen.findAllByRole("article")).toHaveLength(3);
    await user.click(screen.getByRole("tab", { name: /^Unpublished/ }));
    await waitFor(() => expect(screen.queryByText("Socks")).toBeNull());
    expect(screen.getAllByRole("article")).toHaveLength(2);
  });

  test("HIGH-28: reloads itself and its counts on Refresh", async () => {
    const { press, editHighlight } = openPage(highlights);
    await screen.findByText("Letters");
    editHighlight(highlights[2]!.id, { title: "Two letters", isPublished: true });
    await press("Refresh");
    expect(await screen.findByText("Two letters")).toBeTruthy();
    await waitFor(() => expect(readFigure("Published")).toBe("Published2"));
  });

  test("HIGH-32: shows each highlight's text, author, date, and state, and says when a picture can't be loaded", async () => {
    openPage([
      adminHighlight({
        title: "Socks",
        message: "Two hundred.",
        imageUrl: `/images/highlights/${anId()}/${anId()}`,
        createdAt: "2026-11-02T15:00:00Z",
      }),
    ]);
    const card = within(await screen.findByRole("article", { name: "Socks" }));
    expect(card.getByText("Two hundred.")).toBeTruthy();
    expect(card.getByText(/Wanda Quillfeather/).parentElement?.textContent).toBe(
      "Wanda Quillfeather\u00a0·\u00a0Nov 2, 2026",
    );
    expect(card.getByText("Unpublished")).toBeTruthy();
    expect(await card.findByText("We couldn't load the picture.")).toBeTruthy();
  });
});

describe("the publish toggle", () => {
  test("HIGH-29, HIGH-31: publishes the version on screen and unpublishes it again", async () => {
    const highlight = adminHighlight({ title: "Socks" });
    const { press, callsOf } = openPage([highlight]);
    await press("Publish Socks");
    expect(await screen.findByText("Highlight published")).toBeTruthy();
    expect(callsOf(PUBLISH_ROUTE)[0]).toMatchObject({
      url: `/api/volunteer-highlights/${highlight.id}/publish`,
      body: { isPublished: true, updatedAt: highlight.updatedAt },
    });
    await press("Unpublish Socks");
    expect(await screen.findByText("Highlight unpublished")).toBeTruthy();
    expect(callsOf(PUBLISH_ROUTE)[1]?.body).toMatchObject({ isPublished: false });
  });

  test("HIGH-35, HIGH-33: shows the server's error and the new text if the highlight has changed since it was loaded", async () => {
    const highlight = adminHighlight({ title: "Socks", message: "Two hundred." });
    const { press, editHighlight } = openPage([highlight], {
      publish: {
        status: 409,
        body: { message: "This has changed since you opened it.", code: "conflict" },
      },
    });
    await screen.findByText("Two hundred.");
    editHighlight(highlight.id, { message: "Buy here" });
    await press("Publish Socks");
    expect(await screen.findByText("Update failed")).toBeTruthy();
    expect(screen.getByText("This has changed since you opened it.")).toBeTruthy();
    expect(await screen.findByText("Buy here")).toBeTruthy();
    expectLogged("Publish failed");
  });
});

describe("deleting a highlight", () => {
  test("HIGH-30, HIGH-34: asks for confirmation first", async () => {
    const { press, pressInMenu, callsOf } = openPage([adminHighlight({ title: "Socks" })]);
    await pressInMenu("Socks", "Delete Socks");
    await press("Cancel");
    expect(callsOf(REMOVE_ROUTE)).toEqual([]);
    await pressInMenu("Socks", "Delete Socks");
    await press("Delete highlight");
    expect(await screen.findByText("Highlight deleted")).toBeTruthy();
    expect(await screen.findByText("No highlights yet")).toBeTruthy();
  });

  test("HIGH-36: shows an error and keeps the highlight when deleting fails", async () => {
    const { press, pressInMenu } = openPage([adminHighlight({ title: "Socks" })], {
      remove: { status: 500 },
    });
    await pressInMenu("Socks", "Delete Socks");
    await press("Delete highlight");
    expect(await screen.findByText("Delete failed")).toBeTruthy();
    expect(screen.getByText("Socks")).toBeTruthy();
    expectLogged("The highlight could not be deleted");
  });
});
