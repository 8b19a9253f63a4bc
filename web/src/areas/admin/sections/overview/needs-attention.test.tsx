import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { adminApi } from "#testing/admin-api.ts";
import { anAdminDonation, aPaymentStatus } from "#testing/builders.ts";
import { aDonorTask, aListedRecurringDonation, aTribute } from "#testing/donor-builders.ts";
import { anApplication, applicationsOf } from "#testing/volunteer-builders.ts";
import type { fakeApi, FakeCall } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { adminHighlight, adminTestimonial } from "#testing/review-builders.ts";
import { renderApp } from "#testing/render-app.tsx";
import { anOutboxMail } from "#testing/settings-builders.ts";

const createEmail = (status: "held" | "failed", lastError: string) =>
  anOutboxMail({ toEmail: `${status}@example.org`, status, attempts: 1, lastError });
const undeliveredEmails = [
  createEmail("held", "The template is switched off"),
  createEmail("failed", "550 No such mailbox"),
];

const disputedDonation = anAdminDonation({
  firstName: "Ida",
  lastName: "Cole",
  status: "disputed",
});

const openPage = ({
  paymentStatus = { disputeCount: 0 },
  ...overrides
}: Parameters<typeof fakeApi>[0] & {
  readonly paymentStatus?: Parameters<typeof aPaymentStatus>[0];
}) => ({
  ...adminApi({
    "GET /api/donations": { body: [disputedDonation] },
    "GET /api/payment-status": { body: aPaymentStatus(paymentStatus) },
    "GET /api/email-outbox": { body: [] },
    "POST /api/email-outbox/:id/resend": { body: { message: "ok" } },
    ...overrides,
  }),
  ...renderApp("/dashboard"),
});

beforeEach(() => logInAsAdmin());

describe("the Needs attention section", () => {
  test("lists problems with their reasons and links to the log, and resends an email after a confirmation", async () => {
    const { user, callsOf } = openPage({
      paymentStatus: { disputeCount: 1 },
      "GET /api/email-outbox": ({ url }: FakeCall) => ({
        body: undeliveredEmails.filter(({ status }) => url.includes(`status=${status}`)),
      }),
    });
    const section = within(await screen.findByRole("region", { name: "Needs attention" }));
    expect(await section.findByText("1 disputed donation")).toBeTruthy();
    expect(section.getByRole("link", { name: "Ida Cole" }).getAttribute("href")).toBe(
      `/dashboard/donations?donation=${disputedDonation.id}`,
    );
    expect(
      section.getByRole("link", { name: "Show disputed donations" }).getAttribute("href"),
    ).toBe("/dashboard/donations?status=disputed");
    expect(await section.findByText("The template is switched off")).toBeTruthy();
    expect(await section.findByText("550 No such mailbox")).toBeTruthy();
    const logLink = section.getByRole("link", { name: "Show in the delivery log: held emails" });
    expect(logLink.getAttribute("href")).toBe(
      "/dashboard/settings/delivery-log?status=held&isFormerDemo=false",
    );
    await user.click(section.getByRole("button", { name: "Send again to failed@example.org" }));
    expect(callsOf("POST /api/email-outbox/:id/resend")).toEqual([]);
    await user.click(await screen.findByRole("button", { name: "Send again" }));
    expect(await screen.findByText("The email will go out within a minute")).toBeTruthy();
    const resendCalls = callsOf("POST /api/email-outbox/:id/resend");
    expect(resendCalls.map(({ url }) => url)).toEqual([
      `/api/email-outbox/${undeliveredEmails[1]?.id}/resend`,
    ]);
  });

  test("AVOL-03: names the applicants who have waited longest and links to all of them", async () => {
    const { callsOf } = openPage({
      "GET /api/volunteer-applications": applicationsOf(
        [anApplication(), anApplication({ firstName: "Omar", city: "Unknown", state: null })],
        12,
      ),
    });
    const section = within(await screen.findByRole("region", { name: "Needs attention" }));
    expect(section.getByText("12 new volunteer applications")).toBeTruthy();
    expect(section.getByRole("link", { name: "Dana Newcomer" }).parentElement?.textContent).toBe(
      "Dana Newcomer Fort Worth, TX",
    );
    expect(section.getByRole("link", { name: "Omar Newcomer" })).toBeTruthy();
    const link = section.getByRole("link", { name: "Show new applications" });
    expect(link.getAttribute("href")).toBe("/dashboard/volunteers?status=pending");
    expect(callsOf("GET /api/volunteer-applications").map(({ url }) => url)).toContain(
      "/api/volunteer-applications?status=pending&sort=createdAt&limit=3",
    );
  });

  test("AVOL-07: approves an applicant with two clicks", async () => {
    const application = anApplication();
    let applications = [application];
    const { press, callsOf } = openPage({
      "GET /api/volunteer-applications": (call) => applicationsOf(applications)(call),
      "POST /api/volunteer-applications/:id/approve": () => {
        applications = [];
        return { body: { message: "Application approved" } };
      },
    });
    await press("Approve Dana Newcomer");
    await press("Approve application");
    expect(await screen.findByText("Application approved")).toBeTruthy();
    expect(callsOf("POST /api/volunteer-applications/:id/approve")[0]?.url).toBe(
      `/api/volunteer-applications/${application.id}/approve`,
    );
    await waitFor(() => expect(screen.queryByText("Needs attention")).toBeNull());
  });

  test("ATEST-02, HIGH-27: names the authors of stories and highlights awaiting review", async () => {
    openPage({
      "GET /api/admin/testimonials": {
        body: [adminTestimonial({ name: "Della Reed", title: "Sergeant" })],
      },
      "GET /api/admin/volunteer-highlights/all": {
        body: [adminHighlight({ title: "Socks", volunteerName: "Wanda Quillfeather" })],
        total: 12,
      },
    });
    const section = within(await screen.findByRole("region", { name: "Needs attention" }));
    expect(await section.findByText("1 story to review")).toBeTruthy();
    expect(section.getByText("Della Reed")).toBeTruthy();
    expect(await section.findByText("12 highlights to review")).toBeTruthy();
    expect(section.getByText("Wanda Quillfeather and 11 more")).toBeTruthy();
    expect(section.getByRole("link", { name: "Review stories" }).getAttribute("href")).toBe(
      "/dashboard/testimonials?isActive=false",
    );
    expect(section.getByRole("link", { name: "Review highlights" }).getAttribute("href")).toBe(
      "/dashboard/highlights?isPublished=false",
    );
  });

  test("lists due tasks, oldest first, and marks one as done with one click", async () => {
    const [late, today] = [
      aDonorTask({ donorName: "Ann Lee", text: "Call about the drive", dueOn: "2026-11-02" }),
      aDonorTask({ donorName: "Bo Reed", dueOn: "2026-11-20" }),
    ];
    let tasks = [late, today];
    const { user, callsOf } = openPage({
      "GET /api/donor-tasks": () => ({ body: tasks, total: tasks.length + 9 }),
      "PUT /api/donor-tasks/:id": () => {
        tasks = [today];
        const { donorName: _name, isDue: _isDue, ...task } = late;
        return { body: { ...task, isDone: true, doneAt: task.updatedAt, doneBy: "admin" } };
      },
    });
    const section = within(await screen.findByRole("region", { name: "Needs attention" }));
    expect(await section.findByText("11 tasks are due")).toBeTruthy();
    expect(section.getByText("The rest appear once these are done.")).toBeTruthy();
    const link = section.getByRole("link", { name: "Ann Lee" });
    expect(link.getAttribute("href")).toBe(`/dashboard/donations/donors/${late.donorId}`);
    expect(link.parentElement?.textContent).toBe("Ann Lee Call about the drive Nov 2, 2026");
    await user.click(section.getByRole("button", { name: "Done: Call about the drive" }));
    await waitFor(() => expect(section.queryByText("Ann Lee")).toBeNull());
    expect(section.getByText("Bo Reed")).toBeTruthy();
    expect(callsOf("GET /api/donor-tasks")[0]?.url).toBe("/api/donor-tasks?isDue=true&limit=10");
    expect(callsOf("PUT /api/donor-tasks/:id").map(({ url, body }) => [url, body])).toEqual([
      [`/api/donor-tasks/${late.id}`, { isDone: true }],
    ]);
  });

  test("names the recipients of cards to print today, and links to those cards", async () => {
    const { callsOf } = openPage({
      "GET /api/tributes": { body: [aTribute(), aTribute({ recipientName: "June" })], total: 5 },
    });
    const section = within(await screen.findByRole("region", { name: "Needs attention" }));
    expect(await section.findByText("5 cards to print and mail")).toBeTruthy();
    expect(section.getByText("To Ruth, June and 3 more")).toBeTruthy();
    const filters = "state=waiting&isPostal=true&isDue=true";
    expect(section.getByRole("link", { name: "Show cards to print" }).getAttribute("href")).toBe(
      `/dashboard/donations/tributes?${filters}`,
    );
    expect(callsOf("GET /api/tributes")[0]?.url).toBe(`/api/tributes?${filters}&limit=3`);
  });

  test("names donors whose monthly gifts are failing, and links to those gifts", async () => {
    const { callsOf } = openPage({
      "GET /api/admin/recurring-donations": {
        body: [aListedRecurringDonation({ status: "past_due" })],
      },
    });
    const section = within(await screen.findByRole("region", { name: "Needs attention" }));
    expect(await section.findByText("1 monthly gift is failing")).toBeTruthy();
    expect(section.getByText("Priya Nair")).toBeTruthy();
    expect(section.getByRole("link", { name: "Show failing gifts" }).getAttribute("href")).toBe(
      "/dashboard/donations/monthly?status=past_due",
    );
    expect(callsOf("GET /api/admin/recurring-donations")[0]?.url).toBe(
      "/api/admin/recurring-donations?status=past_due&limit=3",
    );
  });

  test("shows nothing when nothing needs attention", async () => {
    openPage({});
    await screen.findByText("Donor0 Nair");
    await waitFor(() => expect(screen.queryByText("Needs attention")).toBeNull());
  });
});
