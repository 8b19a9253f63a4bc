import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { anOverview, donationTotals, homeData, paymentStatusFacts } from "#testing/builders.ts";
import { applicationCounts } from "#testing/volunteer-builders.ts";
import { fakeApi, type FakeCall } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { anOutboxMail } from "#testing/settings-builders.ts";

const createMail = (status: "held" | "failed", lastError: string) =>
  anOutboxMail({ toEmail: `${status}@example.org`, status, attempts: 1, lastError });
const mails = [
  createMail("held", "The template is switched off"),
  createMail("failed", "550 No such mailbox"),
];

const openPage = (
  paymentStatus: Parameters<typeof paymentStatusFacts>[0],
  pendingCount = 0,
  waitingCounts: { stories?: number; highlights?: number } = {},
) => ({
  ...fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/recent-donations": { body: [] },
    "GET /api/donors-consolidated": { body: [donationTotals()] },
    "GET /api/admin/overview": { body: anOverview() },
    "GET /api/donation-trends": { body: [] },
    "GET /api/volunteer-applications": { body: applicationCounts(pendingCount) },
    "GET /api/volunteers": { body: [{ volunteerCount: 4, activeCount: 3 }] },
    "GET /api/admin/testimonials": { body: [], total: waitingCounts.stories ?? 0 },
    "GET /api/admin/volunteer-highlights/all": { body: [], total: waitingCounts.highlights ?? 0 },
    "GET /api/payment-status": { body: paymentStatusFacts(paymentStatus) },
    "GET /api/email-outbox": ({ url }: FakeCall) => ({
      body: mails.filter(({ status }) => url.includes(`status=${status}`)),
    }),
    "POST /api/email-outbox/:id/resend": { body: { message: "ok" } },
  }),
  ...renderApp("/dashboard"),
});

beforeEach(() => logInAsAdmin());

describe("the Needs attention section", () => {
  test("lists problems with their reasons and links to the log, and resends an email after a confirmation", async () => {
    const { user, callsOf } = openPage({ disputeCount: 1, heldMailCount: 1, failedMailCount: 1 });
    const section = within(await screen.findByRole("region", { name: "Needs attention" }));
    expect(section.getByText("1 disputed donation")).toBeTruthy();
    expect(
      section.getByRole("link", { name: "Show disputed donations" }).getAttribute("href"),
    ).toBe("/dashboard/donations?status=disputed");
    expect(await section.findByText("The template is switched off")).toBeTruthy();
    expect(await section.findByText("550 No such mailbox")).toBeTruthy();
    const logLink = section.getByRole("link", { name: "Show in the delivery log: held emails" });
    expect(logLink.getAttribute("href")).toBe("/dashboard/settings/delivery-log?status=held");
    await user.click(section.getByRole("button", { name: "Send again to failed@example.org" }));
    expect(callsOf("POST /api/email-outbox/:id/resend")).toEqual([]);
    await user.click(await screen.findByRole("button", { name: "Send again" }));
    expect(await screen.findByText("The email will go out within a minute")).toBeTruthy();
    const resendCalls = callsOf("POST /api/email-outbox/:id/resend");
    expect(resendCalls.map(({ url }) => url)).toEqual([`/api/email-outbox/${mails[1]?.id}/resend`]);
    await waitFor(() => expect(callsOf("GET /api/payment-status").length).toBeGreaterThan(1));
  });

  test.each([
    [1, "1 new volunteer application"],
    [12, "12 new volunteer applications"],
  ])("AVOL-03: links to the %i pending applications", async (pendingCount, message) => {
    openPage({}, pendingCount);
    const section = within(await screen.findByRole("region", { name: "Needs attention" }));
    expect(section.getByText(message)).toBeTruthy();
    const link = section.getByRole("link", { name: "Show new applications" });
    expect(link.getAttribute("href")).toBe("/dashboard/volunteers?status=pending");
  });

  test("ATEST-02, HIGH-27: links to the stories and highlights that wait for review", async () => {
    const { callsOf } = openPage({}, 0, { stories: 1, highlights: 12 });
    const section = within(await screen.findByRole("region", { name: "Needs attention" }));
    expect(section.getByText("1 story to review")).toBeTruthy();
    expect(await section.findByText("12 highlights to review")).toBeTruthy();
    expect(section.getByRole("link", { name: "Review stories" }).getAttribute("href")).toBe(
      "/dashboard/testimonials?isActive=false",
    );
    expect(section.getByRole("link", { name: "Review highlights" }).getAttribute("href")).toBe(
      "/dashboard/highlights?isPublished=false",
    );
    expect(callsOf("GET /api/admin/testimonials")[0]?.url).toBe(
      "/api/admin/testimonials?isActive=false&limit=1",
    );
  });

  test("shows nothing when nothing needs attention", async () => {
    openPage({ disputeCount: 0, heldMailCount: 0, failedMailCount: 0 });
    await screen.findByText("No donations yet");
    await waitFor(() => expect(screen.queryByText("Needs attention")).toBeNull());
  });
});
