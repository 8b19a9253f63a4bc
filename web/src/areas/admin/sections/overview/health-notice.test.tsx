import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import type { MailPause } from "#data/email-outbox/resource.ts";
import { adminApi } from "#testing/admin-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { aDeployment } from "#testing/settings-builders.ts";

const openOverview = (
  problems: ReturnType<typeof aDeployment>["problems"],
  pause: MailPause | null = null,
) => {
  const { callsOf } = adminApi({
    "GET /api/health/deployment": { body: aDeployment({ problems }) },
    "GET /api/email-outbox/pause": { body: { pause } },
  });
  renderApp("/dashboard");
  return callsOf;
};

beforeEach(() => logInAsAdmin());

describe("threat 60: the overview's notice about what has stopped", () => {
  test.each([
    [
      "jobs",
      "Your site's scheduled jobs have stopped",
      "Scheduled jobs are late: send-emails. See docs/operate/monitoring.md.",
    ],
    [
      "erasures",
      "People's data can't be erased",
      "ERASURE_KEY lacks the key of earlier erasures. See docs/operate/monitoring.md.",
    ],
    ["emails", "Your site can't send email", "Emails are waiting. See docs/operate/monitoring.md."],
    [
      "database",
      "Your site can't save anything",
      "The database is read-only. See docs/operate/monitoring.md.",
    ],
    [
      "payments",
      "Your site can't take donations",
      "The payment provider can't be reached. See docs/operate/monitoring.md.",
    ],
  ] as const)("says what has stopped and why: %s", async (kind, title, details) => {
    openOverview([{ kind, message: details.split(" See")[0]! }]);
    const notice = (await screen.findByText(title)).closest("[role=alert]");
    expect(notice?.textContent).toContain("Please tell the person who runs your website.");
    expect(notice?.textContent).toContain(details);
  });

  test("shows nothing if everything works or only webhooks have stopped", async () => {
    const callsOf = openOverview([
      {
        kind: "webhooks",
        message: "Payment updates from Stripe (webhooks) have stopped arriving.",
      },
    ]);
    await screen.findByText("Donor0 Nair");
    await waitFor(() => expect(callsOf("GET /api/health/deployment")).not.toEqual([]));
    expect(screen.queryByText(/^Your site/)).toBeNull();
  });
});

describe("the overview's notice about emails that wait", () => {
  const pause: MailPause = {
    reason: "daily_limit",
    until: "2026-11-29T21:00:00Z",
    concernsMassOnly: false,
    dailyLimit: 100,
  };

  test("says until when receipts wait, and why", async () => {
    openOverview([], pause);
    const title = await screen.findByText(/^Emails are waiting until/);
    expect(title.textContent).toBe(
      "Emails are waiting until Nov 29, 2026, 3:00 PM: today's limit of 100 emails is reached",
    );
  });

  test.each([
    ["only statements and announcements wait", { ...pause, concernsMassOnly: true }],
    ["the health notice already says so", { ...pause, reason: "outage" as const }],
  ])("isn't shown if %s", async (_, current) => {
    const callsOf = openOverview([], current);
    await screen.findByText("Donor0 Nair");
    await waitFor(() => expect(callsOf("GET /api/email-outbox/pause")).not.toEqual([]));
    expect(screen.queryByText(/^Emails are waiting until/)).toBeNull();
  });
});
