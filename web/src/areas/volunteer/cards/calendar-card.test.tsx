import { screen, within } from "@testing-library/react";
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

const openCard = (responses: Parameters<typeof fakeApi>[0]) => {
  storeTokens("volunteer");
  const api = fakeApi(responses);
  const view = renderInApp(<CalendarCard volunteerId={anId()} />);
  return { ...api, ...view };
};

test("the calendar card creates a link for all shifts after a confirmation, offers to copy or open it, and turns it off", async () => {
  const { press, callsOf } = openCard({
    [`POST ${FEED_PATH}`]: { body: { url: FEED_URL } },
    [`DELETE ${FEED_PATH}`]: { body: { message: "ok" } },
  });
  await press("Get my calendar link");
  expect(screen.getByText(/calendars that use it won't get any more shifts/)).toBeTruthy();
  await press("Get the link");
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
  expect(callsOf(`DELETE ${FEED_PATH}`)).toHaveLength(1);
});

test("the calendar card shows an error if the link can't be created, and creates it on the next try", async () => {
  let status = 503;
  const { press } = openCard({
    [`POST ${FEED_PATH}`]: () => (status === 503 ? { status } : { body: { url: FEED_URL } }),
  });
  await press("Get my calendar link");
  await press("Get the link");
  expect(await screen.findByText("We couldn't create your calendar link")).toBeTruthy();
  expectLogged("We couldn't create your calendar link");
  status = 200;
  await press("Get my calendar link");
  await press("Get the link");
  expect(await screen.findByText(FEED_URL)).toBeTruthy();
});

test("the calendar card shows an error if the link can't be turned off, and keeps showing the link", async () => {
  const { press } = openCard({
    [`POST ${FEED_PATH}`]: { body: { url: FEED_URL } },
    [`DELETE ${FEED_PATH}`]: { status: 503 },
  });
  await press("Get my calendar link");
  await press("Get the link");
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
      <UpcomingShift volunteerId={anId()} shift={joinedShift} />
      <UpcomingShift volunteerId={anId()} shift={aShift()} />
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
