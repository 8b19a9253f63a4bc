import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { DraftOwner } from "#kit/forms/draft-owner.ts";
import { anId, ownHighlight } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { storeTokens } from "#testing/fake-supabase.ts";
import { fakeUploads } from "#testing/fake-upload.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { toasts } from "#ui/messages/toast.ts";
import { HighlightsCard } from "./highlights-card.tsx";

const VOLUNTEER_ID = anId();
const UPLOAD_URL = "https://storage.test/upload/1?token=t";
const STORED_URL = `/images/highlights/${VOLUNTEER_ID}/${anId()}`;
const PICTURE_ENDPOINT = "GET /api/volunteer/:volunteerId/highlights/:highlightId/picture";
const alerts: string[] = [];

beforeEach(() => {
  storeTokens("volunteer");
  alerts.length = 0;
  vi.stubGlobal("alert", (text: string) => alerts.push(text));
  Object.assign(URL, { createObjectURL: () => "blob:preview", revokeObjectURL: () => undefined });
});

type OwnHighlight = ReturnType<typeof ownHighlight>;

interface Overrides {
  list?: FakeResponse;
  create?: FakeResponse;
  update?: FakeResponse;
  remove?: FakeResponse;
  prepare?: FakeResponse;
  picture?: FakeResponse;
}

/** Fakes a server that stores highlights. `overrides` replace its responses. */
const openCard = (ownHighlights: OwnHighlight[] = [], overrides: Overrides = {}) => {
  const rows = [...ownHighlights];
  const uploads = fakeUploads();
  const api = fakeApi({
    "GET /api/volunteer/:volunteerId/highlights": () => overrides.list ?? { body: rows },
    "POST /api/volunteer/:volunteerId/highlights": ({ body }) => {
      if (overrides.create) return overrides.create;
      const createdRow = ownHighlight(body as Partial<OwnHighlight>);
      rows.unshift(createdRow);
      return { body: createdRow };
    },
    "PUT /api/volunteer/:volunteerId/highlights/:highlightId": ({ body, url }) => {
      if (overrides.update) return overrides.update;
      const index = rows.findIndex(({ id }) => url.endsWith(id));
      const changedRow = {
        ...rows[index]!,
        ...(body as Partial<OwnHighlight>),
        isPublished: false,
      };
      rows[index] = changedRow;
      return { body: changedRow };
    },
    "DELETE /api/volunteer/:volunteerId/highlights/:highlightId": ({ url }) => {
      if (overrides.remove) return overrides.remove;
      rows.splice(
        rows.findIndex(({ id }) => url.endsWith(id)),
        1,
      );
      return { body: { message: "Highlight deleted" } };
    },
    [PICTURE_ENDPOINT]: () => overrides.picture ?? { body: "a picture" },
    "POST /api/objects/upload": () => overrides.prepare ?? { body: { uploadURL: UPLOAD_URL } },
    "POST /api/normalize-object-path": { body: { objectPath: STORED_URL } },
  });
  const view = renderInApp(
    <DraftOwner value={`volunteer ${VOLUNTEER_ID}`}>
      <HighlightsCard volunteerId={VOLUNTEER_ID} />
    </DraftOwner>,
  );
  const choosePicture = async (file = new File(["x"], "box.gif", { type: "image/gif" })) =>
    view.user.upload(await screen.findByLabelText(/^Picture/), file);
  const finishUpload = async (status: number) => {
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]?.respond(status));
  };
  return { ...api, ...view, uploads, choosePicture, finishUpload, overrides };
};

const expectToast = (title: string, description?: string) =>
  waitFor(() =>
    expect(toasts.current()).toMatchObject({ title, ...(description ? { description } : {}) }),
  );
const CREATE_ENDPOINT = "POST /api/volunteer/:volunteerId/highlights";
const UPDATE_ENDPOINT = "PUT /api/volunteer/:volunteerId/highlights/:highlightId";
const REMOVE_ENDPOINT = "DELETE /api/volunteer/:volunteerId/highlights/:highlightId";

describe("the highlights card", () => {
  test("HIGH-08: shows the empty state with a button that creates the first highlight", async () => {
    const { press } = openCard();
    expect(await screen.findByText("No highlights yet")).toBeTruthy();
    await press("Create Your First Highlight");
    expect(await screen.findByRole("dialog", { name: "Share a highlight" })).toBeTruthy();
  });

  test("HIGH-06: offers edit and delete for each highlight and shows its status", async () => {
    openCard([
      ownHighlight({ title: "The forklift", isPublished: true, imageUrl: STORED_URL }),
      ownHighlight({ title: "First evening", imageUrl: STORED_URL }),
    ]);
    const [publishedItem, waitingItem] = await screen.findAllByRole("listitem");
    expect(publishedItem?.textContent).toContain("Published · Nov 2, 2026");
    expect(waitingItem?.textContent).toContain("Waiting for review · Nov 2, 2026 · with a picture");
    // A picture waiting for review isn't public, so it is fetched with the volunteer's token.
    expect(publishedItem?.querySelector("img")?.getAttribute("src")).toBe(STORED_URL);
    await waitFor(() => expect(waitingItem?.querySelector("img")?.src).toBe("blob:preview"));
    for (const title of ["The forklift", "First evening"]) {
      expect(screen.getByRole("button", { name: `Edit ${title}` })).toBeTruthy();
      expect(screen.getByRole("button", { name: `Delete ${title}` })).toBeTruthy();
    }
  });

  test.each([
    [3, false],
    [4, true],
  ])("HIGH-07: a list of %s highlights scrolls: %s", async (count, isScrollable) => {
    openCard(Array.from({ length: count }, () => ownHighlight()));
    const list = await screen.findByRole("list", { name: "Your highlights" });
    expect(list.classList.contains("overflow-y-auto")).toBe(isScrollable);
  });

  test("NOTE-12: shows a loading error with a retry button", async () => {
    const { press, overrides } = openCard([ownHighlight()], { list: { status: 503 } });
    expect(await screen.findByText("We couldn't load your highlights")).toBeTruthy();
    delete overrides.list;
    await press("Try again");
    expect(await screen.findByText("Two hundred socks")).toBeTruthy();
  });
});

describe("creating a highlight", () => {
  test("HIGH-04, HIGH-05, HIGH-09, HIGH-15: opens the dialog in add mode and lists the new highlight at once", async () => {
    const { press, type, callsOf } = openCard([ownHighlight({ title: "Older" })]);
    await press("Add highlight");
    expect(await screen.findByRole("dialog", { name: "Share a highlight" })).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>("Message").rows).toBe(3);
    await type("Title", "  The forklift ");
    await type("Message", " Passed at sixty-one. ");
    await press("Share highlight");
    await expectToast("Highlight created!");
    expect(toasts.current()?.variant).toBe("success");
    expect(callsOf(CREATE_ENDPOINT)[0]?.body).toEqual({
      title: "The forklift",
      message: "Passed at sixty-one.",
      imageUrl: null,
      imageAlt: null,
    });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(
      screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent),
    ).toEqual(["The forklift", "Older"]);
  });

  test.each([
    ["Title", "   ", "A morning"],
    ["Message", "A title", " "],
  ])("HIGH-10: requires %s after trimming and sends nothing", async (name, title, message) => {
    const { press, type, callsOf } = openCard();
    await press("Create Your First Highlight");
    await type("Title", title);
    await type("Message", message);
    await press("Share highlight");
    await expectToast("Missing Information", "Please fill in both title and message.");
    expect(screen.getByLabelText(name).getAttribute("aria-invalid")).toBe("true");
    expect(callsOf(CREATE_ENDPOINT)).toEqual([]);
  });

  test("HIGH-18: shows an error and keeps the input if saving fails", async () => {
    const { press, type, overrides } = openCard([], {
      create: { status: 503, body: { message: "Busy." } },
    });
    await press("Create Your First Highlight");
    await type("Title", "The forklift");
    await type("Message", "Passed.");
    await press("Share highlight");
    await expectToast("Error creating highlight", "Busy.");
    expectLogged("Share highlight failed");
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("The forklift");
    delete overrides.create;
    await press("Share highlight");
    await expectToast("Highlight created!");
  });

  test("threat 50: restores the input when the dialog is opened again, even after a reload", async () => {
    const firstVisit = openCard();
    await firstVisit.press("Create Your First Highlight");
    await firstVisit.type("Title", "The forklift");
    firstVisit.unmount();
    const { press } = openCard();
    await press("Create Your First Highlight");
    expect(await screen.findByText("We restored what you typed earlier.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("The forklift");
  });
});

describe("editing a highlight", () => {
  test("HIGH-05, HIGH-16: opens the dialog in edit mode, sends the changes and says they'll be reviewed again", async () => {
    const existingHighlight = ownHighlight({ title: "The forklift", isPublished: true });
    const { press, type, callsOf } = openCard([existingHighlight]);
    await press("Edit The forklift");
    const dialog = await screen.findByRole("dialog", { name: "Edit highlight" });
    expect(dialog.textContent).toContain(
      "If you edit it, we'll take it down until our team has reviewed it again.",
    );
    expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe(
      existingHighlight.message,
    );
    await type("Title", "The forklift exam");
    await press("Save highlight");
    await expectToast("Highlight updated!");
    expect(callsOf(UPDATE_ENDPOINT)[0]).toMatchObject({
      url: `/api/volunteer/${VOLUNTEER_ID}/highlights/${existingHighlight.id}`,
      body: { title: "The forklift exam" },
    });
    expect(Object.keys(callsOf(UPDATE_ENDPOINT)[0]?.body as object)).toEqual(["title"]);
    expect(screen.getByText(/Waiting for review/)).toBeTruthy();
  });

  test("HIGH-19: shows an error and keeps the input if saving fails", async () => {
    const { press, type } = openCard([ownHighlight({ title: "Old" })], { update: { status: 500 } });
    await press("Edit Old");
    await type("Title", "New");
    await press("Save highlight");
    await expectToast("Error updating highlight");
    expectLogged("Save highlight failed");
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("New");
  });

  test("shows a picture waiting for review, which can be removed", async () => {
    const { press, callsOf } = openCard([ownHighlight({ title: "Old", imageUrl: STORED_URL })]);
    await press("Edit Old");
    const dialog = await screen.findByRole("dialog");
    await waitFor(() => expect(dialog.querySelector("img")?.src).toBe("blob:preview"));
    await press("Remove picture");
    await press("Save highlight");
    await expectToast("Highlight updated!");
    expect(callsOf(UPDATE_ENDPOINT)[0]?.body).toEqual({ imageUrl: null });
  });
});

test("says that a waiting picture is saved if it can't be loaded", async () => {
  const { press } = openCard([ownHighlight({ title: "Old", imageUrl: STORED_URL })], {
    picture: { status: 404 },
  });
  await press("Edit Old");
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText(/^We saved your picture\./)).toBeTruthy();
});

describe("deleting a highlight", () => {
  test("HIGH-12, HIGH-17: asks first, then updates the list and keeps the focus", async () => {
    const { press, callsOf } = openCard([ownHighlight({ title: "Old" }), ownHighlight()]);
    await press("Delete Old");
    expect(screen.getByText("Are you sure you want to delete this highlight?")).toBeTruthy();
    await press("Cancel");
    expect(callsOf(REMOVE_ENDPOINT)).toEqual([]);
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Delete Old");
    await press("Delete Old");
    await press("Delete highlight");
    await expectToast("Highlight deleted");
    await waitFor(() => expect(screen.queryByText("Old")).toBeNull());
    expect(document.activeElement?.textContent).toBe("Volunteer Highlights");
  });

  test("HIGH-20: shows an error if deleting fails, and drops a highlight that was deleted in another tab", async () => {
    const rows = [ownHighlight({ title: "Old" }), ownHighlight({ title: "Kept" })];
    const { press, overrides } = openCard(rows, {
      remove: {
        status: 404,
        body: { message: "We couldn't find that highlight. It may have been deleted." },
      },
    });
    await press("Delete Old");
    overrides.list = { body: rows.slice(1) };
    await press("Delete highlight");
    await expectToast(
      "Error deleting highlight",
      "We couldn't find that highlight. It may have been deleted.",
    );
    expectLogged("A highlight could not be deleted");
    await waitFor(() => expect(screen.queryByText("Old")).toBeNull());
    expect(screen.getByText("Kept")).toBeTruthy();
  });
});

describe("a highlight's picture", () => {
  test("HIGH-11, HIGH-13, UPL-02, UPL-06: accepts any image, shows the progress as a percentage and sends nothing before the picture is uploaded", async () => {
    const { press, type, choosePicture, uploads, finishUpload, callsOf } = openCard();
    await press("Create Your First Highlight");
    await type("Title", "The forklift");
    await type("Message", "Passed.");
    const field = await screen.findByLabelText<HTMLInputElement>(/^Picture/);
    expect(field.accept).toBe("image/*");
    await choosePicture();
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]?.reportProgress(42));
    expect(screen.getByText("Uploading… 42%")).toBeTruthy();
    await press("Share highlight");
    await expectToast("The picture is still uploading");
    expect(callsOf(CREATE_ENDPOINT)).toEqual([]);

    await finishUpload(200);
    await expectToast("Image uploaded");
    expect(toasts.current()?.variant).toBe("success");
    await type(/^Alt text/, "A forklift");
    await press("Share highlight");
    await expectToast("Highlight created!");
    expect(callsOf(CREATE_ENDPOINT)[0]?.body).toMatchObject({
      imageUrl: STORED_URL,
      imageAlt: "A forklift",
    });
  });

  test("HIGH-14: reports a failed upload without an alert, and sends nothing until the picture is removed", async () => {
    const { press, type, choosePicture, finishUpload, callsOf } = openCard();
    await press("Create Your First Highlight");
    await type("Title", "The forklift");
    await type("Message", "Passed.");
    await choosePicture();
    await finishUpload(400);
    await expectToast("Upload failed", "Failed to upload image. Please try again.");
    expectLogged("Failed to upload image");
    expect(alerts).toEqual([]);
    await press("Share highlight");
    await expectToast("Upload Failed", "Please upload the picture again, or remove it.");
    expect(callsOf(CREATE_ENDPOINT)).toEqual([]);
    await press("Remove picture");
    await press("Share highlight");
    await expectToast("Highlight created!");
    expect(callsOf(CREATE_ENDPOINT)[0]?.body).toMatchObject({ imageUrl: null });
  });

  test("HIGH-14: reports a missing upload URL without an alert, and shows the server's reason next to the picture", async () => {
    const { press, choosePicture } = openCard([], {
      prepare: { status: 429, body: { message: "Too many." } },
    });
    await press("Create Your First Highlight");
    await choosePicture();
    await expectToast("Upload failed", "Failed to upload image. Please try again.");
    expect(await screen.findByText("Too many.")).toBeTruthy();
    expectLogged("Failed to get upload URL");
    expect(alerts).toEqual([]);
  });
});
