import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyEvent, openEvents } from "#testing/admin-events.tsx";
import type { FakeCall } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";

const EVENT_NAME = "Fundraiser on Dec 6, 2026";
const ANNOUNCE_ROUTE = "POST /api/events/:id/announcement" as const;
const READ_ROUTE = "GET /api/events/:id/announcement" as const;

beforeEach(() => logInAsAdmin());

const openDialog = async (overrides: Parameters<typeof openEvents>[0] = {}) => {
  const view = openEvents(overrides);
  await screen.findByText("12 of 12, 3 waiting");
  expect(view.callsOf(READ_ROUTE)).toEqual([]);
  await view.pressInMenu(EVENT_NAME, `Email volunteers about ${EVENT_NAME}`);
  const name = `Email volunteers about ${EVENT_NAME}?`;
  return { ...view, dialog: within(await screen.findByRole("dialog", { name })) };
};

describe("an email about a new event", () => {
  test("says how many volunteers get it, and is sent after confirmation", async () => {
    const { dialog, press, callsOf } = await openDialog({
      [ANNOUNCE_ROUTE]: { body: { recipients: 40 } },
    });
    expect(await dialog.findByText(/^41 volunteers will get an email/)).toBeTruthy();
    expect(callsOf(ANNOUNCE_ROUTE)).toEqual([]);
    await press("Email 41 volunteers");
    // One of the 41 volunteers has signed up since the dialog opened.
    expect(await screen.findByText("40 volunteers will get one.")).toBeTruthy();
    expect(callsOf(ANNOUNCE_ROUTE).map(({ url }) => url)).toEqual([
      `/api/events/${emptyEvent.id}/announcement`,
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() =>
      expect(document.activeElement?.getAttribute("aria-label")).toBe(`More for ${EVENT_NAME}`),
    );
  });

  test("doesn't go out after Cancel", async () => {
    const { dialog, press, callsOf } = await openDialog();
    await dialog.findByText(/^41 volunteers/);
    await press("Cancel");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(callsOf(ANNOUNCE_ROUTE)).toEqual([]);
  });

  test("can't go out twice, and the dialog says when it went out", async () => {
    const { dialog } = await openDialog({
      [READ_ROUTE]: { body: { announcedAt: "2026-11-20T18:00:00Z", recipients: 41 } },
    });
    const text = await dialog.findByText(/^Volunteers were already emailed about this event on/);
    expect(text.textContent).toContain("Nov 20, 2026");
    expect(dialog.queryByRole("button", { name: /^Email/ })).toBeNull();
  });

  test("can't be sent if no one would get it", async () => {
    const { dialog } = await openDialog({
      [READ_ROUTE]: { body: { announcedAt: null, recipients: 0 } },
    });
    expect(await dialog.findByText(/^No one would get this email/)).toBeTruthy();
    expect(dialog.queryByRole("button", { name: /^Email/ })).toBeNull();
  });

  test("isn't sent again if another administrator has just sent it, and the dialog says why", async () => {
    const message = "Volunteers were already emailed about this event on November 20, 2026.";
    let isSent = false;
    const { dialog, press } = await openDialog({
      [READ_ROUTE]: () => ({
        body: { announcedAt: isSent ? "2026-11-20T18:00:00Z" : null, recipients: 41 },
      }),
      [ANNOUNCE_ROUTE]: (_call: FakeCall) => {
        isSent = true;
        return { status: 409, body: { code: "already_announced", message } };
      },
    });
    await dialog.findByText(/^41 volunteers/);
    await press("Email 41 volunteers");
    expect(await screen.findByText(message)).toBeTruthy();
    // The dialog stays open and shows what happened.
    expect(await dialog.findByText(/You can email them only once about each event/)).toBeTruthy();
    expectLogged("Volunteers could not be emailed about an event");
  });

  test("can be tried again if the volunteers couldn't be counted", async () => {
    let isDown = true;
    const { dialog, press } = await openDialog({
      [READ_ROUTE]: () =>
        isDown ? { status: 503 } : { body: { announcedAt: null, recipients: 1 } },
    });
    expect(await dialog.findByText("We couldn't count the volunteers")).toBeTruthy();
    isDown = false;
    await press("Try again");
    expect(await dialog.findByRole("button", { name: "Email 1 volunteer" })).toBeTruthy();
  });
});
