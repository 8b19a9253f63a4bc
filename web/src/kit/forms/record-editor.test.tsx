import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { aLocation, homeData } from "#testing/builders.ts";
import { adminEvent } from "#testing/event-builders.ts";
import { fakeApi, pagesOf, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { staleEditResponse } from "#testing/stale-edit.ts";

const LIST_ENDPOINT = "GET /api/locations";
const CREATE_ENDPOINT = "POST /api/locations";
const UPDATE_ENDPOINT = "PUT /api/locations/:id";
const REMOVE_ENDPOINT = "DELETE /api/locations/:id";

const FIRST_VERSION = "2026-11-20T15:00:00.000Z";
const SECOND_VERSION = "2026-11-20T15:00:05.000Z";
const readinessCenter = aLocation({
  name: "Readiness Center",
  city: "Killeen",
  updatedAt: FIRST_VERSION,
});
type Location = typeof readinessCenter;

interface Server {
  current: Location;
  /** The response to the next write. An Error simulates a lost response. */
  nextResponse: FakeResponse | Error | null;
}

/** Opens one location. Change `server.current` to simulate another person's save. */
const openEditor = async (search = `?edit=${readinessCenter.id}`) => {
  const server: Server = { current: readinessCenter, nextResponse: null };
  const takeNextResponse = (): FakeResponse | null => {
    const { nextResponse } = server;
    server.nextResponse = null;
    if (nextResponse instanceof Error) throw nextResponse;
    return nextResponse;
  };
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/zip-lookup": { body: { isKnown: true } },
    [LIST_ENDPOINT]: (call: FakeCall) => pagesOf([server.current])(call),
    [CREATE_ENDPOINT]: ({ body }: FakeCall) =>
      takeNextResponse() ?? { body: aLocation(body as Partial<Location>) },
    [UPDATE_ENDPOINT]: ({ body }: FakeCall) => {
      const nextResponse = takeNextResponse();
      if (nextResponse) return nextResponse;
      const { updatedAt, anyway: _, ...changes } = body as Partial<Location> & { anyway?: true };
      if (updatedAt !== server.current.updatedAt) return staleEditResponse([], server.current);
      server.current = { ...server.current, ...changes, updatedAt: `${updatedAt.slice(0, -2)}9Z` };
      return { body: server.current };
    },
    [REMOVE_ENDPOINT]: () => takeNextResponse() ?? { body: { message: "Location deleted" } },
  });
  const view = renderApp(`/dashboard/locations${search}`);
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  return {
    ...api,
    ...view,
    server,
    field,
  };
};

beforeEach(() => logInAsAdmin());

describe("the record editor", () => {
  /** Another person changes the name and branch while the name is being edited in this form. */
  const causeConflict = async () => {
    const editor = await openEditor();
    await editor.type(/^Location name/, "Readiness Hall");
    const otherChanges = {
      name: "Readiness House",
      militaryBranch: "Navy",
      updatedAt: SECOND_VERSION,
    } as const;
    editor.server.current = { ...readinessCenter, ...otherChanges };
    editor.server.nextResponse = staleEditResponse(
      ["name", "militaryBranch"],
      editor.server.current,
    );
    await editor.press("Save location");
    const panel = within(await screen.findByRole("alert", { name: "Saved by someone else" }));
    return { ...editor, panel };
  };

  test("asks again before it deletes a record that someone has changed since it was shown", async () => {
    const { pressInMenu, callsOf, server } = await openEditor("");
    await pressInMenu("Readiness Center", "Delete Readiness Center");
    const dialog = within(await screen.findByRole("dialog", { name: "Delete Readiness Center?" }));
    server.current = { ...readinessCenter, city: "Temple", updatedAt: SECOND_VERSION };
    const message = "bea has changed this since you saw it, so it wasn't deleted.";
    server.nextResponse = { status: 409, body: { code: "stale_edit", message } };
    const user = userEvent.setup();
    await user.click(dialog.getByRole("button", { name: "Delete location" }));
    expect((await dialog.findByRole("alert")).textContent).toContain(message);
    const cancelButton = dialog.getByRole("button", { name: "Cancel" });
    await waitFor(() => expect(document.activeElement).toBe(cancelButton));
    await user.click(dialog.getByRole("button", { name: "Delete location" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(
      callsOf(REMOVE_ENDPOINT).map(({ url }) =>
        new URL(url, "http://x").searchParams.get("version"),
      ),
    ).toEqual([FIRST_VERSION, SECOND_VERSION]);
  });

  test("asks before it saves an unusual date, and marks the field if the answer is no", async () => {
    const { press, type, field, server, callsOf } = await openEditor();
    await type(/^City/, "Belton");
    const message = "November 3, 1926 is more than 5 years ago. Is that date right?";
    const question = {
      status: 409,
      body: { code: "unusual_date", message, issues: [{ path: "city", message }] },
    };
    server.nextResponse = question;
    await press("Save location");
    const ask = async () =>
      within(await screen.findByRole("dialog", { name: "Is this date right?" }));
    const user = userEvent.setup();
    expect((await ask()).getByText(message)).toBeTruthy();
    await user.click((await ask()).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(document.activeElement).toBe(field(/^City/)));
    expect(field(/^City/).getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByText("Update Failed")).toBeNull();

    server.nextResponse = question;
    await press("Save location");
    await user.click((await ask()).getByRole("button", { name: "Save it anyway" }));
    await waitFor(() =>
      expect(callsOf(UPDATE_ENDPOINT).map(({ body }) => body)).toEqual([
        { city: "Belton", updatedAt: FIRST_VERSION },
        { city: "Belton", updatedAt: FIRST_VERSION },
        { city: "Belton", updatedAt: FIRST_VERSION, anyway: true },
      ]),
    );
  });

  test("sends the loaded version and the changes", async () => {
    const { press, type, callsOf } = await openEditor();
    await type(/^City/, "Belton");
    await press("Save location");
    await screen.findByText("The location was saved");
    expect(callsOf(UPDATE_ENDPOINT)[0]?.body).toEqual({ city: "Belton", updatedAt: FIRST_VERSION });
  });

  test("shows who else saved and what differs, using the form's labels", async () => {
    const { panel, field } = await causeConflict();
    expect(panel.getByText(/^dana saved this location on/)).toBeTruthy();
    expect(panel.getByText("Location name")).toBeTruthy();
    expect(panel.getByText("Branch")).toBeTruthy();
    expect(panel.getByText("Readiness House").tagName).toBe("DEL");
    expect(panel.getByText("Readiness Hall").tagName).toBe("INS");
    expect(field(/^Location name/).value).toBe("Readiness Hall");
  });

  test("saves the user's changes on top of the other user's after “Keep mine”", async () => {
    const { press, field, callsOf } = await causeConflict();
    await press("Keep mine");
    expect(field(/^Location name/).value).toBe("Readiness Hall");
    expect(document.activeElement?.textContent).toContain("Save again to keep them.");
    await waitFor(() => expect(field(/^Branch/).value).toBe("Navy"));
    await press("Save location");
    await screen.findByText("The location was saved");
    expect(callsOf(UPDATE_ENDPOINT)[1]?.body).toEqual({
      name: "Readiness Hall",
      updatedAt: SECOND_VERSION,
    });
  });

  test("keeps changes to fields that the other person didn't change after “Use theirs”", async () => {
    const { press, field, type, callsOf } = await causeConflict();
    await type(/^City/, "Belton");
    await press("Use theirs");
    expect(field(/^Location name/).value).toBe("Readiness House");
    expect(field(/^City/).value).toBe("Belton");
    await press("Save location");
    await screen.findByText("The location was saved");
    expect(callsOf(UPDATE_ENDPOINT)[1]?.body).toEqual({
      city: "Belton",
      updatedAt: SECOND_VERSION,
    });
  });

  test("restores only what was typed when “Use theirs” is undone", async () => {
    const { press, field, callsOf } = await causeConflict();
    await press("Use theirs");
    expect(field(/^Location name/).value).toBe("Readiness House");
    await press("Restore what I typed");
    expect(field(/^Location name/).value).toBe("Readiness Hall");
    await press("Save location");
    await screen.findByText("The location was saved");
    expect(callsOf(UPDATE_ENDPOINT)[1]?.body).toEqual({
      name: "Readiness Hall",
      updatedAt: SECOND_VERSION,
    });
  });

  test("saves without asking when the other person changed only fields that the form doesn't show", async () => {
    const { server, press, type, callsOf } = await openEditor();
    await type(/^City/, "Belton");
    server.current = { ...readinessCenter, updatedAt: SECOND_VERSION };
    server.nextResponse = staleEditResponse(["isMilitaryMail", "description"], server.current);
    await press("Save location");
    await screen.findByText("The location was saved");
    expect(callsOf(UPDATE_ENDPOINT).map(({ body }) => body)).toEqual([
      { city: "Belton", updatedAt: FIRST_VERSION },
      { city: "Belton", updatedAt: SECOND_VERSION },
    ]);
  });

  test("keeps the version that a draft was based on", async () => {
    const { type } = await openEditor();
    await type(/^City/, "Belton");
    document.body.innerHTML = "";
    const { server, press, pressInMenu, callsOf, field } = await openEditor("");
    server.current = { ...readinessCenter, city: "Waco", updatedAt: SECOND_VERSION };
    await pressInMenu("Readiness Center", "Edit Readiness Center");
    await waitFor(() => expect(field(/^City/).value).toBe("Belton"));
    server.nextResponse = staleEditResponse(["city"], server.current);
    await press("Save location");
    await screen.findByRole("alert", { name: "Saved by someone else" });
    expect(callsOf(UPDATE_ENDPOINT)[0]?.body).toEqual({ city: "Belton", updatedAt: FIRST_VERSION });
  });
});

describe("adding a record", () => {
  const idempotencyKeys = (calls: readonly FakeCall[]) =>
    calls.map(({ headers }) => headers.get("idempotency-key"));
  const fillInLocation = async ({ type }: Awaited<ReturnType<typeof openEditor>>) => {
    await type(/^Location name/, "Pier 7");
    await type(/^Contact person/, "Sgt. Cole");
    await type(/^Address/, "7 Dock Road");
  };

  test("LOC-14: shows the documented message and keeps what was typed after a lost response", async () => {
    const editor = await openEditor("?edit=new");
    await fillInLocation(editor);
    editor.server.nextResponse = new TypeError("Failed to fetch");
    await editor.press("Add location");
    expect(await screen.findByText("Add Failed")).toBeTruthy();
    const text = screen.getByText(/^Failed to add location/).textContent;
    expect(text?.split("\n")).toEqual([
      "Failed to add location",
      "You appear to be offline. We kept what you typed.",
    ]);
    expect(editor.field(/^Location name/).value).toBe("Pier 7");
    expectLogged("Add location failed");
  });

  test("retries with the same idempotency key, even after a reload, and sends a new key for the next record", async () => {
    const firstEditor = await openEditor("?edit=new");
    await fillInLocation(firstEditor);
    firstEditor.server.nextResponse = new TypeError("Failed to fetch");
    await firstEditor.press("Add location");
    await screen.findByText("Add Failed");
    document.body.innerHTML = "";
    const { press, callsOf, server, ...secondEditor } = await openEditor("?edit=new");
    await waitFor(() => expect(secondEditor.field(/^Location name/).value).toBe("Pier 7"));
    server.nextResponse = { status: 503 };
    await press("Add location");
    await waitFor(() => expect(callsOf(CREATE_ENDPOINT)).toHaveLength(1));
    await press("Add location");
    await screen.findByText("The location was added");
    const [key] = idempotencyKeys(firstEditor.callsOf(CREATE_ENDPOINT));
    expect(key).toMatch(/^[\w-]{36}$/);
    expect(idempotencyKeys(callsOf(CREATE_ENDPOINT))).toEqual([key, key]);

    await waitFor(() => expect(screen.queryByLabelText(/^Location name/)).toBeNull());
    await press("Add location");
    await fillInLocation({ ...secondEditor, press, callsOf, server });
    await press("Add location");
    await waitFor(() => expect(callsOf(CREATE_ENDPOINT)).toHaveLength(3));
    expect(idempotencyKeys(callsOf(CREATE_ENDPOINT))[2]).not.toBe(key);
    expectLogged("Add location failed");
  });

  test("uses a new idempotency key after the server refuses one, and refetches the list", async () => {
    const editor = await openEditor("?edit=new");
    const { server, press, callsOf } = editor;
    await fillInLocation(editor);
    server.nextResponse = {
      status: 409,
      body: { code: "key_reused", message: "This was already sent with different content." },
    };
    await press("Add location");
    expect(await screen.findByText("This was already sent with different content.")).toBeTruthy();
    await waitFor(() => expect(callsOf(LIST_ENDPOINT)).toHaveLength(2));
    await press("Add location");
    await screen.findByText("The location was added");
    const [firstKey, secondKey] = idempotencyKeys(callsOf(CREATE_ENDPOINT));
    expect(secondKey).not.toBe(firstKey);
    expectLogged("Add location failed");
  });
});

describe("a record deleted by someone else", () => {
  const NOT_FOUND_RESPONSE: FakeResponse = {
    status: 404,
    body: {
      code: "not_found",
      message: "We couldn't find that location. It may have been deleted.",
    },
  };

  test("is reported on save, and the typed text stays in the form", async () => {
    const { server, press, type, field } = await openEditor();
    await type(/^City/, "Belton");
    server.nextResponse = NOT_FOUND_RESPONSE;
    await press("Save location");
    expect(await screen.findByText("Someone deleted this location.")).toBeTruthy();
    expect(field(/^City/).value).toBe("Belton");
    expectLogged("Save location failed");
  });

  test("is reported on delete, and the list is refetched", async () => {
    const { server, press, pressInMenu, callsOf } = await openEditor("");
    server.nextResponse = NOT_FOUND_RESPONSE;
    await pressInMenu("Readiness Center", "Delete Readiness Center");
    await press("Delete location");
    expect(await screen.findByText("Someone deleted this location.")).toBeTruthy();
    await waitFor(() => expect(callsOf(LIST_ENDPOINT)).toHaveLength(2));
    expectLogged("The location could not be deleted");
  });

  test("is called an event in the message if it is an event", async () => {
    const event = adminEvent();
    fakeApi({
      "GET /api/home": { body: homeData() },
      "GET /api/locations": pagesOf([]),
      "GET /api/events/with-counts": pagesOf([event]),
      "GET /api/events/stats": { status: 503 },
      "GET /api/admin/overview": { status: 503 },
      "PUT /api/events/:id": NOT_FOUND_RESPONSE,
    });
    const { user } = renderApp(`/dashboard/events?edit=${event.id}`);
    await user.type(await screen.findByLabelText(/^Note for volunteers/), "Gloves");
    await user.click(screen.getByRole("button", { name: "Save event" }));
    expect(await screen.findByText("Someone deleted this event.")).toBeTruthy();
    expectLogged("Save event failed");
  });

  test("stays open when the refetched list doesn't include it", async () => {
    const { server, type, field, press, queryClient } = await openEditor();
    await type(/^City/, "Belton");
    server.current = aLocation({ name: "Another one" });
    await queryClient.invalidateQueries();
    await screen.findByText("Another one");
    expect(field(/^City/).value).toBe("Belton");
    server.nextResponse = NOT_FOUND_RESPONSE;
    await press("Save location");
    expect(await screen.findByText("Someone deleted this location.")).toBeTruthy();
    expectLogged("Save location failed");
  });
});
