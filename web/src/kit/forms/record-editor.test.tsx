import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { aLocation, homeData } from "#testing/builders.ts";
import { adminEvent } from "#testing/event-builders.ts";
import { fakeApi, pagesOf, type FakeAnswer, type FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const LIST = "GET /api/locations";
const CREATE = "POST /api/locations";
const UPDATE = "PUT /api/locations/:id";
const REMOVE = "DELETE /api/locations/:id";

const FIRST = "2026-11-20T15:00:00.000Z";
const SECOND = "2026-11-20T15:00:05.000Z";
const center = aLocation({ name: "Readiness Center", city: "Killeen", updatedAt: FIRST });
type Location = typeof center;

interface Server {
  now: Location;
  /** Replaces the next response to a write. An Error simulates a lost response. */
  refusal: FakeAnswer | Error | null;
}

/** Opens one location. Change `server.now` to simulate another person's save. */
const open = async (search = `?edit=${center.id}`) => {
  const server: Server = { now: center, refusal: null };
  const refused = (): FakeAnswer | null => {
    const { refusal } = server;
    server.refusal = null;
    if (refusal instanceof Error) throw refusal;
    return refusal;
  };
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    [LIST]: (call: FakeCall) => pagesOf([server.now])(call),
    [CREATE]: ({ body }: FakeCall) => refused() ?? { body: aLocation(body as Partial<Location>) },
    [UPDATE]: ({ body }: FakeCall) => {
      const answer = refused();
      if (answer) return answer;
      const { updatedAt, ...changes } = body as Partial<Location>;
      if (updatedAt !== server.now.updatedAt) return stale([], server.now);
      server.now = { ...server.now, ...changes, updatedAt: `${updatedAt.slice(0, -2)}9Z` };
      return { body: server.now };
    },
    [REMOVE]: () => refused() ?? { body: { message: "Location deleted" } },
  });
  const view = renderApp(`/dashboard/locations${search}`);
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  return {
    ...api,
    ...view,
    server,
    field,
    press: async (name: string | RegExp) =>
      view.user.click(await screen.findByRole("button", { name })),
    type: async (label: RegExp, text: string) => {
      const found = await screen.findByLabelText(label);
      await view.user.clear(found);
      await view.user.type(found, text);
    },
  };
};

const stale = (fields: readonly string[], current: object): FakeAnswer => ({
  status: 409,
  body: {
    code: "stale_edit",
    message: "dana saved changes first, so yours weren't saved. Nothing is lost.",
    savedBy: "dana",
    current,
    issues: fields.map((path) => ({ path, message: "Changed since you opened this" })),
  },
});

beforeEach(() => logInAsAdmin());

describe("two people editing the same record", () => {
  /** Another person changes name and branch while the name is edited here. */
  const conflict = async () => {
    const opened = await open();
    await opened.type(/^Location name/, "Readiness Hall");
    const otherChanges = {
      name: "Readiness House",
      militaryBranch: "Navy",
      updatedAt: SECOND,
    } as const;
    opened.server.now = { ...center, ...otherChanges };
    opened.server.refusal = stale(["name", "militaryBranch"], opened.server.now);
    await opened.press("Save location");
    const panel = within(await screen.findByRole("alert", { name: "Saved by someone else" }));
    return { ...opened, panel };
  };

  test("sends the loaded version and the changes", async () => {
    const { press, type, callsOf } = await open();
    await type(/^City/, "Belton");
    await press("Save location");
    await screen.findByText("The location was saved");
    expect(callsOf(UPDATE)[0]?.body).toEqual({ city: "Belton", updatedAt: FIRST });
  });

  test("shows who saved and what differs, using the form's labels", async () => {
    const { panel, field } = await conflict();
    expect(panel.getByText(/^dana saved this location on/)).toBeTruthy();
    expect(panel.getByText("Location name")).toBeTruthy();
    expect(panel.getByText("Branch")).toBeTruthy();
    expect(panel.getByText("Readiness House").tagName).toBe("DEL");
    expect(panel.getByText("Readiness Hall").tagName).toBe("INS");
    expect(field(/^Location name/).value).toBe("Readiness Hall");
  });

  test("“Keep mine” saves the editor's own changes on top of the other person's", async () => {
    const { press, field, callsOf } = await conflict();
    await press("Keep mine");
    expect(field(/^Location name/).value).toBe("Readiness Hall");
    expect(document.activeElement?.textContent).toContain("Save again to keep them.");
    await waitFor(() => expect(field(/^Branch/).value).toBe("Navy"));
    await press("Save location");
    await screen.findByText("The location was saved");
    expect(callsOf(UPDATE)[1]?.body).toEqual({ name: "Readiness Hall", updatedAt: SECOND });
  });

  test("“Use theirs” keeps changes to fields the other person left alone", async () => {
    const { press, field, type, callsOf } = await conflict();
    await type(/^City/, "Belton");
    await press("Use theirs");
    expect(field(/^Location name/).value).toBe("Readiness House");
    expect(field(/^City/).value).toBe("Belton");
    await press("Save location");
    await screen.findByText("The location was saved");
    expect(callsOf(UPDATE)[1]?.body).toEqual({ city: "Belton", updatedAt: SECOND });
  });

  test("undoing “Use theirs” restores only what was typed", async () => {
    const { press, field, callsOf } = await conflict();
    await press("Use theirs");
    expect(field(/^Location name/).value).toBe("Readiness House");
    await press("Restore what I typed");
    expect(field(/^Location name/).value).toBe("Readiness Hall");
    await press("Save location");
    await screen.findByText("The location was saved");
    expect(callsOf(UPDATE)[1]?.body).toEqual({ name: "Readiness Hall", updatedAt: SECOND });
  });

  test("saves without asking when the other person changed no shown field", async () => {
    const { server, press, type, callsOf } = await open();
    await type(/^City/, "Belton");
    server.now = { ...center, updatedAt: SECOND };
    server.refusal = stale(["isMilitaryMail", "description"], server.now);
    await press("Save location");
    await screen.findByText("The location was saved");
    expect(callsOf(UPDATE).map(({ body }) => body)).toEqual([
      { city: "Belton", updatedAt: FIRST },
      { city: "Belton", updatedAt: SECOND },
    ]);
  });

  test("a draft keeps the version it was based on", async () => {
    const { type } = await open();
    await type(/^City/, "Belton");
    document.body.innerHTML = "";
    const { server, press, callsOf, field } = await open("");
    server.now = { ...center, city: "Waco", updatedAt: SECOND };
    await press("Edit Readiness Center");
    await waitFor(() => expect(field(/^City/).value).toBe("Belton"));
    server.refusal = stale(["city"], server.now);
    await press("Save location");
    await screen.findByRole("alert", { name: "Saved by someone else" });
    expect(callsOf(UPDATE)[0]?.body).toEqual({ city: "Belton", updatedAt: FIRST });
  });
});

describe("a lost response", () => {
  const keys = (calls: readonly FakeCall[]) =>
    calls.map(({ headers }) => headers.get("idempotency-key"));
  const fillIn = async ({ type }: Awaited<ReturnType<typeof open>>) => {
    await type(/^Location name/, "Pier 7");
    await type(/^Contact person/, "Sgt. Cole");
    await type(/^Address/, "7 Dock Road");
  };

  test("LOC-14: shows the documented message and keeps what was typed", async () => {
    const opened = await open("?edit=new");
    await fillIn(opened);
    opened.server.refusal = new TypeError("Failed to fetch");
    await opened.press("Add location");
    expect(await screen.findByText("Add Failed")).toBeTruthy();
    const text = screen.getByText(/^Failed to add location/).textContent;
    expect(text?.split("\n")).toEqual([
      "Failed to add location",
      "You appear to be offline. We kept what you typed.",
    ]);
    expect(opened.field(/^Location name/).value).toBe("Pier 7");
    expectLogged("Add location failed");
  });

  test("is retried with the same idempotency key, even after a reload; the next record gets a new key", async () => {
    const first = await open("?edit=new");
    await fillIn(first);
    first.server.refusal = new TypeError("Failed to fetch");
    await first.press("Add location");
    await screen.findByText("Add Failed");
    document.body.innerHTML = "";
    const { press, callsOf, server, ...second } = await open("?edit=new");
    await waitFor(() => expect(second.field(/^Location name/).value).toBe("Pier 7"));
    server.refusal = { status: 503 };
    await press("Add location");
    await waitFor(() => expect(callsOf(CREATE)).toHaveLength(1));
    await press("Add location");
    await screen.findByText("The location was added");
    const [key] = keys(first.callsOf(CREATE));
    expect(key).toMatch(/^[\w-]{36}$/);
    expect(keys(callsOf(CREATE))).toEqual([key, key]);

    await waitFor(() => expect(screen.queryByLabelText(/^Location name/)).toBeNull());
    await press("Add location");
    await fillIn({ ...second, press, callsOf, server });
    await press("Add location");
    await waitFor(() => expect(callsOf(CREATE)).toHaveLength(3));
    expect(keys(callsOf(CREATE))[2]).not.toBe(key);
    expectLogged("Add location failed");
  });

  test("gets a new idempotency key after a refused one and refetches the list", async () => {
    const opened = await open("?edit=new");
    const { server, press, callsOf } = opened;
    await fillIn(opened);
    server.refusal = {
      status: 409,
      body: { code: "key_reused", message: "This was sent before with different content." },
    };
    await press("Add location");
    expect(await screen.findByText("This was sent before with different content.")).toBeTruthy();
    await waitFor(() => expect(callsOf(LIST)).toHaveLength(2));
    await press("Add location");
    await screen.findByText("The location was added");
    const [one, other] = keys(callsOf(CREATE));
    expect(other).not.toBe(one);
    expectLogged("Add location failed");
  });
});

describe("a record deleted by someone else", () => {
  const GONE: FakeAnswer = {
    status: 404,
    body: {
      code: "not_found",
      message: "We couldn't find that location. It may have been deleted.",
    },
  };

  test("is reported on save, and the typed text stays in the form", async () => {
    const { server, press, type, field } = await open();
    await type(/^City/, "Belton");
    server.refusal = GONE;
    await press("Save location");
    expect(await screen.findByText("Someone deleted this location.")).toBeTruthy();
    expect(field(/^City/).value).toBe("Belton");
    expectLogged("Save location failed");
  });

  test("is reported on delete and leaves the list", async () => {
    const { server, press, callsOf } = await open("");
    server.refusal = GONE;
    await press("Delete Readiness Center");
    await press("Delete location");
    expect(await screen.findByText("Someone deleted this location.")).toBeTruthy();
    await waitFor(() => expect(callsOf(LIST)).toHaveLength(2));
    expectLogged("The location could not be deleted");
  });

  test("is named by its noun", async () => {
    const event = adminEvent();
    fakeApi({
      "GET /api/home": { body: homeData() },
      "GET /api/locations": pagesOf([]),
      "GET /api/events/with-counts": pagesOf([event]),
      "GET /api/events/stats": { status: 503 },
      "GET /api/admin/overview": { status: 503 },
      "PUT /api/events/:id": GONE,
    });
    const { user } = renderApp(`/dashboard/events?edit=${event.id}`);
    await user.type(await screen.findByLabelText(/^Note for volunteers/), "Gloves");
    await user.click(screen.getByRole("button", { name: "Save event" }));
    expect(await screen.findByText("Someone deleted this event.")).toBeTruthy();
    expectLogged("Save event failed");
  });

  test("stays open after a refetch no longer lists it", async () => {
    const { server, type, field, press, queryClient } = await open();
    await type(/^City/, "Belton");
    server.now = aLocation({ name: "Another one" });
    await queryClient.invalidateQueries();
    await screen.findByText("Another one");
    expect(field(/^City/).value).toBe("Belton");
    server.refusal = GONE;
    await press("Save location");
    expect(await screen.findByText("Someone deleted this location.")).toBeTruthy();
    expectLogged("Save location failed");
  });
});
