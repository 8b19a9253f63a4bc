import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderDashboard, upcomingShift } from "#testing/volunteer-dashboard.tsx";

const JOIN_ENDPOINT = "POST /api/volunteer/:volunteerId/events/:eventId/join";

test("VDASH-50: names a shift at the same time, and joins anyway if asked to", async () => {
  const message = "Food Drive overlaps with Letters, which you've already signed up for.";
  const page = renderDashboard([upcomingShift()], {
    [JOIN_ENDPOINT]: ({ body }) =>
      body === undefined
        ? { status: 409, body: { code: "overlaps", message } }
        : { body: { message: "ok", status: "joined", waitlistPosition: null } },
  });
  await page.press("Join Shift");
  const dialog = within(await screen.findByRole("dialog", { name: "Error joining event" }));
  expect(dialog.getByText(message)).toBeTruthy();
  await page.user.click(dialog.getByRole("button", { name: "Join anyway" }));
  expect(await screen.findByText("Successfully joined event!")).toBeTruthy();
  expect(page.callsOf(JOIN_ENDPOINT).map(({ body }) => body)).toEqual([
    undefined,
    { anyway: true },
  ]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("offers a free spot to someone who waits for it", async () => {
  const page = renderDashboard([upcomingShift({ waitlistPosition: 2, placesLeft: 1 })], {
    [JOIN_ENDPOINT]: { body: { message: "ok", status: "joined", waitlistPosition: null } },
  });
  await page.press("Take the Spot");
  expect(await screen.findByText("Successfully joined event!")).toBeTruthy();
});

test("lets someone leave the waiting list instead of taking a free spot", async () => {
  const leave = "DELETE /api/volunteer/:volunteerId/events/:eventId/leave";
  const page = renderDashboard([upcomingShift({ waitlistPosition: 2, placesLeft: 1 })], {
    [leave]: { body: { message: "ok" } },
  });
  await page.press("Leave the List");
  const dialog = within(await screen.findByRole("dialog", { name: "Leave the waiting list?" }));
  await page.user.click(dialog.getByRole("button", { name: "Leave the list" }));
  expect(await screen.findByText("Left waiting list")).toBeTruthy();
  expect(page.callsOf(leave)).toHaveLength(1);
  expect(page.callsOf(JOIN_ENDPOINT)).toHaveLength(0);
});
