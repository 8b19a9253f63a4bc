import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { homeData } from "#testing/builders.ts";
import { aParticipant } from "#testing/event-builders.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { staleEditResponse } from "#testing/stale-edit.ts";
import {
  anApplication,
  aQualification,
  aVolunteerRecord,
  volunteerPageReads,
} from "#testing/volunteer-builders.ts";

const volunteer = aVolunteerRecord();
const path = `/dashboard/volunteers/people/${volunteer.id}`;

const visit = async (overrides: Parameters<typeof fakeApi>[0] = {}, record = volunteer) => {
  const api = fakeApi({ ...volunteerPageReads(record), ...overrides });
  const view = renderApp(`/dashboard/volunteers/people/${record.id}`);
  await screen.findByRole("heading", { level: 1, name: record.name });
  return { ...api, ...view };
};

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const region = (name: string) => within(screen.getByRole("region", { name }));

beforeEach(() => logInAsAdmin());

describe("a volunteer's page", () => {
  test("shows contact details, tags, notes, login and hours by month", async () => {
    const { callsOf } = await visit();
    const contact = region("Contact");
    for (const text of ["Ben Turner", "CPR", "drives a van", "Asks for mornings.", "Weekends"]) {
      expect(contact.getByText(text), text).toBeTruthy();
    }
    expect(contact.getByText("Emails about new events").parentElement?.textContent).toContain(
      "Yes",
    );
    expect(region("Login").getByText("Active")).toBeTruthy();
    expect(region("Hours by month").getByText("October 2026")).toBeTruthy();
    expect(contact.queryByText("Donor")).toBeNull();
    const [upcomingUrl, canceledUrl, pastUrl] = await waitFor(() => {
      const urls = callsOf("GET /api/attendance").map(({ url }) => url);
      expect(urls).toHaveLength(3);
      return urls;
    });
    expect(upcomingUrl).toContain(`volunteerId=${volunteer.id}&isUpcoming=true&isCanceled=false`);
    expect(canceledUrl).toContain("isUpcoming=true&isCanceled=true");
    expect(pastUrl).toContain("isUpcoming=false");
    expect(callsOf("GET /api/email-outbox")[0]?.url).toContain(`volunteerId=${volunteer.id}`);
  });

  test("shows canceled shifts as canceled and never under Coming up", async () => {
    const canceledShift = aParticipant({ eventType: "Food Drive", isCanceled: true });
    const awaitedShift = { ...canceledShift, position: 1, eventType: "Fundraiser" };
    const { id, eventId, eventType, date, startTime, endTime, endsNextDay, isCanceled, position } =
      awaitedShift;
    const record = aVolunteerRecord({
      waitlistEntries: [
        { id, eventId, eventType, date, startTime, endTime, endsNextDay, isCanceled, position },
      ],
    });
    await visit(
      {
        "GET /api/attendance": ({ url }) => ({
          body: url.includes("isCanceled=false") ? [] : [canceledShift],
        }),
      },
      record,
    );
    const shifts = region("Shifts");
    expect(await shifts.findByText("No shifts coming up")).toBeTruthy();
    expect(await shifts.findByRole("heading", { name: "Canceled" })).toBeTruthy();
    // One is still ahead, one is past.
    expect(shifts.getAllByText("Food Drive")).toHaveLength(2);
    expect(shifts.getAllByText("Canceled")).toHaveLength(4);
    expect(
      within(shifts.getByRole("list", { name: "On the waiting list" })).getByText("Canceled"),
    ).toBeTruthy();
    expect(shifts.queryByText(/in line/)).toBeNull();
  });

  test("says if the volunteer doesn't want emails about new events", async () => {
    await visit({}, { ...volunteer, wantsNews: false });
    expect(region("Contact").getByText("Turned off")).toBeTruthy();
  });

  test("links to the donor only if the server returns one", async () => {
    const donor = { id: crypto.randomUUID(), donationCount: 2, totalAmount: 75 };
    await visit({}, aVolunteerRecord({ donor }));
    expect(screen.getByRole("link", { name: "$75 in 2 donations" }).getAttribute("href")).toBe(
      `/dashboard/donations/donors/${donor.id}`,
    );
  });

  test("redirects to the volunteer's own URL if the link had the account's ID", async () => {
    fakeApi(volunteerPageReads(volunteer));
    const { currentPath } = renderApp(`/dashboard/volunteers/people/${volunteer.accountId}`);
    await waitFor(() => expect(currentPath()).toBe(path));
  });

  test("is only for administrators with the Volunteers and events area", async () => {
    logInAsAdmin(1, ["giving"]);
    const { callsOf } = fakeApi({
      ...volunteerPageReads(volunteer),
      "GET /api/administrators/owners": { body: [{ username: "admin" }] },
    });
    renderApp(path);
    expect(await screen.findByText(/You don't have access to Volunteers/)).toBeTruthy();
    expect(callsOf("GET /api/volunteers/:id")).toEqual([]);
  });

  test("sends a corrected email with the version, and shows the server's error next to the field", async () => {
    const message = "Another volunteer already has this email address.";
    const { user, callsOf } = await visit({
      "PUT /api/volunteers/:id": {
        status: 400,
        body: {
          message: "Please check the highlighted fields.",
          code: "validation_failed",
          issues: [{ path: "email", message }],
        },
      },
    });
    await user.click(region("Contact").getByRole("button", { name: "Edit" }));
    await user.clear(field("Email (optional)"));
    await user.type(field("Email (optional)"), "tom@example.org");
    await user.click(screen.getByRole("button", { name: "Save volunteer" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(field("Email (optional)").value).toBe("tom@example.org");
    expect(callsOf("PUT /api/volunteers/:id").map(({ body }) => body)).toEqual([
      { email: "tom@example.org", updatedAt: volunteer.updatedAt },
    ]);
    expectLogged("Save volunteer failed");
  });

  test("keeps what was typed if someone else saved first", async () => {
    const { user } = await visit({
      "PUT /api/volunteers/:id": staleEditResponse(["notes"], {
        ...volunteer,
        notes: "Theirs",
        updatedAt: "2026-11-25T15:00:00Z",
      }),
    });
    await user.click(region("Contact").getByRole("button", { name: "Edit" }));
    await user.type(field("Notes (optional)"), " And mine.");
    await user.click(screen.getByRole("button", { name: "Save volunteer" }));
    expect(await screen.findByText(/dana saved/)).toBeTruthy();
    expect(field("Notes (optional)").value).toBe("Asks for mornings. And mine.");
  });

  test("offers to finish an email change if Auth didn't respond", async () => {
    const { login } = volunteer;
    const record = aVolunteerRecord({ login: { ...login, outdatedEmail: "old@example.org" } });
    const { user, callsOf } = await visit(
      { "PUT /api/volunteers/:id": { body: volunteer } },
      record,
    );
    expect(region("Login").getByText(/still logs in with old@example.org/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Finish the change" }));
    expect(await screen.findByText("Grace Turner now logs in with grace@example.org")).toBeTruthy();
    expect(callsOf("PUT /api/volunteers/:id").map(({ body }) => body)).toEqual([
      { email: "grace@example.org" },
    ]);
  });

  test("shows waivers and training that expire, and adds one", async () => {
    const { isLapsing: _isLapsing, hasLapsed: _hasLapsed, ...added } = aQualification();
    const { user, callsOf } = await visit({
      "GET /api/volunteer-qualifications": pagesOf([
        aQualification({ label: "Photos" }),
        aQualification({ kind: "background-check", expiresOn: "2026-12-16", isLapsing: true }),
        aQualification({
          kind: "training",
          expiresOn: "2026-11-01",
          isLapsing: true,
          hasLapsed: true,
        }),
      ]),
      "POST /api/volunteer-qualifications": { status: 201, body: added },
    });
    const card = region("Waivers and training");
    expect(await card.findByText("Waiver: Photos")).toBeTruthy();
    expect(card.getByText("Expires soon")).toBeTruthy();
    expect(card.getByText("Expired")).toBeTruthy();
    await user.click(card.getByRole("button", { name: "Add a waiver or training" }));
    await user.selectOptions(await screen.findByLabelText("Kind"), "Training");
    await user.type(field("Name (optional)"), "CPR");
    await user.click(screen.getByRole("button", { name: "Add qualification" }));
    await waitFor(() =>
      expect(callsOf("POST /api/volunteer-qualifications")[0]?.body).toMatchObject({
        volunteerId: volunteer.id,
        kind: "training",
        label: "CPR",
      }),
    );
  });

  test("AVOL-07, AVOL-10: shows the applications with their history, and undoes a rejection", async () => {
    const rejectedApplication = anApplication({
      status: "rejected",
      reviewedAt: "2026-11-20T18:00:00Z",
      reviewedBy: "coordinator",
    });
    const { user, callsOf } = await visit({
      "GET /api/volunteer-applications": pagesOf([rejectedApplication]),
      "POST /api/volunteer-applications/:id/undo-rejection": { body: { message: "Pending" } },
    });
    const card = region("Applications");
    expect((await card.findByText(/Applied on/)).textContent).toBe(
      "Applied on Nov 19, 2026. Rejected on Nov 20, 2026 by coordinator",
    );
    expect(card.queryByRole("button", { name: /Approve|Reject / })).toBeNull();
    await user.click(card.getByRole("button", { name: "Undo rejection of Dana Newcomer" }));
    await user.click(await screen.findByRole("button", { name: "Undo rejection" }));
    await waitFor(() =>
      expect(callsOf("POST /api/volunteer-applications/:id/undo-rejection")).toHaveLength(1),
    );
    // The page refetches the volunteer.
    await waitFor(() => expect(callsOf("GET /api/volunteers/:id").length).toBeGreaterThan(1));
  });

  test("says when there is no such volunteer", async () => {
    fakeApi({
      "GET /api/home": { body: homeData() },
      "GET /api/volunteers/:id": { status: 404, body: { message: "No.", code: "not_found" } },
    });
    renderApp(path);
    expect(await screen.findByText("We couldn't find the volunteer")).toBeTruthy();
  });
});
