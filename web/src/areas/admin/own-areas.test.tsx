import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { ADMIN_AREAS, type AdminArea } from "#contracts/choices.ts";
import { adminApi } from "#testing/admin-api.ts";
import { anOverview } from "#testing/builders.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const NO_VOLUNTEER_FIGURES = {
  newVolunteers: null,
  volunteerHours: null,
  attendance: null,
  places: null,
  completedEvents: null,
};

const openDashboard = (areas: readonly AdminArea[], path = "/dashboard") => {
  logInAsAdmin(1, areas);
  return {
    ...adminApi({
      // Like the server, leave out the figures of areas that the administrator doesn't have.
      "GET /api/admin/overview": {
        body: {
          ...anOverview(),
          ...(!areas.includes("giving") && { gifts: null, packages: null, donors: null }),
          ...(!areas.includes("volunteers") && NO_VOLUNTEER_FIGURES),
          ...(!areas.includes("settings") && { setup: null }),
        },
      },
      "GET /api/audit-log": { body: [] },
      "GET /api/audit-log/filters": { body: { tableNames: [], actors: [] } },
      "GET /api/administrators/owners": { body: [{ username: "anna" }, { username: "ben" }] },
    }),
    ...renderApp(path),
  };
};

/** The requests that the overview sends only if the administrator has the area, keyed by area. */
const requestsByArea = {
  giving: ["GET /api/payment-status", "GET /api/donor-tasks", "GET /api/tributes"],
  volunteers: ["GET /api/volunteer-applications", "GET /api/admin/volunteer-highlights/all"],
  content: ["GET /api/admin/testimonials", "GET /api/blog-post-drafts"],
  settings: ["GET /api/health/deployment"],
} as const;

describe("an administrator with one area", () => {
  test.each([
    ["giving", ["Overview", "Donations", "Settings"]],
    ["volunteers", ["Overview", "Volunteers", "Events", "Highlights", "Locations", "Settings"]],
    ["content", ["Overview", "Content", "Blogs", "Testimonials", "Settings"]],
    ["settings", ["Overview", "Settings"]],
  ] as const)(
    "%s: sees only the area's sections, and the overview requests only the area's data",
    async (area, names) => {
      const { callsOf } = openDashboard([area]);
      await screen.findByText("Total Donations");
      const navigation = within(screen.getByRole("navigation", { name: "Sections" }));
      expect(navigation.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(names);
      await waitFor(() => {
        for (const request of requestsByArea[area]) expect(callsOf(request)).not.toEqual([]);
      });
      const otherRequests = ADMIN_AREAS.filter((other) => other !== area).flatMap(
        (other) => requestsByArea[other],
      );
      for (const request of otherRequests) expect(callsOf(request)).toEqual([]);
      expect(screen.queryByRole("alert")).toBeNull();
    },
  );

  test("sees who can help if they open a page in another area", async () => {
    const { callsOf } = openDashboard(["content"], "/dashboard/donations/donors");
    expect(
      await screen.findByRole("heading", { name: "You don't have access to Donations" }),
    ).toBeTruthy();
    expect(await screen.findByText("If you need access, ask an owner (anna or ben).")).toBeTruthy();
    expect(callsOf("GET /api/donors")).toEqual([]);
    expect(screen.getByRole("link", { name: "Go to the overview" }).getAttribute("href")).toBe(
      "/dashboard",
    );
  });

  test("finds only the area's sections, panels and people in the palette", async () => {
    const { user, callsOf } = openDashboard(["content"]);
    await screen.findByText("Total Donations");
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("combobox"), "do");
    await waitFor(() => expect(screen.queryByRole("option", { name: "Overview" })).toBeNull());
    expect(screen.queryByRole("option", { name: /Donations|Donors/ })).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(callsOf("GET /api/donors")).toEqual([]);
    expect(callsOf("GET /api/volunteers")).toHaveLength(1);
  });

  test("sees the settings that everyone has, and the area's own", async () => {
    openDashboard(["volunteers"], "/dashboard/settings/audit-log");
    const settings = within(await screen.findByRole("navigation", { name: "Settings" }));
    expect(settings.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Security",
      "Volunteer Accounts",
      "Import and Export",
      "Delivery Log",
      "Audit Log",
    ]);
  });
});
