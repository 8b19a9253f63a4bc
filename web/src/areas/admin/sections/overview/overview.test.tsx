import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { adminApi as api } from "../../../../testing/admin-api.ts";
import { anId, anOverview } from "../../../../testing/builders.ts";
import { logInAsAdmin } from "../../../../testing/logging-in.ts";
import { renderApp } from "../../../../testing/render-app.tsx";

beforeEach(() => logInAsAdmin());

test.each([
  [
    "AOVER-06",
    "Total Donations",
    "$22,575",
    "$12,550 in November+26% vs last month+100% vs the first 20 days of October",
  ],
  [
    "AOVER-07",
    "Total Packages",
    "451",
    "251 in November+26% vs last month+101% vs the first 20 days of October",
  ],
  [
    "AOVER-08",
    "Active Volunteers",
    "31",
    "6 new in November+50% vs last month– vs the first 20 days of October",
  ],
])("%s, AOVER-09, AOVER-10: %s with its computed change", async (_, label, value, note) => {
  api();
  renderApp("/dashboard");
  const card = (await screen.findByText(label)).parentElement!;
  await within(card).findByText(/vs last month/);
  await within(card).findByText(value);
  expect(card.textContent).toBe(`${label}${value}${note}`);
});

test.each([
  ["Package Goal", "50%", "251 of 500 packages given in November"],
  ["Donors Who Gave Again", "34%", "34 of 100 donors gave more than once"],
  ["Attendance", "94%", "47 of 50 who had joined came, last 30 days"],
  ["Shift Places Taken", "75%", "9 of 12 places, next 30 days"],
])("AOVER-11: %s is computed, and says from what", async (label, value, note) => {
  api();
  renderApp("/dashboard");
  const card = (await screen.findByText(label)).parentElement!;
  await within(card).findByText(note);
  expect(card.textContent).toBe(`${label}${value}${note}`);
});

test("AOVER-11: a share of nothing is a dash", async () => {
  const none = { places: { taken: 0, offered: 0 } };
  api({ "GET /api/admin/overview": { body: anOverview(none) } });
  renderApp("/dashboard");
  const card = (await screen.findByText("Shift Places Taken")).parentElement!;
  await within(card).findByText("0 of 0 places, next 30 days");
  expect(within(card).getByText("–")).toBeTruthy();
});

test("AOVER-13, AOVER-14: completed events with volunteers, and hours with one decimal", async () => {
  const event = { id: anId(), date: "2026-11-14", eventType: "Food Drive", volunteers: 1 };
  const completedEvents = [
    { ...event, hours: 3.5 },
    { ...event, id: anId(), volunteers: 12, hours: 42 },
  ];
  api({ "GET /api/admin/overview": { body: anOverview({ completedEvents }) } });
  renderApp("/dashboard");
  const section = within(await screen.findByRole("region", { name: "Completed Events" }));
  await section.findAllByText("Food Drive");
  expect(section.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Food DriveNov 14, 20263.5 hours1 volunteer",
    "Food DriveNov 14, 202642.0 hours12 volunteers",
  ]);
});

test("AOVER-13: no completed events", async () => {
  api();
  renderApp("/dashboard");
  expect(await screen.findByText("No completed events yet")).toBeTruthy();
});

test("AOVER-12: the five most recent donations", async () => {
  const { callsOf } = api();
  renderApp("/dashboard");
  expect(await screen.findByText("Donor4 Nair")).toBeTruthy();
  expect(screen.queryByText("Donor5 Nair")).toBeNull();
  expect(callsOf("GET /api/recent-donations")[0]?.url).toBe("/api/recent-donations?limit=10");
});
