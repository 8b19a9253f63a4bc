import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
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
    "GET /api/administrators": { body: [] },
    "GET /api/admin-invitations": { body: [] },
    "GET /api/admin/second-factor-rule": { body: { isRequired: false } },
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

  test.each([
    [
      "an editor uses the keys",
      { ctrlKey: true },
      true,
      (target: HTMLElement) =>
        target.addEventListener("keydown", (event) => event.preventDefault()),
    ],
    [
      "a dialog is open, as does the browser's own search",
      { ctrlKey: true },
      true,
      (target: HTMLElement) =>
        target.append(Object.assign(document.createElement("dialog"), { open: true })),
    ],
    ["the keys type a letter (AltGr)", { ctrlKey: true, altKey: true }, false, () => undefined],
  ])("stays closed if %s", async (_, keys, isHandled, prepare) => {
    const { user } = openPage();
    await screen.findByRole("heading", { name: "Settings" });
    const target = document.body.appendChild(document.createElement("div"));
    onTestFinished(() => target.remove());
    target.tabIndex = 0;
    target.focus();
    prepare(target);
    expect(fireEvent.keyDown(target, { key: "k", ...keys })).toBe(!isHandled);
    expect(screen.queryByRole("dialog", { name: "Go to" })).toBeNull();
    target.remove();
    await user.keyboard("{Control>}k{/Control}");
    expect(await screen.findByRole("dialog", { name: "Go to" })).toBeTruthy();
  });

  test.each([
    ["add donation", "Add a donation"],
    ["mark attendance", "Mark attendance"],
    ["new event", "Add an event"],
    ["new post", "Write a post"],
    ["invite an administrator", "Invite an administrator"],
    ["phone number", "Change the phone number or address"],
    ["upload", "Add a financial report"],
    ["export", "Export data"],
  ])("finds an action with “%s”", async (search, label) => {
    const { user } = openPage();
    await user.click(await screen.findByRole("button", { name: "Go to…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Go to" }));
    fireEvent.change(dialog.getByRole("combobox"), { target: { value: search } });
    const actions = within(dialog.getByRole("group", { name: "Actions" }));
    expect(actions.getAllByRole("option")[0]?.textContent).toBe(`${label} `);
  });

  test("starts an action with Enter", async () => {
    const { user, currentPath } = openPage();
    await user.click(await screen.findByRole("button", { name: "Go to…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Go to" }));
    await user.type(dialog.getByRole("combobox"), "invite admin{Enter}");
    await waitFor(() => expect(currentPath()).toBe("/dashboard/settings/team"));
    expect(
      await screen.findByText("Administrators choose whether to use two-step login"),
    ).toBeTruthy();
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
