import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { homeData } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { keepSavedFiles } from "#testing/saved-files.ts";

const report = {
  total: { hours: 1211.75, handedInHours: 3, people: 42, shifts: 310 },
  months: [
    { month: "2026-03", hours: 1206.75, handedInHours: 3, people: 40, shifts: 308 },
    { month: "2026-02", hours: 5, handedInHours: 0, people: 2, shifts: 2 },
  ],
};

const openReports = (search = "", overrides: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/volunteer-reports": { body: report },
    ...overrides,
  });
  return { ...api, ...renderApp(`/dashboard/volunteers/reports${search}`) };
};

const savedFiles = keepSavedFiles();
beforeEach(() => logInAsAdmin());

describe("reports about volunteers", () => {
  test("show hours, people and shifts of a period, in total and by month", async () => {
    const { user, callsOf, currentPath } = openReports();
    const table = within(await screen.findByRole("table", { name: "Figures by month" }));
    const rows = table.getAllByRole("row").map(({ textContent }) => textContent);
    expect(rows).toEqual([
      "MonthHoursOutside shiftsPeopleShifts",
      "March 20261,206.753.0040308",
      "February 20265.000.0022",
    ]);
    expect(screen.getByText("1,211.75")).toBeTruthy();
    expect(screen.getByText("each counted once").parentElement?.textContent).toContain("42");
    await user.selectOptions(screen.getByLabelText("Period"), "Last year");
    await waitFor(() =>
      expect(callsOf("GET /api/volunteer-reports").at(-1)?.url).toMatch(
        /from=\d{4}-01-01&to=\d{4}-12-31$/,
      ),
    );
    expect(currentPath()).toMatch(/from=\d{4}-01-01&to=\d{4}-12-31/);
  });

  test("are downloaded for the period on screen, like the attendance", async () => {
    const { press, callsOf } = openReports("?from=2026-01-01", {
      "GET /api/volunteer-reports/file": { body: "Month,Hours\r\n" },
      "GET /api/attendance/export": { body: "Last name\r\n" },
    });
    await screen.findByRole("table", { name: "Figures by month" });
    await press("Download report");
    await waitFor(() => expect(savedFiles).toHaveLength(1));
    expect(callsOf("GET /api/volunteer-reports/file")[0]?.url).toMatch(/\?from=2026-01-01$/);
    await press("Export attendance");
    await press("Download");
    await waitFor(() =>
      expect(callsOf("GET /api/attendance/export")[0]?.url).toContain("from=2026-01-01"),
    );
  });

  test("say if nothing counts in the period, or if the download fails", async () => {
    const { press } = openReports("", {
      "GET /api/volunteer-reports": {
        body: { total: { hours: 0, handedInHours: 0, people: 0, shifts: 0 }, months: [] },
      },
      "GET /api/volunteer-reports/file": { status: 503 },
    });
    expect(await screen.findByText("No hours in this period")).toBeTruthy();
    await press("Download report");
    expect(await screen.findByText("We couldn't download the report")).toBeTruthy();
    expectLogged("The report could not be downloaded");
  });
});
