import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { readDraft, saveDraft } from "#lib/drafts/drafts.ts";
import {
  aShift,
  checkoutTerms,
  homeData,
  paymentIntent,
  confirmedDonation,
} from "#testing/builders.ts";
import { type FakeResponse, fakeApi } from "#testing/fake-api.ts";
import { draftOwner } from "#lib/session/session.ts";
import { setWaiting } from "#lib/session/waiting-sessions.ts";
import { hasTokens } from "#testing/fake-supabase.ts";
import { logInAsVolunteer } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const logIn = () => logInAsVolunteer({ lastLoginAt: "2026-11-17T18:00:00Z" });

const totals = {
  totalRegistrations: 5,
  totalHours: 10.5,
  shiftsCompleted: 4,
  packagesPacked: 1551,
  firstShift: "2026-07-31",
  handedInHours: 0,
  since: "2026-06-12",
};
const HOURS_RESPONSE = { body: totals };

const fakeDashboardApi = (hoursResponse: FakeResponse = HOURS_RESPONSE) =>
  fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/checkout": { body: checkoutTerms() },
    "POST /api/create-payment-intent": { body: paymentIntent() },
    "POST /api/create-donation": { body: { ok: true, donation: confirmedDonation() } },
    "POST /api/volunteer/logout": { body: { message: "ok" } },
    "GET /api/volunteer-event-registrations": hoursResponse,
    "GET /api/volunteer/:volunteerId/events": { body: [aShift()] },
    "GET /api/volunteer/:volunteerId/highlights": { body: [] },
    "GET /api/volunteer/:volunteerId/calendar-feed": { body: { createdAt: null } },
    "GET /api/volunteer/:volunteerId/hours": { body: [] },
  });

describe("the volunteer dashboard", () => {
  test("threat 49: says when it waits until its session can be renewed", async () => {
    fakeDashboardApi();
    logIn();
    renderApp("/volunteer-dashboard");
    await screen.findByRole("main");
    expect(screen.queryByText(/still trying/)).toBeNull();
    act(() => setWaiting("volunteer", true));
    expect(screen.getByText(/still trying/).closest("output")).toBeTruthy();
    act(() => setWaiting("volunteer", false));
    expect(screen.queryByText(/still trying/)).toBeNull();
  });

  test("VDASH-19, VDASH-21: denies access without a stored record", async () => {
    fakeDashboardApi();
    const { currentPath } = renderApp("/volunteer-dashboard");
    expect(await screen.findByText("Access Denied")).toBeTruthy();
    expect(screen.getByText("Please log in to access the volunteer dashboard.")).toBeTruthy();
    await waitFor(() => expect(currentPath()).toBe("/"));
  });

  test("VDASH-21: denies access if a record is stored but its tokens are missing", async () => {
    fakeDashboardApi();
    logIn();
    localStorage.removeItem("care-packages-volunteer");
    const { currentPath } = renderApp("/volunteer-dashboard");
    expect(await screen.findByText("Access Denied")).toBeTruthy();
    await waitFor(() => expect(currentPath()).toBe("/"));
    expect(localStorage.getItem("volunteer-auth")).toBeNull();
  });

  test("VDASH-21: denies access after the server has ended the session, and removes the record and the tokens", async () => {
    fakeDashboardApi({ status: 401 });
    logIn();
    const { currentPath } = renderApp("/volunteer-dashboard");
    expect(await screen.findByText("Access Denied")).toBeTruthy();
    await waitFor(() => expect(currentPath()).toBe("/"));
    expect(localStorage.getItem("volunteer-auth")).toBeNull();
    expect(hasTokens("volunteer")).toBe(false);
  });

  test("VDASH-22: removes an unparseable record and the tokens", async () => {
    fakeDashboardApi();
    logIn();
    localStorage.setItem("volunteer-auth", "{broken");
    const { currentPath } = renderApp("/volunteer-dashboard");
    await waitFor(() => expect(currentPath()).toBe("/"));
    expect(localStorage.getItem("volunteer-auth")).toBeNull();
    await waitFor(() => expect(hasTokens("volunteer")).toBe(false));
  });

  test("VDASH-30, VDASH-31, VDASH-33: shows whole hours and the number of shifts", async () => {
    fakeDashboardApi();
    logIn();
    renderApp("/volunteer-dashboard");
    expect(await screen.findByText("11")).toBeTruthy();
    expect(screen.getByText("Total Hours")).toBeTruthy();
    expect(screen.getByText("Shifts Completed").parentElement?.textContent).toContain("4");
  });

  test.each([
    [
      {},
      /^Your shift teams packed 1,551 boxes\. First shift: Jul 31, 2026\. Volunteering since June 2026\.$/,
      true,
    ],
    [{ packagesPacked: 0 }, "First shift: Jul 31, 2026. Volunteering since June 2026.", true],
    [
      { packagesPacked: 0, firstShift: null, handedInHours: 2.5 },
      "2.50 of the hours were outside shifts. Volunteering since June 2026.",
      true,
    ],
    [
      { packagesPacked: 0, firstShift: null },
      /^Your hours appear here after your first shift/,
      false,
    ],
  ])(
    "shows what the hours add up to, with a certificate after the first shift: %o",
    async (overrides, expected, hasCertificate) => {
      fakeDashboardApi({ body: { ...totals, ...overrides } });
      logIn();
      renderApp("/volunteer-dashboard");
      const card = within(await screen.findByRole("region", { name: "What your hours add up to" }));
      expect(await card.findByText(expected)).toBeTruthy();
      const certificate = card.queryByRole("link", { name: "Certificate of hours" });
      expect(certificate?.getAttribute("href")).toBe(
        hasCertificate ? "/volunteer-dashboard/certificate" : undefined,
      );
    },
  );

  test("links the logo and the name to the public site", async () => {
    fakeDashboardApi();
    logIn();
    renderApp("/volunteer-dashboard");
    const brandLink = await screen.findByRole("link", {
      name: "Lamplight Care Packages, home page",
    });
    expect(brandLink.getAttribute("href")).toBe("/");
    expect(document.title).toBe("Volunteer Dashboard");
  });

  test("EVT-06, NOTE-12: shows an error with a retry button if the hours can't be loaded", async () => {
    fakeDashboardApi({ status: 500 });
    logIn();
    renderApp("/volunteer-dashboard");
    expect(await screen.findByText("Failed to fetch volunteer registrations")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });

  test("VDASH-18, VDASH-24, VDASH-25, VDASH-27, VDASH-28: greets the volunteer and shows the profile", async () => {
    fakeDashboardApi();
    logIn();
    renderApp("/volunteer-dashboard");
    expect(await screen.findByText("Welcome back, Grace!")).toBeTruthy();
    expect(screen.getByText("Volunteer Dashboard")).toBeTruthy();
    expect(screen.getByText("Grace Turner")).toBeTruthy();
    expect(screen.getByText("grace@example.org")).toBeTruthy();
    expect(screen.getByText("November 17, 2026")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Home" }).getAttribute("href")).toBe("/");
  });

  test("VDASH-02, VDASH-42: donates with the regular checkout, prefilled with the volunteer's details", async () => {
    const { callsOf } = fakeDashboardApi();
    logIn();
    const { user } = renderApp("/volunteer-dashboard");
    const card = await screen.findByRole("region", { name: "Support Our Mission" });
    await user.click(within(card).getByRole("radio", { name: /\$100/ }));
    await user.click(within(card).getByRole("button", { name: "Donate $100" }));
    const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
    expect(field("Email for receipt").value).toBe("grace@example.org");
    expect(field("Name on card").value).toBe("Grace Turner");
    await user.type(field("Card number"), "4242424242424242");
    await user.type(field("Expiration"), "1299");
    await user.type(field("CVV"), "123");
    await user.type(field("ZIP code"), "76102");
    await user.click(screen.getByRole("button", { name: "Give $100" }));
    expect(await screen.findByText("Thank You!")).toBeTruthy();
    expect(callsOf("POST /api/create-payment-intent")[0]?.body).toMatchObject({
      amount: 100,
      donorInfo: { firstName: "Grace", lastName: "Turner", email: "grace@example.org" },
    });
  });

  test("VDASH-23, VDASH-26: logs out, removes the record and goes to the home page", async () => {
    const { callsOf } = fakeDashboardApi();
    logIn();
    const draft = { owner: draftOwner("volunteer") ?? "", form: "highlight" };
    saveDraft(draft, { title: "My day" });
    const { user, currentPath } = renderApp("/volunteer-dashboard");
    await user.click(await screen.findByRole("button", { name: "Logout" }));
    expect(await screen.findByText("Logged Out")).toBeTruthy();
    await waitFor(() => expect(currentPath()).toBe("/"));
    expect(readDraft(draft), "no draft is left on a shared computer").toBeNull();
    expect(localStorage.getItem("volunteer-auth")).toBeNull();
    expect(callsOf("POST /api/volunteer/logout")).toHaveLength(1);
  });
});
