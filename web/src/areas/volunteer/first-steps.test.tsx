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
