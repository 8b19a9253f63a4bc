import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { HoursCertificate } from "#data/volunteer-event-registrations/queries.ts";
import { anId, homeData } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { hasTokens } from "#testing/fake-supabase.ts";
import { logInAsVolunteer } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const ENDPOINT = "GET /api/volunteer/:volunteerId/hours-certificate";

const createCertificate = (overrides: Partial<HoursCertificate> = {}): HoursCertificate => ({
  organization: {
    name: "Lamplight Care Packages",
    taxId: "00-0142536",
    address: "410 Lantern Street\nFort Worth, TX 76102",
    phone: "(817) 555-0142",
    email: "hello@example.org",
  },
  volunteerName: "Grace Turner",
  shifts: [
    {
      id: anId(),
      eventType: "Food Drive",
      date: "2026-03-08",
      startTime: "01:30:00",
      endTime: "04:00:00",
      endsNextDay: false,
      address: "12 Mill Road, Waco, TX 76701",
      hours: 1.5,
    },
  ],
  handedIn: [],
  shiftHours: 1.5,
  handedInHours: 0,
  totalHours: 1.5,
  since: "2025-09-14",
  years: [2026, 2025],
  issuedOn: "2026-11-21",
  ...overrides,
});

const openCertificate = (
  requestedCertificate: HoursCertificate,
  route = "/volunteer-dashboard/certificate",
) => {
  logInAsVolunteer();
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    [ENDPOINT]: ({ url }) => ({
      body: url.includes("year=2025")
        ? createCertificate({ shifts: [], totalHours: 0 })
        : requestedCertificate,
    }),
  });
  return { ...api, ...renderApp(route) };
};

describe("the certificate of hours", () => {
  test("names the organization, its EIN, the volunteer, each shift and the total, and prints", async () => {
    const { user } = openCertificate(createCertificate());
    const certificateDocument = within(await screen.findByRole("article"));
    expect(
      certificateDocument.getByRole("heading", { name: "Certificate of volunteer hours" }),
    ).toBeTruthy();
    for (const line of [
      "Lamplight Care Packages",
      "EIN 00-0142536",
      "Issued November 21, 2026",
      "Grace Turner",
      "March 8, 2026, Food Drive",
      "1:30 AM – 4:00 AM, 12 Mill Road, Waco, TX 76701",
      "Lamplight Care Packages confirms that Grace Turner volunteered 1.50 hours in 1 shift.",
      "Volunteer since September 14, 2025.",
    ]) {
      expect(certificateDocument.getByText(line)).toBeTruthy();
    }
    expect(certificateDocument.getByRole("row", { name: "Total 1.50" })).toBeTruthy();
    const print = vi.fn<() => void>();
    vi.stubGlobal("print", print);
    await user.click(screen.getByRole("button", { name: "Print" }));
    expect(print).toHaveBeenCalledOnce();
  });

  test("tells the hours of shifts from those handed in, with two decimals that add up", async () => {
    openCertificate(
      createCertificate({
        handedIn: [
          { id: anId(), date: "2026-04-02", activity: "Wrote letters at home", hours: 2.25 },
        ],
        handedInHours: 2.25,
        totalHours: 3.75,
      }),
    );
    const certificateDocument = within(await screen.findByRole("article"));
    expect(certificateDocument.getAllByRole("row").map((row) => row.textContent)).toEqual([
      "ShiftHours",
      expect.stringMatching(/^March 8, 2026, Food Drive1:30 AM – 4:00 AM, .*1\.50$/),
      "April 2, 2026, Wrote letters at homeOutside shifts: handed in and approved2.25",
      "Total3.75",
    ]);
    expect(
      certificateDocument.getByText(
        "Lamplight Care Packages confirms that Grace Turner volunteered 3.75 hours: 1.50 hours in 1 shift, and 2.25 hours outside shifts, which were handed in and approved.",
      ),
    ).toBeTruthy();
  });

  test("keeps the year in the URL, and doesn't show a certificate without hours", async () => {
    const { user, currentPath } = openCertificate(createCertificate());
    await user.selectOptions(await screen.findByLabelText("Year"), "2025");
    expect(await screen.findByText("No confirmed hours in 2025")).toBeTruthy();
    expect(currentPath()).toBe("/volunteer-dashboard/certificate?year=2025");
    expect(screen.queryByRole("button", { name: "Print" })).toBeNull();
    expect(screen.queryByRole("article")).toBeNull();
    await user.selectOptions(screen.getByLabelText("Year"), "All years");
    expect(await screen.findByRole("article")).toBeTruthy();
    expect(currentPath()).toBe("/volunteer-dashboard/certificate");
  });

  test("ignores an invalid year", async () => {
    const { callsOf } = openCertificate(
      createCertificate(),
      "/volunteer-dashboard/certificate?year=20x6",
    );
    await screen.findByRole("article");
    expect(callsOf(ENDPOINT).map(({ url }) => url.split("?")[1])).toEqual([undefined]);
  });

  test("shows a notice if the organization's details are missing", async () => {
    openCertificate(createCertificate({ organization: null }));
    expect(await screen.findByText("The organization's details are missing")).toBeTruthy();
    expect(screen.queryByText(/EIN 00/)).toBeNull();
  });

  test("threat 10: logs out a volunteer whose account has been closed", async () => {
    logInAsVolunteer();
    fakeApi({ "GET /api/home": { body: homeData() }, [ENDPOINT]: { status: 403 } });
    renderApp("/volunteer-dashboard/certificate");
    expect(
      await screen.findByText("Your volunteer account isn't active. Please contact us."),
    ).toBeTruthy();
    expect(hasTokens("volunteer")).toBe(false);
  });
});
