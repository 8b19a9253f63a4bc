import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { anOverview, donationTotals, homeData, aPaymentStatus } from "#testing/builders.ts";
import { aDonorChoice } from "#testing/donor-builders.ts";
import {
  aVolunteer,
  aVolunteerRecord,
  applicationCounts,
  volunteerPageReads,
} from "#testing/volunteer-builders.ts";
import { fakeApi, pagesOf, type FakeCall } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const donor = aDonorChoice();

const volunteer = aVolunteer({ name: "Anna Berg", email: "anna@example.org" });

const isSearchFor = ({ url }: FakeCall, search: string) => url.includes(`search=${search}`);

const openPage = (route = "/dashboard/settings") => ({
  ...fakeApi({
    ...volunteerPageReads(aVolunteerRecord()),
    "GET /api/home": { body: homeData() },
    "GET /api/admin/second-factor": { body: { hasSecondFactor: false, recoveryCodes: 0 } },
    "GET /api/shift-emails": { body: { wantsShiftEmails: true } },
    "GET /api/recent-donations": { body: [] },
    "GET /api/donors-consolidated": (call) =>
      call.headers.has("authorization") ? pagesOf([])(call) : { body: [donationTotals()] },
    "GET /api/donors": (call) => pagesOf(isSearchFor(call, "ann") ? [donor] : [])(call),
    "GET /api/admin/overview": { body: anOverview() },
    "GET /api/donation-trends": { body: [] },
    "GET /api/payment-status": { body: aPaymentStatus() },
    "GET /api/volunteer-applications": { body: applicationCounts() },
    "GET /api/volunteers": (call) => ({ body: isSearchFor(call, "ann") ? [volunteer] : [] }),
    "GET /api/events/with-counts": { body: [] },
    "GET /api/contact-info": { status: 503 },
    "GET /api/hero-section": { status: 503 },
    "GET /api/care-package-goal": { status: 503 },
    "GET /api/children-letters": { body: [] },
    "GET /api/package-deliveries": { body: [] },
  }),
  ...renderApp(route),
});

beforeEach(() => logInAsAdmin());

describe("the command palette", () => {
  test("opens any section or panel with Ctrl+K", async () => {
    const { user, currentPath } = openPage();
    await screen.findByRole("heading", { name: "Settings" });
    await user.keyboard("{Control>}k{/Control}");
    const dialog = within(await screen.findByRole("dialog", { name: "Go to" }));
    await user.type(dialog.getByRole("combobox"), "deliveries");
    const options = await dialog.findAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual(["Deliveries Locations"]);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(currentPath()).toBe("/dashboard/locations/deliveries"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("finds a collapsible panel by name and opens it", async () => {
    const { user, currentPath } = openPage();
    await screen.findByRole("heading", { name: "Settings" });
    await user.keyboard("{Control>}k{/Control}");
    const dialog = within(await screen.findByRole("dialog", { name: "Go to" }));
    await user.type(dialog.getByRole("combobox"), "children");
    const options = await dialog.findAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual(["Children's Letters Content"]);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(currentPath()).toBe("/dashboard/content?panel=letters"));
    const panel = await screen.findByRole("heading", { name: "Children's Letters" });
    await waitFor(() => expect(panel.closest("details")?.open).toBe(true));
  });

  test("searches donors and volunteers on the server, and links to their pages", async () => {
    const { user, currentPath, callsOf } = openPage("/admin/settings");
    await user.click(await screen.findByRole("button", { name: "Go to…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Go to" }));
    await user.type(dialog.getByRole("combobox"), "ann");
    const volunteerOption = await dialog.findByRole("option", {
      name: "Anna Berg anna@example.org",
    });
    expect(dialog.getByRole("option", { name: "Ann Lee ann@example.org" })).toBeTruthy();
    const searches = callsOf("GET /api/donors").map(({ url }) => url);
    expect(searches).toContain("/api/donors?search=ann&limit=5");
    await user.click(volunteerOption);
    await waitFor(() => expect(currentPath()).toContain("/admin/volunteers/people/"));
  });

  test("says when a search has no results", async () => {
    const { user } = openPage();
    await user.click(await screen.findByRole("button", { name: "Go to…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Go to" }));
    await user.type(dialog.getByRole("combobox"), "zzz");
    expect(await dialog.findByText("No results for “zzz”")).toBeTruthy();
  });
});
