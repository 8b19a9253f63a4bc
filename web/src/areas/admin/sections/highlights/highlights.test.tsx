import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { anId } from "#testing/builders.ts";
import { fakeApi, pagesOf, type FakeAnswer, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { adminHighlight } from "#testing/review-builders.ts";

type Highlight = ReturnType<typeof adminHighlight>;
const PUBLISH = "PUT /api/volunteer-highlights/:id/publish";
const REMOVE = "DELETE /api/volunteer-highlights/:id";
const LIST = "GET /api/admin/volunteer-highlights/all";

interface Refusals {
  publish?: FakeAnswer;
  remove?: FakeAnswer;
}

/** Fakes a server that stores every write, unless `refusals` has a response for it. */
const openPage = (highlights: readonly Highlight[], refusals: Refusals = {}) => {
  let rows = [...highlights];
  const idOf = ({ url }: FakeCall) => /highlights\/([\w-]+)/.exec(url)?.[1];
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    [LIST]: (call: FakeCall) => {
      const isPublishedFilter = new URL(call.url, "http://site.test").searchParams.get(
        "isPublished",
      );
      return pagesOf(
        rows.filter(
          ({ isPublished }) => !isPublishedFilter || String(isPublished) === isPublishedFilter,
        ),
      )(call);
    },
    "GET /api/uploads/waiting": { status: 404 },
    [PUBLISH]: (call: FakeCall) => {
      const { isPublished } = call.body as Highlight;
      if (refusals.publish) return refusals.publish;
      rows = rows.map((row) => (row.id === idOf(call) ? { ...row, isPublished } : row));
      return { body: { message: `Highlight ${isPublished ? "published" : "unpublished"}` } };
    },
    [REMOVE]: (call: FakeCall) => {
      if (refusals.remove) return refusals.remove;
      rows = rows.filter(({ id }) => id !== idOf(call));
      return { body: { message: "Highlight deleted" } };
    },
  });
  const view = renderApp("/dashboard/highlights");
  return {
    ...api,
    ...view,
    press: async (name: string) => view.user.click(await screen.findByRole("button", { name })),
    edit: (id: string, changes: Partial<Highlight>) =>
      void (rows = rows.map((row) => (row.id === id ? { ...row, ...changes } : row))),
  };
};

const figureOf = (label: string) =>
  screen.getAllByText(label).find((node) => node.tagName === "P")?.parentElement?.textContent;

beforeEach(() => logInAsAdmin());

describe("the highlights", () => {
  const highlights = [
    adminHighlight({ title: "Socks", isPublished: true }),
    adminHighlight({ title: "Forklift" }),
    adminHighlight({ title: "Letters" }),
  ];

  test("HIGH-26, HIGH-27: counts highlights on cards and tabs, and each tab lists its own", async () => {
    const { user } = openPage(highlights);
    await waitFor(() => expect(figureOf("Total Highlights")).toBe("Total Highlights3"));
    expect(figureOf("Published")).toBe("Published1");
    expect(figureOf("Unpublished")).toBe("Unpublished2");
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

  test("HIGH-28: Refresh reloads the list and its counts", async () => {
    const { press, edit } = openPage(highlights);
    await screen.findByText("Letters");
    edit(highlights[2]!.id, { title: "Two letters", isPublished: true });
    await press("Refresh");
    expect(await screen.findByText("Two letters")).toBeTruthy();
    await waitFor(() => expect(figureOf("Published")).toBe("Published2"));
  });

  test("HIGH-32: shows each highlight's text, author, date, and state, and says when a picture is missing", async () => {
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
    expect(card.getByText(/Wanda Quillfeather/).textContent).toBe(
      "Wanda Quillfeather · Nov 2, 2026",
    );
    expect(card.getByText("Unpublished")).toBeTruthy();
    expect(await card.findByText("We couldn't load the picture.")).toBeTruthy();
  });
});

describe("the publish toggle", () => {
  test("HIGH-29, HIGH-31: publishes the version that was read and unpublishes it again", async () => {
    const highlight = adminHighlight({ title: "Socks" });
    const { press, callsOf } = openPage([highlight]);
    await press("Publish Socks");
    expect(await screen.findByText("Highlight published")).toBeTruthy();
    expect(callsOf(PUBLISH)[0]).toMatchObject({
      url: `/api/volunteer-highlights/${highlight.id}/publish`,
      body: { isPublished: true, updatedAt: highlight.updatedAt },
    });
    await press("Unpublish Socks");
    expect(await screen.findByText("Highlight unpublished")).toBeTruthy();
    expect(callsOf(PUBLISH)[1]?.body).toMatchObject({ isPublished: false });
  });

  test("HIGH-35, HIGH-33: refuses to publish a highlight changed since it was read and shows the new text", async () => {
    const highlight = adminHighlight({ title: "Socks", message: "Two hundred." });
    const { press, edit } = openPage([highlight], {
      publish: {
        status: 409,
        body: { message: "This has changed since you opened it.", code: "conflict" },
      },
    });
    await screen.findByText("Two hundred.");
    edit(highlight.id, { message: "Buy here" });
    await press("Publish Socks");
    expect(await screen.findByText("Update failed")).toBeTruthy();
    expect(screen.getByText("This has changed since you opened it.")).toBeTruthy();
    expect(await screen.findByText("Buy here")).toBeTruthy();
    expectLogged("Publish failed");
  });
});

describe("deleting", () => {
  test("HIGH-30, HIGH-34: asks first", async () => {
    const { press, callsOf } = openPage([adminHighlight({ title: "Socks" })]);
    await press("Delete Socks");
    await press("Cancel");
    expect(callsOf(REMOVE)).toEqual([]);
    await press("Delete Socks");
    await press("Delete highlight");
    expect(await screen.findByText("Highlight deleted")).toBeTruthy();
    expect(await screen.findByText("No highlights yet")).toBeTruthy();
  });

  test("HIGH-36: shows a failure", async () => {
    const { press } = openPage([adminHighlight({ title: "Socks" })], { remove: { status: 500 } });
    await press("Delete Socks");
    await press("Delete highlight");
    expect(await screen.findByText("Delete failed")).toBeTruthy();
    expect(screen.getByText("Socks")).toBeTruthy();
    expectLogged("The highlight could not be deleted");
  });
});
