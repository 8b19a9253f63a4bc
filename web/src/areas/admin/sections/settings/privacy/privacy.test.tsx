import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Erasure, ErasurePreview } from "#data/erasures/mutations.ts";
import type { FoundRecord } from "#data/people/queries.ts";
import { anId } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { toasts } from "#ui/messages/toast.ts";

const PEOPLE_ROUTE = "GET /api/people";
const PREVIEW_ROUTE = "POST /api/erasures/preview";
const ERASE_ROUTE = "POST /api/erasures";

const aRecord = (overrides: Partial<FoundRecord> = {}): FoundRecord => ({
  kind: "donor",
  id: anId(),
  name: "June Alvarez",
  email: "june@example.org",
  details: "3 donations, the last in May 2026",
  createdAt: "2025-01-02T12:00:00Z",
  sharesEmailWith: [],
  ...overrides,
});
const donor = aRecord();
const mailbox = aRecord({
  kind: "mailbox",
  id: "june@example.org",
  name: "",
  details: "4 emails",
  sharesEmailWith: [{ kind: "donor", id: donor.id }],
});
const namesake = aRecord({ kind: "volunteer", email: "other@example.org", details: "12 hours" });

type Mention = ErasurePreview["mentions"][number];

const aMention = (overrides: Partial<Mention> = {}): Mention => ({
  table: "blog_posts",
  id: anId(),
  column: "content",
  title: "Thank you, June",
  excerpt: "… and June Alvarez packed 12 boxes.",
  page: null,
  stays: null,
  ...overrides,
});

const aPreview = (overrides: Partial<ErasurePreview> = {}): ErasurePreview => ({
  tables: [
    { table: "donor_tasks", action: "delete", count: 2, reason: "Tasks and notes of calls go." },
    { table: "donations", action: "empty", count: 3, reason: "Amounts stay for the ledger." },
    { table: "deposits", action: "keep", count: 1, reason: "They don't name anybody." },
    { table: "tributes", action: "delete", count: 0, reason: "Cards go." },
  ],
  fileCount: 1,
  loginCount: 2,
  mentions: [aMention()],
  elsewhere: ["Stripe keeps what it has."],
  obstacles: [],
  confirmations: ["June Alvarez", "june@example.org"],
  fingerprint: "f1",
  ...overrides,
});

const anErasure = (overrides: Partial<Erasure> = {}): Erasure => ({
  id: anId(),
  requestedBy: "admin",
  requestedAt: "2026-11-26T15:04:00Z",
  state: "done",
  finishedSteps: ["records", "files", "logins", "site", "caches"],
  deletedRowCount: 12,
  emptiedRowCount: 3,
  deletedFileCount: 1,
  deletedLoginCount: 2,
  siteBuild: "requested",
  cachesExpireAt: "2026-11-26T15:10:00Z",
  problem: null,
  finishedAt: "2026-11-26T15:10:00Z",
  ...overrides,
});

const openPage = (overrides: Parameters<typeof fakeApi>[0] = {}, erasures: Erasure[] = []) => {
  const api = fakeApi({
    "GET /api/home": { status: 503 },
    "GET /api/privacy-settings": {
      body: { ledgerYears: 7, updatedAt: "2026-11-20T12:00:00.000Z" },
    },
    "GET /api/retention-rules": { body: [] },
    "GET /api/erasures": () => ({ body: erasures }),
    [PEOPLE_ROUTE]: { body: { records: [donor, mailbox, namesake], hasMore: false } },
    [PREVIEW_ROUTE]: { body: aPreview() },
    [ERASE_ROUTE]: () => {
      const erasure = anErasure({ state: "running", finishedSteps: ["records"] });
      erasures.unshift(erasure);
      return { status: 201, body: erasure };
    },
    ...overrides,
  });
  const view = renderApp("/dashboard/settings/privacy");
  const search = async (text: string) =>
    view.user.type(await screen.findByLabelText("Name, email or phone"), text);
  const choose = async (name: RegExp) =>
    view.user.click(await screen.findByRole("checkbox", { name }));
  /** Chooses the donor and opens the preview. */
  const openPreview = async () => {
    await search("june");
    await choose(/^June Alvarez · june@/);
    await view.press("Erase…");
    return within(await screen.findByRole("dialog", { name: "Erase this person" }));
  };
  return { ...api, ...view, search, choose, openPreview };
};
const DONOR_KEY = { kind: "donor", id: donor.id };

beforeEach(() => logInAsAdmin());

describe("finding a person", () => {
  test("lists records by kind, and suggests those with the same email", async () => {
    const page = openPage();
    await page.search("june");
    const donors = within(await screen.findByRole("group", { name: "Donors" }));
    expect(donors.getByText("3 donations, the last in May 2026")).toBeTruthy();
    expect(screen.getByRole("group", { name: "Volunteers" })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Chosen records" })).toBeNull();
    await page.choose(/^June Alvarez · june@/);
    await page.press("Choose 1 more record with the same email");
    const chosenRegion = within(await screen.findByRole("region", { name: "Chosen records" }));
    expect(chosenRegion.getByText("2 records of this person")).toBeTruthy();
    expect(chosenRegion.queryByText(/other@example.org/)).toBeNull();
  });

  test("keeps records chosen in another search, and removes them when they're unchecked", async () => {
    const page = openPage({
      [PEOPLE_ROUTE]: ({ url }) => ({
        body: { records: url.includes("jj") ? [mailbox] : [donor], hasMore: url.includes("jj") },
      }),
    });
    await page.search("june");
    await page.choose(/^June Alvarez/);
    await page.user.clear(screen.getByLabelText("Name, email or phone"));
    await page.search("jj");
    await page.choose(/^june@example.org/);
    expect(await screen.findByText("2 records of this person")).toBeTruthy();
    expect(screen.getByText(/There are more. Type more/)).toBeTruthy();
    await page.choose(/^June Alvarez/);
    expect(await screen.findByText("1 record of this person")).toBeTruthy();
  });

  test("says so if no one is found, and doesn't search for a single letter", async () => {
    const page = openPage({ [PEOPLE_ROUTE]: { body: { records: [], hasMore: false } } });
    await page.search("x");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(page.callsOf(PEOPLE_ROUTE)).toEqual([]);
    await page.search("yz");
    expect(
      await screen.findByText("We found no one with that name, email address or phone number."),
    ).toBeTruthy();
  });
});

describe("a copy of a person's data", () => {
  test("is downloaded for only the chosen records", async () => {
    const clickSpy = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    Object.assign(URL, { createObjectURL: () => "blob:zip", revokeObjectURL: () => undefined });
    const zipEnd = `PK\u0005\u0006${"\0".repeat(18)}`;
    const page = openPage({ "POST /api/people/export": { body: `files${zipEnd}` } });
    await page.search("june");
    await page.choose(/^June Alvarez · june@/);
    await page.press("Download a copy");
    await waitFor(() => expect(clickSpy).toHaveBeenCalledTimes(1));
    expect(page.callsOf("POST /api/people/export").map(({ body }) => body)).toEqual([
      { records: [DONOR_KEY] },
    ]);
  });

  test("isn't saved if a gateway cuts it, even if the response looks whole", async () => {
    const clickSpy = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    const page = openPage({ "POST /api/people/export": { body: "PK\u0003\u0004files" } });
    await page.search("june");
    await page.choose(/^June Alvarez · june@/);
    await page.press("Download a copy");
    expect(await screen.findByText("Download Failed")).toBeTruthy();
    expectLogged("A person's data could not be downloaded");
    expect(clickSpy).not.toHaveBeenCalled();
  });
});

describe("erasing a person", () => {
  test("shows what is erased, what stays and why, and erases once the name is typed", async () => {
    const page = openPage();
    const dialog = await page.openPreview();
    const deletedRegion = within(await dialog.findByRole("region", { name: "Deleted" }));
    expect(deletedRegion.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Donor tasks: 2Tasks and notes of calls go.",
    ]);
    expect(dialog.getByRole("region", { name: "Kept without the person's details" })).toBeTruthy();
    expect(dialog.getByRole("region", { name: "Kept as is" })).toBeTruthy();
    expect(dialog.getByText("Also deleted: 1 picture or file and 2 logins.")).toBeTruthy();
    expect(dialog.getByText("Blog posts: Thank you, June, content")).toBeTruthy();
    expect(dialog.getByText("Stripe keeps what it has.")).toBeTruthy();

    const field = dialog.getByLabelText("Type the name or email to confirm");
    await page.user.type(field, "June Alvares{Enter}");
    expect(
      await dialog.findByText("Type the name or the email address exactly as it's shown."),
    ).toBeTruthy();
    expect(page.callsOf(ERASE_ROUTE)).toEqual([]);
    await page.user.clear(field);
    await page.user.type(field, " june alvarez {Enter}");
    await waitFor(() =>
      expect(page.callsOf(ERASE_ROUTE).map(({ body }) => body)).toEqual([
        { records: [DONOR_KEY], confirmation: "june alvarez", fingerprint: "f1", mentions: [] },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await screen.findByText("In progress")).toBeTruthy();
    expect(screen.getByText(/Deleting pictures and files/)).toBeTruthy();
    expect(screen.queryByText(/June Alvarez/)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("Name, email or phone").value).toBe("");
    await waitFor(() => expect(document.activeElement?.textContent).toContain("In progress"));
  });

  test("blanks only the mentions that are chosen, and links each one to its record", async () => {
    const [post, otherPost] = [aMention({ id: "p1" }), aMention({ id: "p2", title: "Gifts" })];
    const contact = aMention({
      table: "volunteers",
      id: "v1",
      column: "emergency_contact_name",
      title: null,
    });
    const name = aMention({
      table: "donor_tasks",
      id: "t1",
      column: "text",
      title: "Task due on 2026-11-02",
      page: { table: "donors", id: "d1" },
      stays: "This says who another person is.",
    });
    const page = openPage({
      [PREVIEW_ROUTE]: { body: aPreview({ mentions: [post, otherPost, contact, name] }) },
    });
    const dialog = await page.openPreview();
    const region = within(await dialog.findByRole("region", { name: "Mentions in other records" }));
    expect(region.getAllByRole("checkbox")).toHaveLength(3);
    expect(region.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/dashboard/blogs/p1",
      "/dashboard/blogs/p2",
      "/dashboard/volunteers/people/v1",
      "/dashboard/donations/donors/d1",
    ]);
    expect(region.getByText(/This says who another person is/)).toBeTruthy();
    expect(region.getByText("Donor tasks: Task due on Nov 2, 2026, text")).toBeTruthy();
    await page.press("Choose all 3");
    await page.choose(/^Volunteers: Emergency contact name/i);
    expect(region.getByText("2 chosen")).toBeTruthy();
    await page.user.type(
      dialog.getByLabelText("Type the name or email to confirm"),
      "June Alvarez{Enter}",
    );
    await waitFor(() => expect(page.callsOf(ERASE_ROUTE)).toHaveLength(1));
    expect(page.callsOf(ERASE_ROUTE)[0]?.body).toMatchObject({
      mentions: [{ table: "blog_posts", column: "content", ids: ["p1", "p2"] }],
    });
  });

  test("lists every mention, 50 at a time", async () => {
    const mentions = Array.from({ length: 120 }, (_, index) => aMention({ id: `p${index}` }));
    const page = openPage({ [PREVIEW_ROUTE]: { body: aPreview({ mentions }) } });
    const dialog = await page.openPreview();
    await page.press("Show 50 of 70 more texts");
    await page.press("Show 20 of 20 more texts");
    expect(dialog.getAllByRole("checkbox")).toHaveLength(120);
    expect(dialog.queryByRole("button", { name: /^Show/ })).toBeNull();
  });

  test("isn't offered while something prevents the erasure", async () => {
    const obstacle = "A payment is still being processed.";
    const page = openPage({ [PREVIEW_ROUTE]: { body: aPreview({ obstacles: [obstacle] }) } });
    const dialog = await page.openPreview();
    expect((await dialog.findByRole("alert")).textContent).toContain(obstacle);
    expect(dialog.queryByRole("button", { name: "Erase forever" })).toBeNull();
  });

  test("shows the new preview and keeps what was typed if something has changed in the meantime", async () => {
    const message =
      "Something about this person has changed. Please look again before you erase them.";
    let reads = 0;
    const page = openPage({
      [PREVIEW_ROUTE]: () => ({
        body: aPreview({ fingerprint: `f${++reads}`, loginCount: reads }),
      }),
      [ERASE_ROUTE]: ({ body }) =>
        (body as { fingerprint: string }).fingerprint === "f1"
          ? { status: 409, body: { code: "erasure_outdated", message } }
          : { status: 201, body: anErasure() },
    });
    const dialog = await page.openPreview();
    const field = await dialog.findByLabelText<HTMLInputElement>(
      "Type the name or email to confirm",
    );
    await page.user.type(field, "june@example.org{Enter}");
    await waitFor(() =>
      expect(toasts.current()).toMatchObject({ title: "Nothing was erased", description: message }),
    );
    expectLogged("A person could not be erased");
    expect(await dialog.findByText("Also deleted: 1 picture or file and 2 logins.")).toBeTruthy();
    expect(field.value).toBe("june@example.org");
    await page.press("Erase forever");
    await waitFor(() => expect(page.callsOf(ERASE_ROUTE)).toHaveLength(2));
    const keys = page.callsOf(ERASE_ROUTE).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys[0]).not.toBe(keys[1]);
  });

  test("reuses its idempotency key for a retry, so that a lost response doesn't erase twice", async () => {
    const page = openPage({ [ERASE_ROUTE]: { status: 503 } });
    const dialog = await page.openPreview();
    await page.user.type(
      await dialog.findByLabelText("Type the name or email to confirm"),
      "june@example.org{Enter}",
    );
    await waitFor(() => expect(toasts.current()?.title).toBe("Nothing was erased"));
    await page.press("Erase forever");
    await waitFor(() => expect(page.callsOf(ERASE_ROUTE)).toHaveLength(2));
    expectLogged("A person could not be erased");
    const keys = page.callsOf(ERASE_ROUTE).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys[0]).toBe(keys[1]);
  });
});

describe("the records required by law", () => {
  test("are kept for a number of years that an owner sets", async () => {
    const UPDATE_ROUTE = "PUT /api/privacy-settings";
    const page = openPage({
      [UPDATE_ROUTE]: ({ body }) => ({
        body: { ...(body as object), updatedAt: "2026-11-21T12:00:00Z" },
      }),
    });
    const field = await screen.findByLabelText("Years to keep payment records");
    await page.user.clear(field);
    await page.user.type(field, "100{Enter}");
    expect(await screen.findByText("Enter a number of years from 1 to 99.")).toBeTruthy();
    await page.user.clear(field);
    await page.user.type(field, "10{Enter}");
    await waitFor(() =>
      expect(page.callsOf(UPDATE_ROUTE).map(({ body }) => body)).toEqual([
        { ledgerYears: 10, updatedAt: "2026-11-20T12:00:00.000Z" },
      ]),
    );
  });
});

describe("the list of erasures", () => {
  test("shows who started each erasure and what was deleted, and asks for a build if there's no build hook", async () => {
    openPage({}, [
      anErasure({ siteBuild: "no_hook" }),
      anErasure({ siteBuild: "no_hook", requestedBy: "dana" }),
    ]);
    const item = within(await screen.findByText(/by admin/).then((text) => text.closest("li")!));
    expect(item.getByText("Done")).toBeTruthy();
    expect(
      item.getByText("12 records deleted, 3 emptied, 1 file deleted, 2 logins deleted"),
    ).toBeTruthy();
    expect(item.getByText("Rebuild the site yourself")).toBeTruthy();
    // One site build is enough for all erasures.
    expect(screen.getAllByText("Rebuild the site yourself")).toHaveLength(1);
  });

  test("shows why a step failed, and tries again at once", async () => {
    const rows = [
      anErasure({
        state: "waiting",
        finishedSteps: ["records"],
        problem: "Storage didn't respond.",
      }),
    ];
    const page = openPage(
      {
        "POST /api/erasures/:id/continue": () => {
          rows[0] = anErasure();
          return { body: rows[0] };
        },
      },
      rows,
    );
    expect((await screen.findByRole("alert")).textContent).toContain("Storage didn't respond.");
    await page.press("Try again now");
    expect(await screen.findByText("Done")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("says so if there are no erasures yet", async () => {
    openPage();
    expect(await screen.findByText("No one's data has been erased yet")).toBeTruthy();
  });
});
