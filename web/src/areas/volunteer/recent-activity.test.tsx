import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { card, upcomingShift, renderDashboard, pastShift } from "#testing/volunteer-dashboard.tsx";

describe("canceled shifts", () => {
  test("stay on the dashboard, apart from those that can be joined, and nobody can leave them", async () => {
    renderDashboard([
      upcomingShift({ eventType: "Food Drive", isJoined: true, isCanceled: true }),
      upcomingShift({ eventType: "Fundraiser", waitlistPosition: 2, isCanceled: true }),
    ]);
    const shiftsCard = within(await card("Upcoming Shifts"));
    expect(await shiftsCard.findByText("No upcoming shifts available")).toBeTruthy();
    const rows = within(shiftsCard.getByRole("list", { name: "Canceled" }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^Food DriveCanceledSaturday, December 5, 2099/),
      expect.stringMatching(/^FundraiserCanceled/),
    ]);
    expect(shiftsCard.queryByRole("button")).toBeNull();
    expect(screen.queryByText("Your next shift")).toBeNull();
  });
});

describe("recent activity", () => {
  test("VDASH-34, VDASH-40, VDASH-43: lists completed shifts, latest first, with one decimal for hours", async () => {
    renderDashboard([
      pastShift({ eventType: "Fundraiser", hours: 2, packagesPacked: 118 }),
      pastShift({
        eventType: "Food Drive",
        hours: 1.25,
        startsAt: "2026-02-01T15:00:00Z",
        endsAt: "2026-02-01T16:15:00Z",
      }),
    ]);
    const activityCard = within(await card("Recent Activity"));
    await activityCard.findByText("Fundraiser");
    const rows = activityCard.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^Food Drive1\.3 hours/);
    expect(rows[1]).toMatch(/^Fundraiser2\.0 hoursJan 10, 2026, 118 boxes packed/);
  });

  test("VDASH-44: shows the empty state", async () => {
    renderDashboard([upcomingShift({ isJoined: true, attendance: "expected" })]);
    expect(await screen.findByText("No recent activity")).toBeTruthy();
  });

  test("marks hours that are unconfirmed or don't count", async () => {
    renderDashboard([
      pastShift({ attendance: "expected" }),
      pastShift({ attendance: "absent" }),
      pastShift({ eventType: "Fundraiser", isCanceled: true }),
    ]);
    const activityCard = within(await card("Recent Activity"));
    expect(await activityCard.findByText(/hasn't confirmed these hours yet/)).toBeTruthy();
    expect(activityCard.getByText("Absent")).toBeTruthy();
    expect(activityCard.getByText(/so these hours don't count/)).toBeTruthy();
    expect(activityCard.getByText("Fundraiser").parentElement?.textContent).toBe(
      "FundraiserCanceled",
    );
  });
});
