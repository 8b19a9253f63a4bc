import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import {
  aVolunteer,
  aVolunteerMergeSide,
  aVolunteerRecord,
  volunteerPageReads,
} from "#testing/volunteer-builders.ts";

const ID = "5f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a11";
const OTHER_ID = "6f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a12";
const PATH = `/dashboard/volunteers/people/${ID}`;
const volunteer = aVolunteerRecord({ id: ID, name: "Ann Lee" });
const merge = {
  id: "7f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a13",
  keptId: ID,
  mergedId: OTHER_ID,
  mergedName: "Anna Lee",
  mergedEmail: "anna@example.org",
  registrationCount: 2,
  mergedBy: "admin",
  mergedAt: "2026-11-01T15:00:00Z",
  undoUntil: "2026-12-01T15:00:00Z",
  undoneBy: null,
  undoneAt: null,
  isPermanent: false,
};
const preview = {
  kept: aVolunteerMergeSide({
    id: ID,
    name: "Ann Lee",
    email: "ann@example.org",
    addresses: ["ann@example.org"],
    login: { email: "ann@example.org", isSetUp: true, lastLoginAt: null },
    notes: "Calls first.",
    tags: ["CPR"],
    emergencyContactName: "Ben Lee",
    emergencyContactPhone: "555 0100",
    totalHours: 4,
  }),
  merged: aVolunteerMergeSide({
    id: OTHER_ID,
    name: "Anna Lee",
    email: "anna@example.org",
    addresses: ["anna@example.org"],
    login: { email: "anna@example.org", isSetUp: false, lastLoginAt: null },
    phone: "817 555 0100",
    notes: "Has a van.",
    tags: ["CPR"],
    zipCode: "76102",
    city: "Fort Worth",
    state: "TX",
    emergencyContactName: "Ben Lee",
    emergencyContactPhone: "555 0199",
    totalHours: 1,
    waitingCount: 1,
  }),
  totalHours: 3,
  packagesHelped: 60,
  sharedShifts: [
    {
      eventId: merge.id,
      eventType: "Food Drive",
      date: "2026-11-03",
      keptAttendance: "absent",
      mergedAttendance: "confirmed",
    },
  ],
} as const;

const visit = (overrides: Parameters<typeof fakeApi>[0] = {}, path = PATH) => {
  const api = fakeApi({
    ...volunteerPageReads(volunteer),
    "GET /api/volunteer-merges/preview": { body: preview },
    ...overrides,
  });
  return { ...api, ...renderApp(path) };
};

/** Responds to the first request with the first body, and to later requests with the second. */
const respondInTurn = (first: unknown, second: unknown) => {
  const bodies = [first];
  return () => ({ body: bodies.shift() ?? second });
};

beforeEach(() => logInAsAdmin(1, ["volunteers"]));

describe("merging volunteers", () => {
  test("says what will happen, asks only about fields whose values differ, and sends both versions", async () => {
    const { user, callsOf } = visit({
      "GET /api/volunteers": pagesOf([
        aVolunteer({ id: ID, name: "Ann Lee" }),
        aVolunteer({ id: OTHER_ID, name: "Anna Lee" }),
      ]),
      "POST /api/volunteer-merges": { status: 201, body: merge },
    });
    await user.click(await screen.findByRole("button", { name: "Merge" }));
    await user.type(screen.getByRole("combobox", { name: "Other volunteer" }), "lee");
    await user.click(await screen.findByRole("option", { name: /^Anna Lee/ }));
    const form = await screen.findByRole("form", { name: "Merge volunteers" });
    const { textContent } = form.closest("dialog")!;
    for (const text of [
      "Logs in with ann@example.org",
      "Hasn't set up their account yet",
      "1 hour, 2 sign-ups, 1 place in line",
      "Together, they volunteered 3 hours and packed 60 packages.",
      "Both signed up for the same shift, so it counts only once:",
      "Food Drive on Nov 3, 2026: attended",
      "Afterward, only ann@example.org can log in.",
    ]) {
      expect(textContent, text).toContain(text);
    }
    const questions = within(form).getAllByRole("combobox");
    expect(questions.map((question) => (question as HTMLSelectElement).name)).toEqual([
      "name",
      "emergencyContact",
      "notes",
    ]);
    await user.selectOptions(within(form).getByLabelText("Name"), "Anna Lee");
    await user.click(within(form).getByRole("button", { name: "Merge volunteers" }));
    await screen.findAllByText("The volunteers were merged");
    expect(callsOf("POST /api/volunteer-merges").map(({ body }) => body)).toEqual([
      {
        keptId: ID,
        mergedId: OTHER_ID,
        keptUpdatedAt: preview.kept.updatedAt,
        mergedUpdatedAt: preview.merged.updatedAt,
        choices: {
          name: "merged",
          email: "kept",
          phone: "merged",
          location: "merged",
          availability: "kept",
          interests: "kept",
          emergencyContact: "kept",
          notes: "both",
          tags: "both",
        },
      },
    ]);
    await waitFor(() => expect(callsOf("GET /api/volunteers/:id").length).toBeGreaterThan(1));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("asks which email to keep only if neither has an account, and says which login is moved", async () => {
    const previewWithoutLogins = {
      ...preview,
      kept: { ...preview.kept, login: null },
      merged: { ...preview.merged, login: null },
    };
    const { unmount } = visit(
      { "GET /api/volunteer-merges/preview": { body: previewWithoutLogins } },
      `${PATH}?merge=${OTHER_ID}`,
    );
    const form = await screen.findByRole("form", { name: "Merge volunteers" });
    expect(within(form).getByLabelText("Email")).toBeTruthy();
    unmount();

    visit(
      {
        "GET /api/volunteer-merges/preview": {
          body: { ...preview, kept: previewWithoutLogins.kept, sharedShifts: [] },
        },
      },
      `${PATH}?merge=${OTHER_ID}`,
    );
    expect(
      await screen.findByText(
        "The volunteer you keep will log in with anna@example.org, which becomes their email address.",
      ),
    ).toBeTruthy();
    expect(screen.queryByLabelText("Email")).toBeNull();
  });

  test("offers to keep the other volunteer if this one can't be kept", async () => {
    const message = "The volunteer you're keeping hasn't set up their account yet.";
    visit(
      {
        "GET /api/volunteer-merges/preview": {
          status: 409,
          body: { message, code: "not_mergeable" },
        },
      },
      `${PATH}?merge=${OTHER_ID}`,
    );
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole("form", { name: "Merge volunteers" })).toBeNull();
    const link = screen.getByRole("link", { name: "Keep the other one instead" });
    expect(link.getAttribute("href")).toBe(`/dashboard/volunteers/people/${OTHER_ID}?merge=${ID}`);
  });

  test("reloads both volunteers when one of them has changed, and keeps the choices", async () => {
    const message = "This has changed since you opened it. Please reload and try again.";
    const { user, callsOf } = visit(
      { "POST /api/volunteer-merges": { status: 409, body: { message, code: "conflict" } } },
      `${PATH}?merge=${OTHER_ID}`,
    );
    const form = await screen.findByRole("form", { name: "Merge volunteers" });
    await user.selectOptions(within(form).getByLabelText("Name"), "Anna Lee");
    await user.click(within(form).getByRole("button", { name: "Merge volunteers" }));
    expect(await screen.findAllByText(message)).not.toEqual([]);
    await waitFor(() => expect(callsOf("GET /api/volunteer-merges/preview")).toHaveLength(2));
    expect(within(form).getByLabelText<HTMLSelectElement>("Name").value).toBe("merged");
    expectLogged("Merge volunteers failed");
  });
});

describe("the volunteer that a merge kept", () => {
  test("shows the merge, and undoes it after a confirmation", async () => {
    const { user, callsOf } = visit({
      "GET /api/volunteer-merges": respondInTurn(
        [merge],
        [{ ...merge, undoneBy: "admin", undoneAt: "2026-11-02T15:00:00Z" }],
      ),
      "POST /api/volunteer-merges/:id/undo": { body: merge },
    });
    const region = await screen.findByRole("region", { name: "Merged" });
    expect(region.textContent).toContain(
      "anna@example.org, 2 sign-ups, merged by admin on Nov 1, 2026.",
    );
    await user.click(within(region).getByRole("button", { name: "Undo" }));
    expect(callsOf("POST /api/volunteer-merges/:id/undo")).toHaveLength(0);
    await user.click(await screen.findByRole("button", { name: "Undo the merge" }));
    await screen.findAllByText("The merge was undone");
    expect(callsOf("POST /api/volunteer-merges/:id/undo")[0]?.url).toContain(merge.id);
    await waitFor(() => expect(screen.queryByRole("region", { name: "Merged" })).toBeNull());
  });

  test("says why a merge can't be undone, and has no buttons once it's permanent", async () => {
    const message = "Food Drive on November 3, 2026 is full.";
    const permanentMerge = {
      ...merge,
      id: OTHER_ID,
      mergedName: null,
      mergedEmail: null,
      isPermanent: true,
    };
    const { user } = visit({
      "GET /api/volunteer-merges": { body: [merge, permanentMerge] },
      "POST /api/volunteer-merges/:id/undo": {
        status: 409,
        body: { message, code: "not_undoable" },
      },
    });
    const region = await screen.findByRole("region", { name: "Merged" });
    const [open, permanent] = within(region).getAllByRole("listitem");
    expect(within(permanent!).queryByRole("button")).toBeNull();
    expect(permanent!.textContent).toContain("Another volunteer");
    await user.click(within(open!).getByRole("button", { name: "Undo" }));
    await user.click(await screen.findByRole("button", { name: "Undo the merge" }));
    expect(await screen.findAllByText(message)).not.toEqual([]);
    expectLogged("The merge could not be undone");
  });

  test("opens when someone follows an old link to the merged volunteer", async () => {
    const { currentPath } = visit({}, `/dashboard/volunteers/people/${OTHER_ID}`);
    await screen.findByRole("heading", { level: 1, name: "Ann Lee" });
    expect(currentPath()).toBe(PATH);
  });
});

describe("possible duplicate volunteers", () => {
  test("link to the merge, and disappear once dismissed", async () => {
    const pair = { reason: "phone", kept: preview.kept, merged: preview.merged };
    const { user, callsOf } = visit(
      {
        "GET /api/possible-volunteer-duplicates": respondInTurn([pair], []),
        "POST /api/dismissed-volunteer-duplicates": {
          status: 201,
          body: { message: "These two won't be suggested again" },
        },
      },
      "/dashboard/volunteers/duplicates",
    );
    expect(await screen.findByText("Same phone number")).toBeTruthy();
    const compareLink = screen.getByRole("link", {
      name: "Compare and merge Ann Lee and Anna Lee",
    });
    expect(compareLink.getAttribute("href")).toBe(`${PATH}?merge=${OTHER_ID}`);
    await user.click(screen.getByRole("button", { name: /^Not the same person/ }));
    expect(await screen.findByText("No possible duplicates")).toBeTruthy();
    expect(callsOf("POST /api/dismissed-volunteer-duplicates")[0]?.body).toEqual({
      volunteerId: ID,
      otherVolunteerId: OTHER_ID,
    });
  });
});
