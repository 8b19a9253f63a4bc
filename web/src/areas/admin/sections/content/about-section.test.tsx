import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { MissionItem } from "#data/about-items/resource.ts";
import { DraftOwner } from "#kit/forms/draft-owner.ts";
import { anId } from "#testing/builders.ts";
import { fakeApi, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { fakeUploads } from "#testing/fake-upload.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { AboutSection } from "./about-section.tsx";

const UPDATED_AT = "2026-11-20T15:00:00.000Z";
const ABOUT_SECTION = {
  header: "Why we pack boxes",
  content: "A box says that home has not forgotten.",
  imageUrl: null,
  imageAlt: null,
  updatedAt: UPDATED_AT,
};
const UPLOADED_PATH = `/images/site/${anId()}/800x400-single`;
type WriteRoute =
  | "POST /api/section-header"
  | "POST /api/about-items"
  | "PUT /api/about-items/:id"
  | "DELETE /api/about-items/:id";

const aMissionItem = (title: string, order: number, isActive = true): MissionItem => ({
  id: anId(),
  title,
  description: `What ${title} is`,
  order,
  isActive,
  updatedAt: UPDATED_AT,
});

/** Fakes a server that stores every write, unless `overrides` has a response for it. */
const renderSection = (overrides: Partial<Record<WriteRoute, FakeResponse>> = {}) => {
  let section = ABOUT_SECTION;
  let items = [
    aMissionItem("Socks", 1),
    aMissionItem("Coffee", 2, false),
    aMissionItem("Letters", 3),
    aMissionItem("Soap", 4),
  ];
  const writeHandler = (route: WriteRoute, handle: (call: FakeCall) => FakeResponse) => ({
    [route]: (call: FakeCall) => overrides[route] ?? handle(call),
  });
  const readId = ({ url }: FakeCall) => url.split(/[/?]/).at(3)!;
  const updateItem = (id: string, { order, ...changes }: Partial<MissionItem>) => {
    const updatedItem = { ...items.find((row) => row.id === id)!, ...changes };
    const otherItems = items.filter((row) => row.id !== id);
    const newIndex = (order ?? updatedItem.order) - 1;
    items = [...otherItems.slice(0, newIndex), updatedItem, ...otherItems.slice(newIndex)].map(
      (row, index) => ({
        ...row,
        order: index + 1,
      }),
    );
    return { body: updatedItem };
  };
  const api = fakeApi({
    "GET /api/system-status/ai": { body: { state: "configured" } },
    "GET /api/section/about": () => ({ body: section }),
    "GET /api/about-items": () => ({ body: items }),
    "POST /api/objects/upload": { body: { uploadURL: "https://storage.test/1?token=t" } },
    "PUT /api/objects/image": { body: { objectPath: UPLOADED_PATH } },
    "POST /api/generate-mission-description": { body: { description: "Warm and dry." } },
    ...writeHandler("POST /api/section-header", ({ body }) => {
      const { section: _, ...fields } = body as typeof section & { readonly section: string };
      section = { ...section, ...fields };
      return { body: section };
    }),
    ...writeHandler("POST /api/about-items", ({ body }) => {
      const addedItem = {
        ...aMissionItem("", items.length + 1),
        ...(body as Partial<MissionItem>),
      };
      items = [...items, addedItem];
      return { status: 201, body: addedItem };
    }),
    "PUT /api/about-items/:id": async (call) => {
      // Delay the response, so that a button can be pressed a second time before it arrives.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const override = overrides["PUT /api/about-items/:id"];
      return override ?? updateItem(readId(call), call.body as Partial<MissionItem>);
    },
    ...writeHandler("DELETE /api/about-items/:id", (call) => {
      updateItem(readId(call), { isActive: false });
      return { body: { message: "Mission item deleted" } };
    }),
  });
  const view = renderInApp(
    <DraftOwner value="admin">
      <AboutSection />
    </DraftOwner>,
  );
  const findList = () => screen.findByRole("list", { name: "Mission items" });
  return {
    ...api,
    ...view,
    findList,
    readTitles: async () =>
      within(await findList())
        .getAllByRole("heading", { level: 4 })
        .map(({ textContent }) => textContent),
  };
};

beforeEach(() => {
  logInAsAdmin();
  Object.assign(URL, { createObjectURL: () => "blob:preview", revokeObjectURL: () => undefined });
});

describe("the about section form", () => {
  test("ABOUT-14, ABOUT-15, ABOUT-08, UPL-08: shows the header, text, and picture and saves them in one request", async () => {
    const uploads = fakeUploads();
    const { user, press, type, callsOf } = renderSection();
    expect((await screen.findByLabelText<HTMLInputElement>("Header")).value).toBe(
      ABOUT_SECTION.header,
    );
    expect(screen.getByText(/^Recommended size: 800x400/)).toBeTruthy();
    await type("Header", "Why we send boxes");
    const file = new File(["x"], "table.gif", { type: "image/gif" });
    await user.upload(screen.getByLabelText(/^Picture/), file);
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(screen.getByText(/^Recommended size: 800x400/)).toBeTruthy();
    act(() => uploads[0]?.respond(200));
    await user.type(await screen.findByLabelText(/^Alt text/), "A packing table");
    await press("Update about section");
    expect(await screen.findByText("The about section was updated")).toBeTruthy();
    // The stored picture has the hint, too.
    expect(screen.getByText(/^Recommended size: 800x400/)).toBeTruthy();
    expect(callsOf("POST /api/section-header")[0]?.body).toEqual({
      section: "about",
      header: "Why we send boxes",
      updatedAt: UPDATED_AT,
      imageUrl: UPLOADED_PATH,
      imageAlt: "A packing table",
    });
  });

  test("ABOUT-15: shows an error and keeps what was typed when saving fails", async () => {
    const { press, type } = renderSection({ "POST /api/section-header": { status: 503 } });
    await type("Header", "Why");
    await press("Update about section");
    expect(
      await screen.findByText("Failed to update about section. Please try again."),
    ).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Header").value).toBe("Why");
    expectLogged("Update about section failed");
  });
});

describe("the mission items panel", () => {
  test("ABOUT-01, ABOUT-02, ABOUT-03: lists active items in order, along with deleted ones while Show Deleted is on", async () => {
    const { user, readTitles } = renderSection();
    expect(await readTitles()).toEqual(["Socks", "Letters", "Soap"]);
    expect(screen.getByText("What Socks is")).toBeTruthy();
    const deletedItemsSwitch = screen.getByRole<HTMLInputElement>("switch", {
      name: "Show Deleted",
    });
    expect(deletedItemsSwitch.checked).toBe(false);
    await user.click(deletedItemsSwitch);
    expect(await readTitles()).toEqual(["Socks", "CoffeeDeleted", "Letters", "Soap"]);
    await user.click(deletedItemsSwitch);
    expect(await readTitles()).toEqual(["Socks", "Letters", "Soap"]);
  });

  test("ABOUT-04: asks before deleting an item and can restore it", async () => {
    const { user, press, pressInMenu, readTitles, callsOf } = renderSection();
    await pressInMenu("Letters", "Delete Letters");
    expect(callsOf("DELETE /api/about-items/:id")).toEqual([]);
    await press("Delete mission item");
    expect(await screen.findByText("Letters was deleted")).toBeTruthy();
    await waitFor(async () => expect(await readTitles()).toEqual(["Socks", "Soap"]));
    await user.click(screen.getByRole("switch"));
    await pressInMenu("Letters", "Restore Letters");
    expect(await screen.findByText("Letters was restored")).toBeTruthy();
    await waitFor(async () =>
      expect(await readTitles()).toEqual(["Socks", "CoffeeDeleted", "Letters", "Soap"]),
    );
    expect(callsOf("PUT /api/about-items/:id")[0]?.body).toEqual({
      isActive: true,
      updatedAt: UPDATED_AT,
    });
  });

  test("ABOUT-02, ABOUT-07: adds a new item at the end", async () => {
    const { press, type, readTitles, callsOf } = renderSection();
    await press("Add mission item");
    await type("Title", "Sunscreen");
    await type("Description", "For the desert.");
    await press("Add mission item");
    expect(await screen.findByText("The mission item was added")).toBeTruthy();
    expect(callsOf("POST /api/about-items")[0]?.body).toEqual({
      title: "Sunscreen",
      description: "For the desert.",
    });
    await waitFor(async () => expect((await readTitles()).at(-1)).toBe("Sunscreen"));
    expect(screen.getByRole("button", { name: "Add mission item" })).toBeTruthy();
  });

  test.each(["Title", "Description"])("ABOUT-05: requires the %s field", async (missingLabel) => {
    const { press, type, callsOf } = renderSection();
    await press("Add mission item");
    await type(missingLabel === "Title" ? "Description" : "Title", "x");
    await press("Add mission item");
    expect(await screen.findByText("Please fill in both title and description.")).toBeTruthy();
    expect(screen.getByLabelText(missingLabel).getAttribute("aria-invalid")).toBe("true");
    expect(callsOf("POST /api/about-items")).toEqual([]);
  });

  test("ABOUT-06: generates a description from the title and requires a title", async () => {
    const { press, type, callsOf } = renderSection();
    await press("Add mission item");
    await press("Generate description");
    expect(
      await screen.findByText("Please enter a title first to generate a description."),
    ).toBeTruthy();
    expect(callsOf("POST /api/generate-mission-description")).toEqual([]);
    await type("Title", "Socks");
    await press("Generate description");
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLTextAreaElement>("Description").value).toBe("Warm and dry."),
    );
  });

  test("ABOUT-12: sends only the changes to an edited item", async () => {
    const { press, type, callsOf, readTitles } = renderSection();
    await press("Edit Socks");
    await type("Title", "Warm socks");
    await press("Save mission item");
    expect(await screen.findByText("The mission item was saved")).toBeTruthy();
    expect(callsOf("PUT /api/about-items/:id")[0]?.body).toEqual({
      title: "Warm socks",
      updatedAt: UPDATED_AT,
    });
    await waitFor(async () => expect((await readTitles())[0]).toBe("Warm socks"));
  });

  test("ABOUT-16: shows an error and keeps what was typed when creating fails", async () => {
    const { press, type } = renderSection({ "POST /api/about-items": { status: 503 } });
    await press("Add mission item");
    await type("Title", "Sunscreen");
    await type("Description", "For the desert.");
    await press("Add mission item");
    expect(await screen.findByText("Failed to create mission item")).toBeTruthy();
    expect(screen.getByText("Error")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Sunscreen");
    expectLogged("Add mission item failed");
  });

  test("ABOUT-17: shows an error when updating or restoring fails", async () => {
    const { user, press, pressInMenu, type } = renderSection({
      "PUT /api/about-items/:id": { status: 503 },
    });
    await press("Edit Socks");
    await type("Title", "Warm socks");
    await press("Save mission item");
    expect(await screen.findByText("Failed to update mission item")).toBeTruthy();
    expect(screen.getByText("Error")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Warm socks");
    expectLogged("Save mission item failed");
    await user.click(screen.getByRole("switch"));
    await pressInMenu("Coffee", "Restore Coffee");
    await screen.findByText("Failed to update mission item");
    expectLogged("Restore failed");
  });

  test("ABOUT-18: shows an error when deleting fails", async () => {
    const { press, pressInMenu, readTitles } = renderSection({
      "DELETE /api/about-items/:id": { status: 503 },
    });
    await pressInMenu("Socks", "Delete Socks");
    await press("Delete mission item");
    expect(await screen.findByText("Failed to delete mission item")).toBeTruthy();
    expect(screen.getByText("Error")).toBeTruthy();
    expect(await readTitles()).toContain("Socks");
    expectLogged("The mission item could not be deleted");
  });
});

describe("the list of mission items", () => {
  test("ABOUT-12: moves items by keyboard, announces each position, and counts deleted items in the position that it sends", async () => {
    const { user, readTitles, callsOf } = renderSection();
    const downButton = await screen.findByRole("button", { name: "Move Socks down" });
    downButton.focus();
    await user.keyboard("{Enter}");
    expect(await readTitles()).toEqual(["Letters", "Socks", "Soap"]);
    expect(screen.getByText("Socks is now 2 of 3.")).toBeTruthy();
    await user.keyboard("{Enter}");
    expect(await readTitles()).toEqual(["Letters", "Soap", "Socks"]);
    expect(screen.getByText("Socks is now 3 of 3.")).toBeTruthy();
    await waitFor(() => expect(callsOf("PUT /api/about-items/:id")).toHaveLength(2));
    const sentOrders = callsOf("PUT /api/about-items/:id").map(({ body }) => body);
    expect(sentOrders).toEqual([{ order: 3 }, { order: 4 }]);
    // The last item can't move down, and its button keeps the focus.
    expect(document.activeElement).toBe(downButton);
    expect(downButton.getAttribute("aria-disabled")).toBe("true");
    await user.keyboard("{Enter}");
    await waitFor(async () => expect(await readTitles()).toEqual(["Letters", "Soap", "Socks"]));
    expect(callsOf("PUT /api/about-items/:id")).toHaveLength(2);
    // The refetch returns the order already shown.
    await waitFor(() => expect(callsOf("GET /api/about-items").length).toBeGreaterThan(1));
    expect(await readTitles()).toEqual(["Letters", "Soap", "Socks"]);
  });

  test("ABOUT-17: puts an item back when the move fails", async () => {
    const { press, readTitles } = renderSection({ "PUT /api/about-items/:id": { status: 503 } });
    await press("Move Soap up");
    expect(await screen.findByText("Failed to update mission item")).toBeTruthy();
    await waitFor(async () => expect(await readTitles()).toEqual(["Socks", "Letters", "Soap"]));
    expectLogged("The mission item could not be moved");
  });
});
