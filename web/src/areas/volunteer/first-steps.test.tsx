import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { card, renderDashboard, upcomingShift } from "#testing/volunteer-dashboard.tsx";

describe("a volunteer without any shifts", () => {
  test("sees the first steps until they choose a shift", async () => {
    const page = renderDashboard([upcomingShift()]);
    expect(await card("We're glad to have you. Here's what comes next")).toBeTruthy();
    page.server.shifts = [upcomingShift({ isJoined: true, attendance: "expected" })];
    await act(() => page.queryClient.invalidateQueries());
    await waitFor(() => expect(screen.queryByText(/what comes next/)).toBeNull());
  });
});

test("the shift that a volunteer asked for when applying is offered, even if it's full", async () => {
  renderDashboard([
    ...[0, 1, 2, 3].map((index) => upcomingShift({ eventType: `Free ${index}`, placesLeft: 2 })),
    upcomingShift({ eventType: "Wanted", placesLeft: 0, isWanted: true }),
  ]);
  expect(await screen.findByText(/^You asked for this shift when you applied/)).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Wanted" })).toBeTruthy();
});
