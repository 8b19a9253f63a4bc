import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { anId, aShift, homeData } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { keepTokens } from "#testing/fake-supabase.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { CalendarCard } from "./calendar-card.tsx";
import { UpcomingShift } from "./shift-row.tsx";

const FEED = "/api/volunteer/:volunteerId/calendar-feed" as const;
const URL_OF_FEED = "https://care.example.org/api/calendar-feeds/abc.def";

const open = (answers: Parameters<typeof fakeApi>[0]) => {
  keepTokens("volunteer");
  const api = fakeApi(answers);
  const view = renderInApp(<CalendarCard volunteerId={anId()} />);
  const press = async (name: string) =>
    view.user.click(await screen.findByRole("button", { name }));
  return { ...api, ...view, press };
};

test("creates a calendar link for all shifts after a confirmation, to copy or open, and turns it off", async () => {
  const { press, callsOf } = open({
    [`POST ${FEED}`]: { body: { url: URL_OF_FEED } },
    [`DELETE ${FEED}`]: { body: { message: "ok" } },
  });
  await press("Get my calendar link");
  expect(screen.getByText(/calendars that use it won't get any more shifts/)).toBeTruthy();
  await press("Get the link");
  expect(await screen.findByText(URL_OF_FEED)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open in my calendar" }).getAttribute("href")).toBe(
    "webcal://care.example.org/api/calendar-feeds/abc.def",
  );
  await press("Copy link");
  expect(await navigator.clipboard.readText()).toBe(URL_OF_FEED);

  await press("Turn off calendar link");
  await press("Turn off link");
  expect(await screen.findByText("Calendar link turned off")).toBeTruthy();
  expect(screen.queryByText(URL_OF_FEED)).toBeNull();
  expect(callsOf(`DELETE ${FEED}`)).toHaveLength(1);
});

test("shows an error if the link can't be created, and creates it on the next try", async () => {
  let status = 503;
  const { press } = open({
    [`POST ${FEED}`]: () => (status === 503 ? { status } : { body: { url: URL_OF_FEED } }),
  });
  await press("Get my calendar link");
  await press("Get the link");
  expect(await screen.findByText("We couldn't create your calendar link")).toBeTruthy();
  expectLogged("We couldn't create your calendar link");
  status = 200;
  await press("Get my calendar link");
  await press("Get the link");
  expect(await screen.findByText(URL_OF_FEED)).toBeTruthy();
});

test("shows an error if the link can't be turned off, and keeps showing it", async () => {
  const { press } = open({
    [`POST ${FEED}`]: { body: { url: URL_OF_FEED } },
    [`DELETE ${FEED}`]: { status: 503 },
  });
  await press("Get my calendar link");
  await press("Get the link");
  await screen.findByText(URL_OF_FEED);
  await press("Turn off calendar link");
  await press("Turn off link");
  expect(await screen.findByText("We couldn't turn off your calendar link")).toBeTruthy();
  expectLogged("We couldn't turn off your calendar link");
  expect(screen.getByText(URL_OF_FEED)).toBeTruthy();
});

test("offers a calendar file for joined shifts only", async () => {
  keepTokens("volunteer");
  const joinedShift = aShift({ isJoined: true });
  const { callsOf } = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/volunteer/:volunteerId/events/:eventId/calendar": { body: "BEGIN:VCALENDAR" },
  });
  const createUrl = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  const { user } = renderInApp(
    <ul>
      <UpcomingShift volunteerId={anId()} shift={joinedShift} />
      <UpcomingShift volunteerId={anId()} shift={aShift()} />
    </ul>,
  );
  const [joinedItem, otherItem] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement];
  expect(within(otherItem).queryByRole("button", { name: "Add to calendar" })).toBeNull();
  await user.click(within(joinedItem).getByRole("button", { name: "Add to calendar" }));
  await vi.waitFor(() => expect(createUrl).toHaveBeenCalledOnce());
  createUrl.mockRestore();
  expect(callsOf("GET /api/volunteer/:volunteerId/events/:eventId/calendar")[0]?.url).toContain(
    `/events/${joinedShift.id}/calendar`,
  );
});
