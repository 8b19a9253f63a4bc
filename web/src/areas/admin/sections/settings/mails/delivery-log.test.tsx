import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { MailPause } from "#data/email-outbox/resource.ts";
import { homeData } from "#testing/builders.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { anOutboxMail } from "#testing/settings-builders.ts";

const RESEND_ROUTE = "POST /api/email-outbox/:id/resend";
const sentEmail = anOutboxMail({
  status: "sent",
  subject: "Thank you for your gift of $50.00",
  toEmail: "sent@example.org",
  attempts: 1,
  sentAt: "2026-11-21T15:01:00Z",
});
const queuedEmail = anOutboxMail({
  toEmail: "waiting@example.org",
  attempts: 3,
  lastError: "The mail server does not answer",
  nextAttemptAt: "2099-11-21T15:30:00Z",
});
const heldEmail = anOutboxMail({
  toEmail: "held@example.org",
  status: "held",
  lastError: 'The template "Donation Confirmation" is inactive.',
  isTest: true,
});

const openPage = (overrides: Parameters<typeof fakeApi>[0] = {}, search = "") => {
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/email-outbox": pagesOf([sentEmail, queuedEmail, heldEmail]),
    "GET /api/email-outbox/pause": { body: { pause: null } },
    [RESEND_ROUTE]: { body: { message: "The email has been queued again" } },
    ...overrides,
  });
  const view = renderApp(`/dashboard/settings/delivery-log${search}`);
  const readLastQuery = () =>
    new URL(api.callsOf("GET /api/email-outbox").at(-1)?.url ?? "", "http://x.test").searchParams;
  return { ...api, ...view, readLastQuery };
};
const findRow = async (text: string) => within((await screen.findByText(text)).closest("tr")!);

beforeEach(() => logInAsAdmin());

describe("the delivery log", () => {
  test("shows each email's recipient, type, date, status, error, and next attempt", async () => {
    openPage();
    const sentRow = await findRow("sent@example.org");
    expect(sentRow.getByText("Thank you for your gift of $50.00")).toBeTruthy();
    expect(sentRow.getByText("Donation Confirmation")).toBeTruthy();
    expect(sentRow.getByText("Sent")).toBeTruthy();
    expect(sentRow.getByText("Nov 21, 2026, 9:01 AM")).toBeTruthy();
    const queuedRow = await findRow("waiting@example.org");
    expect(queuedRow.getByText("Waiting")).toBeTruthy();
    expect(queuedRow.getByText("The mail server does not answer")).toBeTruthy();
    expect(queuedRow.getByText("3 attempts")).toBeTruthy();
    expect(queuedRow.getByText(/Next attempt/).textContent).toBe(
      "Next attempt Nov 21, 2099, 9:30 AM",
    );
    expect(queuedRow.queryByRole("button"), "pending emails need no resend button").toBeNull();
    const heldRow = await findRow("held@example.org");
    expect(heldRow.getByText("Held back")).toBeTruthy();
    expect(heldRow.getByText("Test")).toBeTruthy();
  });

  const pause: MailPause = {
    reason: "daily_limit",
    until: "2026-11-29T21:00:00Z",
    concernsMassOnly: false,
    dailyLimit: 1500,
  };
  test.each([
    [
      pause,
      "Emails are waiting until Nov 29, 2026, 3:00 PM: today's limit of 1,500 emails is reached",
    ],
    [
      { ...pause, concernsMassOnly: true },
      "Emails are waiting until Nov 29, 2026, 3:00 PM: statements and announcements have used their share of today's limit of 1,500 emails",
    ],
    [
      { ...pause, reason: "provider_limit" as const, dailyLimit: null },
      "Emails are waiting until Nov 29, 2026, 3:00 PM: our email provider isn't taking any more emails for now",
    ],
    [
      { ...pause, reason: "outage" as const },
      "Emails are waiting until Nov 29, 2026, 3:00 PM: our email provider can't be reached or isn't accepting our emails",
    ],
  ])("says why emails wait and until when: %j", async (current, title) => {
    openPage({ "GET /api/email-outbox/pause": { body: { pause: current } } });
    const notice = (await screen.findByText(/^Emails are waiting until/)).closest("div")!;
    expect(notice.querySelector("p")?.textContent).toBe(title);
    const hasLink = within(notice).queryByRole("link") !== null;
    expect(hasLink).toBe(current.reason !== "outage" && !current.concernsMassOnly);
    expect(within(notice).queryByText(/No email is lost/) === null).toBe(current.concernsMassOnly);
  });

  test("shows no time for an email that only waits for its turn", async () => {
    const waiting = { ...queuedEmail, attempts: 0, nextAttemptAt: "2026-11-21T15:00:00Z" };
    openPage({ "GET /api/email-outbox": pagesOf([waiting]) });
    const row = await findRow("waiting@example.org");
    expect(row.getByText("Waiting")).toBeTruthy();
    expect(row.queryByText(/Scheduled for|Next attempt/)).toBeNull();
  });

  test("starts with the filter in the URL, then filters by status and type and searches", async () => {
    const { user, readLastQuery } = openPage({}, "?status=held");
    await screen.findByText("held@example.org");
    expect(readLastQuery().get("status")).toBe("held");
    await user.selectOptions(screen.getByLabelText("Email type"), "Event Reminder");
    await user.selectOptions(screen.getByLabelText("Status"), "Failed");
    await user.type(screen.getByLabelText("Search"), "ann");
    const expected = { status: "failed", templateName: "Event Reminder", search: "ann" };
    await waitFor(() => expect(Object.fromEntries(readLastQuery())).toMatchObject(expected));
  });

  test("resends an email after a confirmation that explains the effect", async () => {
    const { press, callsOf } = openPage();
    await press("Send again to sent@example.org");
    expect(await screen.findByText(/they'll get it twice/)).toBeTruthy();
    await press("Cancel");
    expect(callsOf(RESEND_ROUTE)).toEqual([]);
    await press("Send again to held@example.org");
    await press("Send again");
    expect(await screen.findByText("The email will go out within a minute")).toBeTruthy();
    expect(callsOf(RESEND_ROUTE).map(({ url }) => url)).toEqual([
      `/api/email-outbox/${heldEmail.id}/resend`,
    ]);
    await waitFor(() => expect(callsOf("GET /api/email-outbox").length).toBeGreaterThan(1));
  });

  test("says that a retention rule deleted an email's text, and doesn't offer to resend the email", async () => {
    openPage({
      "GET /api/email-outbox": pagesOf([{ ...sentEmail, subject: null, isEmptied: true }]),
    });
    const row = await findRow("sent@example.org");
    expect(row.getByText("Text deleted")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Send again/ })).toBeNull();
  });

  test("offers to resend failed emails only if there are some", async () => {
    openPage();
    await findRow("sent@example.org");
    expect(screen.queryByRole("button", { name: "Send all failed emails again" })).toBeNull();
  });

  test("resends every failed email at once after an outage", async () => {
    const { press, callsOf } = openPage({
      "GET /api/email-outbox": pagesOf([{ ...queuedEmail, status: "failed" }]),
      "POST /api/email-outbox/resend-failed": { body: { count: 3 } },
    });
    await press("Send all failed emails again");
    await press("Send them again");
    expect(await screen.findByText("3 emails will go out again")).toBeTruthy();
    expect(callsOf("POST /api/email-outbox/resend-failed")).toHaveLength(1);
  });

  test("shows why the server refused to resend an email", async () => {
    const { press } = openPage({
      [RESEND_ROUTE]: { status: 409, body: { message: "It is on its way." } },
    });
    await press("Send again to sent@example.org");
    await press("Send again");
    expect(await screen.findByText("It is on its way.")).toBeTruthy();
    expectLogged("An email could not be resent");
  });

  test("shows an empty state if there are no emails", async () => {
    openPage({ "GET /api/email-outbox": pagesOf([]) });
    expect(await screen.findByText("No emails yet")).toBeTruthy();
  });
});
