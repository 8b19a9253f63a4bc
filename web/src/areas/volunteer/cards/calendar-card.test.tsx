import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { anId, aShift, homeData } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { storeTokens } from "#testing/fake-supabase.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { CalendarCard } from "./calendar-card.tsx";
import { UpcomingShift } from "./shift-row.tsx";

const FEED_PATH = "/api/volunteer/:volunteerId/calendar-feed" as const;
const FEED_URL = "https://care.example.org/api/calendar-feeds/abc.def";

/** Renders the card of a volunteer who got a calendar link at `server.createdAt`. */
const openCard = (
  responses: Parameters<typeof fakeApi>[0] = {},
  server: { createdAt: string | null } = { createdAt: null },
) => {
  storeTokens("volunteer");
  const api = fakeApi({
    [`GET ${FEED_PATH}`]: () => ({ body: server }),
    [`POST ${FEED_PATH}`]: () => {
      server.createdAt = "2026-11-21T15:00:00Z";
      return { body: { url: FEED_URL } };
    },
    [`DELETE ${FEED_PATH}`]: () => {
      server.createdAt = null;
      return { body: { message: "ok" } };
    },
    ...responses,
  });
  const { press, ...view } = renderInApp(<CalendarCard volunteerId={anId()} />);
  /** The button is disabled until the card knows whether there is a link. */
  const pressWhenEnabled = async (name: string) => {
    const button = await screen.findByRole<HTMLButtonElement>("button", { name });
    await waitFor(() => expect(button.disabled).toBe(false));
    await press(name);
  };
  return { ...api, ...view, press: pressWhenEnabled };
};

const turnOffButton = () => screen.queryByRole("button", { name: "Turn off calendar link" });

test("the calendar card creates the first link with one click, offers to copy or open it, and turns it off", async () => {
  const { press, callsOf } = openCard();
  await screen.findByRole("button", { name: "Get my calendar link" });
  expect(turnOffButton()).toBeNull();
  await press("Get my calendar link");
  expect(await screen.findByText(FEED_URL)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open in my calendar" }).getAttribute("href")).toBe(
    "webcal://care.example.org/api/calendar-feeds/abc.def",
  );
  await press("Copy link");
  expect(await navigator.clipboard.readText()).toBe(FEED_URL);

  await press("Turn off calendar link");
  await press("Turn off link");
  expect(await screen.findByText("Calendar link turned off")).toBeTruthy();
  expect(screen.queryByText(FEED_URL)).toBeNull();
  expect(turnOffButton()).toBeNull();
  expect(callsOf(`DELETE ${FEED_PATH}`)).toHaveLength(1);
});

test("the calendar card says when a link was created, and replaces it only after a confirmation", async () => {
  const { press, callsOf } = openCard({}, { createdAt: "2026-11-03T15:00:00Z" });
  const note = await screen.findByText(/^You got a calendar link on/);
  expect(note.textContent).toContain("Nov 3, 2026. If you lost it, get a new one.");
  expect(turnOffButton()).not.toBeNull();
  await press("Get a new calendar link");
  expect(screen.getByText(/calendars that use it won't get any more shifts/)).toBeTruthy();
  expect(callsOf(`POST ${FEED_PATH}`)).toHaveLength(0);
  await press("Get the link");
  expect(await screen.findByText(FEED_URL)).toBeTruthy();
});

test("the calendar card asks before it creates a link if it couldn't check for an existing one", async () => {
  const { press, callsOf } = openCard({ [`GET ${FEED_PATH}`]: { status: 403 } });
  await press("Get my calendar link");
  expect(await screen.findByRole("dialog", { name: "Get a new calendar link?" })).toBeTruthy();
  expect(callsOf(`POST ${FEED_PATH}`)).toHaveLength(0);
});

test("the calendar card shows an error if the link can't be created, and creates it on the next try", async () => {
  let status = 503;
  const { press } = openCard({
    [`POST ${FEED_PATH}`]: () => (status === 503 ? { status } : { body: { url: FEED_URL } }),
  });
  await press("Get my calendar link");
  expect(await screen.findByText("We couldn't create your calendar link")).toBeTruthy();
  expectLogged("We couldn't create your calendar link");
  status = 200;
  await press("Get my calendar link");
  expect(await screen.findByText(FEED_URL)).toBeTruthy();
});

test("the calendar card shows an error if the link can't be turned off, and keeps showing the link", async () => {
  const { press } = openCard({ [`DELETE ${FEED_PATH}`]: { status: 503 } });
  await press("Get my calendar link");
  await screen.findByText(FEED_URL);
  await press("Turn off calendar link");
  await press("Turn off link");
  expect(await screen.findByText("We couldn't turn off your calendar link")).toBeTruthy();
  expectLogged("We couldn't turn off your calendar link");
  expect(screen.getByText(FEED_URL)).toBeTruthy();
});

test("a calendar file is offered for joined shifts only", async () => {
  storeTokens("volunteer");
  const joinedShift = aShift({ isJoined: true });
  const { callsOf } = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/volunteer/:volunteerId/events/:eventId/calendar": { body: "BEGIN:VCALENDAR" },
  });
  const createUrlSpy = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  const { user } = renderInApp(
    <ul>
      <UpcomingShift isNext={false} volunteerId={anId()} shift={joinedShift} />
      <UpcomingShift isNext={false} volunteerId={anId()} shift={aShift()} />
    </ul>,
  );
  const [joinedItem, otherItem] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement];
  expect(within(otherItem).queryByRole("button", { name: "Add to calendar" })).toBeNull();
  await user.click(within(joinedItem).getByRole("button", { name: "Add to calendar" }));
  await vi.waitFor(() => expect(createUrlSpy).toHaveBeenCalledOnce());
  createUrlSpy.mockRestore();
  expect(callsOf("GET /api/volunteer/:volunteerId/events/:eventId/calendar")[0]?.url).toContain(
    `/events/${joinedShift.id}/calendar`,
  );
});
