import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { homeData } from "#testing/builders.ts";
import { aDeployment, donationSettings, systemStatus } from "#testing/settings-builders.ts";
import { fakeApi, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

beforeEach(() => logInAsAdmin());

const readFacts = (container: HTMLElement) =>
  Object.fromEntries(
    within(container)
      .getAllByRole("term")
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

describe("System Status", () => {
  const openPage = (response: FakeResponse | (() => FakeResponse)) => {
    const api = fakeApi({
      "GET /api/home": { status: 503 },
      "GET /api/system-status": response,
      "GET /api/settings": { body: donationSettings() },
      "GET /api/health/deployment": { body: aDeployment() },
    });
    return { ...api, ...renderApp("/dashboard/settings/system-status") };
  };

  test("says what is unusual about the site's traffic, and stays green", async () => {
    openPage({
      body: systemStatus({
        unusualTraffic: [
          { kind: "refused", count: 12_000 },
          { kind: "unpaid", count: 412 },
        ],
      }),
    });
    const notice = (await screen.findByText("Unusual traffic")).parentElement;
    expect(notice?.textContent).toContain("12,000 requests");
    expect(notice?.textContent).toContain("412 payments were started");
    expect(screen.getByText("Everything is working.")).toBeTruthy();
  });

  test("ACONT-26: shows the state of Database, Payment Processing, and Email Service in words", async () => {
    openPage({
      body: systemStatus({
        payments: { state: "refused", refusedLists: ["Disputes"], milliseconds: 80, isLive: true },
        mail: {
          state: "failing",
          milliseconds: 5000,
          waitingCount: 1204,
          oldestWaitingAt: "2026-11-20T14:00:00Z",
          heldCount: 1,
          failedCount: 2,
          senderRanAt: "2026-11-20T14:59:00Z",
          pause: null,
        },
        jobs: [
          { name: "send-emails", state: "late", ranAt: "2026-11-20T14:00:00Z" },
          { name: "sweep-uploads", state: "never", ranAt: null },
        ],
      }),
    });
    const services = readFacts(await screen.findByRole("region", { name: "Services" }));
    expect(services["Database"]).toBe("Working");
    expect(services["Payment Processing"]).toBe("Not accepting our keyStripe");
    expect(services["Email Service"]).toMatch(
      /^Not responding1,204 waiting, 1 held back, 2 failed\. Oldest waiting since Nov 20, 2026, 8:00.AM$/,
    );
    expect(services["Database clock"]).toMatch(/^Nov 20, 2026, 9:00.AM$/);
    expect(services["Database response time"]).toBe("4 ms");
    expect(services["Our Stripe key has no access to"]).toBe("Disputes");
    expect(services["Email sender last ran"]).toMatch(/^Nov 20, 2026, 8:59.AM$/);
    expect(services["Email Service response time"]).toBe("5,000 ms");
    const jobs = readFacts(screen.getByRole("region", { name: "Scheduled jobs" }));
    expect(jobs["Send emails"]).toMatch(/^Late · Nov 20, 2026, 8:00.AM$/);
    expect(jobs["Clean up unused uploads"]).toBe("Hasn't run yet");
    const details = screen.getAllByText("Technical details")[0]?.closest("details");
    expect(details?.open).toBe(false);
    expect(details?.textContent).toContain("Scheduled jobs");
    expect(details?.textContent).not.toContain("File StorageWorking");
  });

  test.each([
    ["working", "Working"],
    ["slow", "Working, but slow"],
    ["failing", "Not responding"],
    ["refused", "Not accepting our key"],
  ] as const)("describes a service whose state is %s", async (state, message) => {
    openPage({ body: systemStatus({ storage: { state, milliseconds: 9 } }) });
    const services = readFacts(await screen.findByRole("region", { name: "Services" }));
    expect(services["File Storage"]).toBe(message);
    expect(services["File Storage response time"]).toBe("9 ms");
  });

  const lateJob = { name: "send-emails", state: "late", ranAt: null } as const;
  test.each([
    ["Everything is working.", {}],
    [
      "Everything is working.",
      { jobs: [{ name: "sweep-uploads", state: "never", ranAt: null } as const] },
    ],
    ["The job “Send emails” is late.", { jobs: [lateJob] }],
    ["2 scheduled jobs are late.", { jobs: [lateJob, { ...lateJob, name: "sweep-uploads" }] }],
    [
      "The database is slow, file storage isn't responding, and the job “Send emails” is late.",
      {
        database: { state: "slow", milliseconds: 900, time: "2026-11-20T15:00:00Z" } as const,
        storage: { state: "failing", milliseconds: 5000 } as const,
        jobs: [lateJob],
      },
    ],
  ])("sums up the status as “%s”", async (sentence, status) => {
    openPage({ body: systemStatus(status) });
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  const mail = { ...systemStatus().mail, failedCount: 1 };
  test("describes failed emails in the same words as the overview, and links to them", async () => {
    openPage({ body: systemStatus({ mail: { ...mail, heldCount: 2 } }) });
    expect(
      await screen.findByText(
        "Every service is working, but 1 email couldn't be delivered and 2 emails are held back.",
      ),
    ).toBeTruthy();
    const link = screen.getByRole("link", { name: /^Show in the delivery log/ });
    expect(link.getAttribute("href")).toBe(
      "/dashboard/settings/delivery-log?status=failed&isFormerDemo=false",
    );
  });

  const until = "2026-11-20T21:00:00Z";
  test.each([
    ["daily_limit", "Everything is working.", /today's limit of 100 emails is reached/],
    ["outage", "The email service isn't accepting our emails.", /our email provider can't be/],
  ] as const)(
    "shows that emails wait because of %s, which is a problem only if it's an outage",
    async (reason, sentence, explanation) => {
      const pause = { reason, until, concernsMassOnly: false, dailyLimit: 100 };
      openPage({ body: systemStatus({ mail: { ...systemStatus().mail, pause } }) });
      expect(await screen.findByText(sentence)).toBeTruthy();
      expect(screen.getByText(explanation).textContent).toContain("Nov 20, 2026, 3:00 PM");
    },
  );

  test("threat 72: shows what /api/health reports, even if every service responds", async () => {
    const message = "No email has been accepted for 15 minutes, although emails are waiting.";
    openPage({ body: systemStatus({ problems: [{ kind: "emails", message }] }) });
    expect(await screen.findByText("Part of your site isn't working.")).toBeTruthy();
    const notice = screen.getByText("Your site can't send email").closest("[role=alert]");
    expect(notice?.textContent).toContain(message);
  });

  test("mentions failed emails after the services that have problems", async () => {
    openPage({
      body: systemStatus({ storage: { state: "slow", milliseconds: 900 }, mail }),
    });
    const sentence = "File storage is slow and 1 email couldn't be delivered.";
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  const stripe = { state: "working" as const, milliseconds: 80, refusedLists: [] };
  test.each([
    ["Payments are a demo, and emails aren't sent.", {}],
    [
      "Payments are in Stripe's test mode.",
      {
        payments: { ...stripe, isLive: false },
        mail: { ...systemStatus().mail, state: "working" as const },
      },
    ],
    ["Emails aren't sent.", { payments: { ...stripe, isLive: true } }],
  ])("adds the note “%s” to the summary", async (note, status) => {
    openPage({ body: systemStatus(status) });
    expect(await screen.findByText("Everything is working.")).toBeTruthy();
    expect(screen.getByText(note)).toBeTruthy();
  });

  test("says which services are not set up or not in use", async () => {
    openPage({
      body: systemStatus({
        payments: { state: "off", milliseconds: null, isLive: false, refusedLists: [] },
      }),
    });
    const services = readFacts(await screen.findByRole("region", { name: "Services" }));
    expect(services["Payment Processing"]).toBe("Not set up");
    expect(services["Email Service"]).toContain("Written to the log, not sent");
    expect(services["AI Writing"]).toBe("Not in use");
  });

  test("checks again on Refresh and hides the previous status after a failure", async () => {
    let response: FakeResponse = { body: systemStatus() };
    const { user, callsOf } = openPage(() => response);
    await screen.findByRole("region", { name: "Services" });
    response = { status: 503 };
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    expect(await screen.findByText("We couldn't check the status")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Services" })).toBeNull();
    expect(callsOf("GET /api/system-status").length).toBeGreaterThan(1);
  });
});

describe("Site Configuration", () => {
  test.each(["site-configuration", "system-status"])(
    "ACONT-25: shows the settings and the server setup without fields to edit them, under %s",
    async (panel) => {
      fakeApi({
        "GET /api/home": { body: homeData() },
        "GET /api/system-status": { body: systemStatus() },
        "GET /api/settings": {
          body: donationSettings({
            giftLevels: [{ amount: 25, label: "Half a box" }],
            packagePrice: 55,
          }),
        },
        // Like the server, reject requests without authorization.
        "GET /api/health/deployment": ({ headers }: FakeCall) =>
          headers.has("authorization") ? { body: aDeployment() } : { status: 401 },
      });
      renderApp(`/dashboard/settings/${panel}`);
      const main = await screen.findByRole("main");
      await within(main).findByText("https://www.example.org");
      await waitFor(() => expect(readFacts(main)["Gift levels"]).toBe("$25 Half a box"));
      expect(readFacts(main)).toMatchObject({
        Name: "Lamplight Care Packages",
        "Time zone": "America/Chicago",
        "Online donations": "$1 to $100,000",
        "Cost of one care package": "$55",
        Version: "1.2.0",
        Payments: "Stripe",
        Emails: "Sent by a mail server (SMTP)",
        "New volunteers confirm their email": "On",
        Captcha: "Off",
        Uploads: "Up to 10 MB; images as JPEG, PNG, WEBP, GIF, AVIF up to 50 megapixels",
      });
      expect(within(main).queryAllByRole("textbox")).toEqual([]);
    },
  );
});
