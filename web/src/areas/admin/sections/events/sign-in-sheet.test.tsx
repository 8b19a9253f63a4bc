import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { homeData } from "#testing/builders.ts";
import { adminEvent, aParticipant } from "#testing/event-builders.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const event = adminEvent({ eventType: "Food Drive", startTime: "20:00:00", endTime: "02:00:00" });

const openSheet = (participants: readonly ReturnType<typeof aParticipant>[]) => {
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/events/:id/roster": { body: { event, waiting: [] } },
    "GET /api/attendance": pagesOf(participants),
  });
  return { ...api, ...renderApp(`/dashboard/events/sign-in-sheets/${event.id}`) };
};

beforeEach(() => logInAsAdmin());

const readNames = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map(({ textContent }) => textContent)
    .filter(Boolean);

test("a sign-in sheet has everyone who is expected, blank lines, phones by a box, and no app around it", async () => {
  const print = vi.spyOn(window, "print").mockReturnValue();
  const { user, press } = openSheet([
    aParticipant({ firstName: "Ruth", lastName: "Alder", phone: "(512) 555-0142" }),
    aParticipant({ firstName: "Sam", lastName: "Birch", phone: null }),
    aParticipant({ firstName: "Tom", lastName: "Cedar", attendance: "absent" }),
  ]);
  expect(await screen.findByRole("heading", { name: "Sign-in sheet" })).toBeTruthy();
  expect(screen.getByText("Food Drive, Saturday, December 5, 2026")).toBeTruthy();
  expect(screen.getByText(/^8:00 PM – 2:00 AM the next day, /)).toBeTruthy();
  expect(readNames()).toEqual(["Ruth Alder", "Sam Birch"]);
  expect(screen.getAllByRole("row")).toHaveLength(1 + 2 + 5);
  expect(screen.queryByRole("navigation")).toBeNull();
  await user.click(screen.getByLabelText(/^Show phone numbers/));
  expect(readNames()).toEqual(["Ruth Alder(512) 555-0142", "Sam Birch"]);
  await press("Print");
  expect(print).toHaveBeenCalledOnce();
});

test("a sign-in sheet has all names of a large event", async () => {
  const { callsOf } = openSheet(
    Array.from({ length: 201 }, (_, number) => aParticipant({ lastName: `Alder${number}` })),
  );
  await screen.findByText("Ruth Alder200");
  expect(readNames()).toHaveLength(201);
  expect(callsOf("GET /api/attendance").map(({ url }) => url)).toEqual([
    expect.stringContaining("offset=0"),
    expect.stringContaining("offset=200"),
  ]);
});
