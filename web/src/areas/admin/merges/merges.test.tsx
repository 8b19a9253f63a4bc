import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { MergeNoun } from "#contracts/merges.ts";
import { aDonorChoice, aDonorMergeSide, aDonorRecord } from "#testing/donor-builders.ts";
import { donorPageReads } from "#testing/donor-page-reads.ts";
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
const donor = aDonorRecord({ id: ID, firstName: "Ann", lastName: "Lee" });
const volunteer = aVolunteerRecord({ id: ID, name: "Ann Lee" });
const donorRows = [
  aDonorChoice({ id: ID, email: null }),
  aDonorChoice({ id: OTHER_ID, firstName: "Anna", email: null }),
];
const volunteerRows = [
  aVolunteer({ id: ID, name: "Ann Lee" }),
  aVolunteer({ id: OTHER_ID, name: "Anna Lee" }),
];
const merge = {
  id: "7f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a13",
  mergedId: OTHER_ID,
  mergedName: "Anna Lee",
  mergedBy: "admin",
  mergedAt: "2026-11-01T15:00:00Z",
  undoUntil: "2026-12-01T15:00:00Z",
  undoneBy: null,
  undoneAt: null,
  isPermanent: false,
};
const merges = {
  donor: { ...merge, donationCount: 2 },
  volunteer: { ...merge, keptId: ID, mergedEmail: "anna@example.org", registrationCount: 2 },
};
const donorPreview = {
  kept: aDonorMergeSide({
    id: ID,
    firstName: "Ann",
    lastName: "Lee",
    phone: null,
    notes: "Call first.",
    tags: ["Board"],
    email: "ann@example.org",
  }),
  merged: aDonorMergeSide({
    id: OTHER_ID,
    firstName: "Anna",
    lastName: "Lee",
    phone: "817 555 0100",
    notes: "Moved.",
    tags: ["Board"],
    email: "ann@example.org",
  }),
};

const volunteerPreview = {
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
      eventId: ID,
      eventType: "Food Drive",
      date: "2026-11-03",
      keptAttendance: "absent",
      mergedAttendance: "confirmed",
    },
  ],
} as const;

const previews = { donor: donorPreview, volunteer: volunteerPreview };
const PAGES = { donor: "/dashboard/donations/donors", volunteer: "/dashboard/volunteers/people" };
const LISTS = {
  donor: "/dashboard/donations/duplicates",
  volunteer: "/dashboard/volunteers/duplicates",
};

const visit = (
  noun: MergeNoun,
  overrides: Parameters<typeof fakeApi>[0] = {},
  path = `${PAGES[noun]}/${ID}`,
) => {
  logInAsAdmin(1, [noun === "donor" ? "giving" : "volunteers"]);
  const api = fakeApi({
    ...(noun === "donor" ? donorPageReads(donor) : volunteerPageReads(volunteer)),
    "GET /api/donor-merges/preview": { body: donorPreview },
    "GET /api/volunteer-merges/preview": { body: volunteerPreview },
    ...overrides,
  });
  return { ...api, ...renderApp(path) };
};

/** Opens the comparison of both records. */
const compare = (noun: MergeNoun, overrides: Parameters<typeof fakeApi>[0] = {}) =>
  visit(noun, overrides, `${PAGES[noun]}/${ID}?merge=${OTHER_ID}`);

/** Responds to the first request with the first body, and to later requests with the second. */
const respondInTurn = (first: unknown, second = first) => {
  const bodies = [first];
  return () => ({ body: bodies.shift() ?? second });
};

/** Responds with these merges on the record's page, and with others when they are read again. */
const respondWithMerges = (noun: MergeNoun, first: readonly object[], second = first) =>
  noun === "donor"
    ? {
        "GET /api/donors/:id": respondInTurn(
          { ...donor, merges: first },
          { ...donor, merges: second },
        ),
      }
    : { "GET /api/volunteer-merges": respondInTurn(first, second) };

describe("merging donors", () => {
  test("asks only about fields whose values differ, fills in empty fields, and sends both versions", async () => {
    const { user, callsOf } = visit("donor", {
      "GET /api/donors": pagesOf(donorRows),
      "POST /api/donor-merges": { status: 201, body: merges.donor },
    });
    await user.click(await screen.findByRole("button", { name: /^More for / }));
    await user.click(screen.getByRole("menuitem", { name: "Merge" }));
    await user.type(screen.getByRole("combobox", { name: "Other donor" }), "lee");
    await user.click(await screen.findByRole("option", { name: "Anna Lee" }));
    const form = await screen.findByRole("form", { name: "Merge donors" });
    const dialog = within(form.closest("dialog")!);
    for (const text of ["817 555 0100", "Notes: Call first.", "Notes: Moved."])
      expect(dialog.getByText(text), text).toBeTruthy();
    expect(dialog.getAllByText("Tags: Board")).toHaveLength(2);
    const questions = within(form).getAllByRole("combobox");
    expect(questions.map((field) => (field as HTMLSelectElement).name)).toEqual(["name", "notes"]);
    await user.selectOptions(within(form).getByLabelText("Name"), "Anna Lee");
    await user.click(within(form).getByRole("button", { name: "Merge donors" }));
    await screen.findAllByText("The donors were merged");
    expect(callsOf("POST /api/donor-merges").map(({ body }) => body)).toEqual([
      {
        keptId: ID,
        mergedId: OTHER_ID,
        keptUpdatedAt: donorPreview.kept.updatedAt,
        mergedUpdatedAt: donorPreview.merged.updatedAt,
        choices: {
          name: "merged",
          email: "kept",
          phone: "merged",
          address: "kept",
          notes: "both",
          tags: "both",
        },
      },
    ]);
    await waitFor(() => expect(callsOf("GET /api/donors/:id").length).toBeGreaterThan(1));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("merging volunteers", () => {
  test("says what will happen, asks only about fields whose values differ, and sends both versions", async () => {
    const { user, callsOf } = visit("volunteer", {
      "GET /api/volunteers": pagesOf(volunteerRows),
      "POST /api/volunteer-merges": { status: 201, body: merges.volunteer },
    });
    await user.click(await screen.findByRole("button", { name: /^More for / }));
    await user.click(screen.getByRole("menuitem", { name: "Merge" }));
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
        keptUpdatedAt: volunteerPreview.kept.updatedAt,
        mergedUpdatedAt: volunteerPreview.merged.updatedAt,
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
    const withoutLogins = {
      ...volunteerPreview,
      kept: { ...volunteerPreview.kept, login: null },
      merged: { ...volunteerPreview.merged, login: null },
    };
    const { unmount } = compare("volunteer", {
      "GET /api/volunteer-merges/preview": { body: withoutLogins },
    });
    const form = await screen.findByRole("form", { name: "Merge volunteers" });
    expect(within(form).getByLabelText("Email")).toBeTruthy();
    unmount();

    compare("volunteer", {
      "GET /api/volunteer-merges/preview": {
        body: { ...volunteerPreview, kept: withoutLogins.kept, sharedShifts: [] },
      },
    });
    expect(
      await screen.findByText(
        "The volunteer you keep will log in with anna@example.org, which becomes their email address.",
      ),
    ).toBeTruthy();
    expect(screen.queryByLabelText("Email")).toBeNull();
  });

  test("offers to keep the other volunteer instead", async () => {
    compare("volunteer");
    const link = await screen.findByRole("link", { name: "Keep the other one instead" });
    expect(link.getAttribute("href")).toBe(`/dashboard/volunteers/people/${OTHER_ID}?merge=${ID}`);
  });
});

describe.for(["donor", "volunteer"] as const)("merging a %s", (noun) => {
  test("doesn't offer to merge a record with itself", async () => {
    const { user } = visit(noun, {
      "GET /api/donors": pagesOf(donorRows.slice(0, 1)),
      "GET /api/volunteers": pagesOf(volunteerRows.slice(0, 1)),
    });
    await user.click(await screen.findByRole("button", { name: /^More for / }));
    await user.click(screen.getByRole("menuitem", { name: "Merge" }));
    await user.type(screen.getByRole("combobox", { name: `Other ${noun}` }), "ann");
    expect(await screen.findByText(`No ${noun} matches.`)).toBeTruthy();
  });

  test("reloads both records when one of them has changed, and keeps the choices", async () => {
    const message = "This has changed since you opened it. Please reload and try again.";
    const { user, callsOf } = compare(noun, {
      [`POST /api/${noun}-merges`]: { status: 409, body: { message, code: "conflict" } },
    });
    const form = await screen.findByRole("form", { name: `Merge ${noun}s` });
    await user.selectOptions(within(form).getByLabelText("Name"), "Anna Lee");
    await user.click(within(form).getByRole("button", { name: `Merge ${noun}s` }));
    expect(await screen.findAllByText(message)).not.toEqual([]);
    await waitFor(() => expect(callsOf(`GET /api/${noun}-merges/preview`)).toHaveLength(2));
    expect(within(form).getByLabelText<HTMLSelectElement>("Name").value).toBe("merged");
    expectLogged(`Merge ${noun}s failed`);
  });

  test("says why two records can't be merged", async () => {
    const message = "One of them is credited for a donation by the other.";
    compare(noun, {
      [`GET /api/${noun}-merges/preview`]: {
        status: 409,
        body: { message, code: "not_mergeable" },
      },
    });
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole("form", { name: `Merge ${noun}s` })).toBeNull();
  });

  test("shows the merge, and undoes it after a confirmation", async () => {
    const undoneMerge = { ...merges[noun], undoneBy: "admin", undoneAt: "2026-11-02T15:00:00Z" };
    const { user, callsOf } = visit(noun, {
      ...respondWithMerges(noun, [merges[noun]], [undoneMerge]),
      [`POST /api/${noun}-merges/:id/undo`]: { body: undoneMerge },
    });
    const region = await screen.findByRole("region", { name: "Merged" });
    const moved = noun === "donor" ? "2 donations" : "anna@example.org, 2 sign-ups";
    expect(region.textContent).toContain(`${moved}, merged by admin on Nov 1, 2026.`);
    await user.click(within(region).getByRole("button", { name: "Undo" }));
    expect(callsOf(`POST /api/${noun}-merges/:id/undo`)).toHaveLength(0);
    await user.click(await screen.findByRole("button", { name: "Undo the merge" }));
    await screen.findAllByText("The merge was undone");
    expect(callsOf(`POST /api/${noun}-merges/:id/undo`)[0]?.url).toContain(merge.id);
    await waitFor(() => expect(screen.queryByRole("region", { name: "Merged" })).toBeNull());
  });

  test("says why a merge can't be undone, and has no buttons once it's permanent", async () => {
    const message = "Undo the later merge with Bob first.";
    const permanentMerge = { ...merges[noun], id: OTHER_ID, mergedName: null, isPermanent: true };
    const { user } = visit(noun, {
      ...respondWithMerges(noun, [merges[noun], permanentMerge]),
      [`POST /api/${noun}-merges/:id/undo`]: {
        status: 409,
        body: { message, code: "not_undoable" },
      },
    });
    const region = await screen.findByRole("region", { name: "Merged" });
    const [open, permanent] = within(region).getAllByRole("listitem");
    expect(within(permanent!).queryByRole("button")).toBeNull();
    expect(permanent!.textContent).toContain(`Another ${noun}`);
    await user.click(within(open!).getByRole("button", { name: "Undo" }));
    await user.click(await screen.findByRole("button", { name: "Undo the merge" }));
    expect(await screen.findAllByText(message)).not.toEqual([]);
    expectLogged("The merge could not be undone");
  });

  test("opens the kept record when someone follows an old link to the merged one", async () => {
    const { currentPath } = visit(noun, {}, `${PAGES[noun]}/${OTHER_ID}`);
    await screen.findByRole("heading", { level: 1, name: "Ann Lee" });
    expect(currentPath()).toBe(`${PAGES[noun]}/${ID}`);
  });

  test("is suggested for a pair until the pair is dismissed", async () => {
    const { kept, merged } = previews[noun];
    const [infix, reason, reasonText] =
      noun === "donor"
        ? (["", "name_and_zip_code", "Same name and ZIP code"] as const)
        : (["volunteer-", "phone", "Same phone number"] as const);
    const dismissKey = `POST /api/dismissed-${infix}duplicates` as const;
    const { user, callsOf } = visit(
      noun,
      {
        [`GET /api/possible-${infix}duplicates`]: respondInTurn([{ reason, kept, merged }], []),
        [dismissKey]: { status: 201, body: { message: "These two won't be suggested again" } },
      },
      LISTS[noun],
    );
    expect(await screen.findByText(reasonText)).toBeTruthy();
    const compareLink = screen.getByRole("link", {
      name: "Compare and merge Ann Lee and Anna Lee",
    });
    expect(compareLink.getAttribute("href")).toBe(`${PAGES[noun]}/${ID}?merge=${OTHER_ID}`);
    await user.click(screen.getByRole("button", { name: /^Not the same person/ }));
    expect(await screen.findByText("No possible duplicates")).toBeTruthy();
    const body =
      noun === "donor"
        ? { donorId: ID, otherDonorId: OTHER_ID }
        : { volunteerId: ID, otherVolunteerId: OTHER_ID };
    expect(callsOf(dismissKey)[0]?.body).toEqual(body);
  });
});
