import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { AdminArea } from "#contracts/choices.ts";
import type { BoardReport } from "#data/board-reports/queries.ts";
import { adminApi } from "#testing/admin-api.ts";
import { aBoardReport } from "#testing/settings-builders.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const openPage = (report: BoardReport, areas?: readonly AdminArea[], search = "") => {
  logInAsAdmin(1, areas);
  return {
    ...adminApi({
      "GET /api/board-reports": { body: report },
      "GET /api/board-reports/file": { body: "pdf" },
      "GET /api/administrators/owners": { body: [{ username: "anna" }] },
    }),
    ...renderApp(`/dashboard/overview/board${search}`),
  };
};

const readCards = () =>
  [...document.querySelectorAll("main .card-box > div")].map(({ textContent }) => textContent);

const MONEY_CARD = "Donations$150.501 donor, after refunds";
const VOLUNTEER_CARDS = [
  "Boxes shipped1,2003 deliveries",
  "Volunteer hours42.56 shifts worked",
  "Volunteers4each counted once",
];

describe("the report for the board", () => {
  test("shows a year's figures, and donations by source with their total", async () => {
    const { callsOf } = openPage(aBoardReport(), undefined, "?year=2025");
    const table = within(await screen.findByRole("table", { name: "Donations by source" }));
    const rows = table.getAllByRole("row").map(({ textContent }) => textContent);
    expect(rows).toEqual(["SourceDonationsAmount", "Check2$150.50", "Total2$150.50"]);
    expect(readCards()).toEqual([MONEY_CARD, ...VOLUNTEER_CARDS]);
    expect(screen.getByText("Jan 1, 2025 to Dec 31, 2025")).toBeTruthy();
    expect(callsOf("GET /api/board-reports")[0]?.url).toBe("/api/board-reports?year=2025");
  });

  test("shows the treasurer money only", async () => {
    openPage(aBoardReport({ volunteers: null, deliveries: null }), ["giving"]);
    await screen.findByRole("table");
    expect(readCards()).toEqual([MONEY_CARD]);
  });

  test("shows the coordinator boxes and volunteers only", async () => {
    openPage(aBoardReport({ donations: null }), ["volunteers"]);
    await screen.findByText("3 deliveries");
    expect(readCards()).toEqual(VOLUNTEER_CARDS);
    expect(screen.queryByText("Donations by source")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("changes the year, and downloads that year's PDF", async () => {
    Object.assign(URL, { createObjectURL: () => "blob:seen", revokeObjectURL: () => undefined });
    const { user, press, callsOf } = openPage(aBoardReport({ firstYear: 2024 }));
    await screen.findByRole("table");
    await user.selectOptions(screen.getByLabelText("Year"), "2024");
    await waitFor(() => expect(window.location.search).toBe("?year=2024"));
    await press("Download PDF");
    await waitFor(() =>
      expect(callsOf("GET /api/board-reports/file")[0]?.url).toBe(
        "/api/board-reports/file?year=2024",
      ),
    );
  });

  test("isn't offered without one of the areas", async () => {
    openPage(aBoardReport(), ["content"]);
    expect(await screen.findByRole("heading", { name: /You don't have access to/ })).toBeTruthy();
  });
});
