import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { aDonorMergeSide, aDonorRecord } from "#testing/donor-builders.ts";
import { donorPageReads } from "#testing/donor-page-reads.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

const ID = "5f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a11";
const OTHER_ID = "6f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a12";
const donor = aDonorRecord({ id: ID, firstName: "Ann", lastName: "Lee" });
const merge = {
  id: "7f0c1c9a-58c1-4d0a-9a5e-0d6f3b0f6a13",
  mergedId: OTHER_ID,
  mergedName: "Anna Lee",
  donationCount: 2,
  mergedBy: "admin",
  mergedAt: "2026-11-01T15:00:00Z",
  undoUntil: "2026-12-01T15:00:00Z",
  undoneBy: null,
  undoneAt: null,
  isPermanent: false,
};
const preview = {
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

const visit = async (
  overrides: Parameters<typeof fakeApi>[0] = {},
  path = `/dashboard/donations/donors/${ID}`,
) => {
  const api = fakeApi({
    ...donorPageReads(donor),
    "GET /api/donor-merges/preview": { body: preview },
    ...overrides,
  });
  return { ...api, ...renderApp(path) };
};

/** Responds to the first request with the first body, and to later requests with the second. */
const respondInTurn = (first: unknown, second: unknown) => {
  const bodies = [first];
  return () => ({ body: bodies.shift() ?? second });
};

beforeEach(() => logInAsAdmin());

describe("merging donors", () => {
  test("asks only about fields whose values differ, fills in empty fields, and sends both versions", async () => {
    const { user, callsOf } = await visit({
      "GET /api/donors": pagesOf([
        { id: ID, firstName: "Ann", lastName: "Lee", email: null },
        { id: OTHER_ID, firstName: "Anna", lastName: "Lee", email: null },
      ]),
      "POST /api/donor-merges": { status: 201, body: merge },
    });
    await user.click(await screen.findByRole("button", { name: "Merge" }));
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
        keptUpdatedAt: preview.kept.updatedAt,
        mergedUpdatedAt: preview.merged.updatedAt,
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

  test("doesn't offer to merge a donor with themselves", async () => {
    const { user } = await visit({
      "GET /api/donors": pagesOf([{ id: ID, firstName: "Ann", lastName: "Lee", email: null }]),
    });
    await user.click(await screen.findByRole("button", { name: "Merge" }));
    await user.type(screen.getByRole("combobox", { name: "Other donor" }), "ann");
    expect(await screen.findByText("No donor matches.")).toBeTruthy();
  });

  test("reloads both donors when one of them has changed, and keeps the choices", async () => {
    const message = "This has changed since you opened it. Please reload and try again.";
    const { user, callsOf } = await visit(
      { "POST /api/donor-merges": { status: 409, body: { message, code: "conflict" } } },
      `/dashboard/donations/donors/${ID}?merge=${OTHER_ID}`,
    );
    const form = await screen.findByRole("form", { name: "Merge donors" });
    await user.selectOptions(within(form).getByLabelText("Name"), "Anna Lee");
    await user.click(within(form).getByRole("button", { name: "Merge donors" }));

    expect(await screen.findAllByText(message)).not.toEqual([]);

    await waitFor(() => expect(callsOf("GET /api/donor-merges/preview")).toHaveLength(2));

    expect(within(form).getByLabelText<HTMLSelectElement>("Name").value).toBe("merged");
    expectLogged("Merge donors failed");
  });

  test("says why two donors can't be merged", async () => {
    const message = "One of these donors is credited for a donation by the other.";
    await visit(
      {
        "GET /api/donor-merges/preview": { status: 409, body: { message, code: "not_mergeable" } },
      },
      `/dashboard/donations/donors/${ID}?merge=${OTHER_ID}`,
    );
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole("form", { name: "Merge donors" })).toBeNull();
  });
});

describe("the donor that a merge kept", () => {
  const keptDonor = { ...donor, merges: [merge] };
  const undoneMerge = { ...merge, undoneBy: "admin", undoneAt: "2026-11-02T15:00:00Z" };

  test("shows the merge, and undoes it after a confirmation", async () => {
    const { user, callsOf } = await visit({
      "GET /api/donors/:id": respondInTurn(keptDonor, { ...donor, merges: [undoneMerge] }),
      "POST /api/donor-merges/:id/undo": { body: undoneMerge },
    });
    const region = await screen.findByRole("region", { name: "Merged" });
    expect(region.textContent).toContain("2 donations, merged by admin on Nov 1, 2026.");
    await user.click(within(region).getByRole("button", { name: "Undo" }));
    expect(callsOf("POST /api/donor-merges/:id/undo")).toHaveLength(0);
    await user.click(await screen.findByRole("button", { name: "Undo the merge" }));
    await screen.findAllByText("The merge was undone");
    expect(callsOf("POST /api/donor-merges/:id/undo")[0]?.url).toContain(merge.id);
    await waitFor(() => expect(screen.queryByRole("region", { name: "Merged" })).toBeNull());
  });

  test("says why a merge can't be undone, and has no buttons once it's permanent", async () => {
    const message = "Undo the later merge with Bob first.";
    const permanentMerge = { ...merge, id: OTHER_ID, mergedName: null, isPermanent: true };
    const { user } = await visit({
      "GET /api/donors/:id": { body: { ...donor, merges: [merge, permanentMerge] } },
      "POST /api/donor-merges/:id/undo": { status: 409, body: { message, code: "not_undoable" } },
    });
    const region = await screen.findByRole("region", { name: "Merged" });
    const [open, permanent] = within(region).getAllByRole("listitem");
    expect(within(permanent!).queryByRole("button")).toBeNull();
    expect(permanent!.textContent).toContain("Another donor");
    await user.click(within(open!).getByRole("button", { name: "Undo" }));
    await user.click(await screen.findByRole("button", { name: "Undo the merge" }));
    expect(await screen.findAllByText(message)).not.toEqual([]);
    expectLogged("The merge could not be undone");
  });

  test("opens when someone follows an old link to the merged donor", async () => {
    const { currentPath } = await visit(
      { "GET /api/donors/:id": { body: keptDonor } },
      `/dashboard/donations/donors/${OTHER_ID}`,
    );
    await screen.findByRole("heading", { level: 1, name: "Ann Lee" });
    expect(currentPath()).toBe(`/dashboard/donations/donors/${ID}`);
  });
});

describe("possible duplicate donors", () => {
  test("link to the merge, and disappear once dismissed", async () => {
    const pair = { reason: "name_and_zip_code", ...preview };
    const { user, callsOf } = await visit(
      {
        "GET /api/possible-duplicates": respondInTurn([pair], []),
        "POST /api/dismissed-duplicates": {
          status: 201,
          body: { message: "These two won't be suggested again" },
        },
      },
      "/dashboard/donations/duplicates",
    );
    expect(await screen.findByText("Same name and ZIP code")).toBeTruthy();
    const compareLink = screen.getByRole("link", {
      name: "Compare and merge Ann Lee and Anna Lee",
    });
    expect(compareLink.getAttribute("href")).toBe(
      `/dashboard/donations/donors/${ID}?merge=${OTHER_ID}`,
    );
    await user.click(screen.getByRole("button", { name: /^Not the same person/ }));
    expect(await screen.findByText("No possible duplicates")).toBeTruthy();
    expect(callsOf("POST /api/dismissed-duplicates")[0]?.body).toEqual({
      donorId: ID,
      otherDonorId: OTHER_ID,
    });
  });
});
