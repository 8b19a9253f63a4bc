import { screen, waitFor, within } from "@testing-library/react";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { Import } from "#data/imports/mutations.ts";
import { homeData } from "#testing/builders.ts";
import { fakeApi, type FakeCall } from "#testing/fake-api.ts";
import type { OwnAreas } from "#contracts/choices.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";
import { readImportFile } from "./read-file.ts";

const ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c11";
const DONOR_ID = "7b7f6a86-5b9c-4d57-8c50-0d0a3a1f1c12";
const CLOSING = { closedThrough: "2025-12-31", reason: null, closedBy: "admin" };
const HASH_PATTERN = /^[0-9a-f]{64}$/;

const createRecord = (changes: Partial<Import> = {}): Import => ({
  id: ID,
  kind: "donations",
  source: "spreadsheet",
  fileName: "gifts.csv",
  fileHash: "0".repeat(64),
  headings: ["Date", "Amount", "Name"],
  mapping: { date: 0, amount: 1, fullName: 2 },
  dateOrder: null,
  decimalMark: null,
  meanings: {},
  rowCount: 2,
  stagedCount: 0,
  state: "staging",
  failure: null,
  counts: null,
  storedCount: 0,
  startedBy: "admin",
  createdAt: "2026-11-20T18:00:00Z",
  importedAt: null,
  undoneAt: null,
  undoUntil: null,
  owesReceipts: false,
  ...changes,
});

const COUNTS = {
  ready: 2,
  lookalike: 0,
  duplicate: 0,
  skipped: 0,
  problem: 0,
  newPeople: 2,
  readyAmount: 75.5,
  lookalikeAmount: 0,
  lateReady: 0,
  lateLookalike: 0,
  namesakes: 0,
  matches: 0,
  fills: { address: 0, phone: 0, notes: 0, tags: 0, availability: 0 },
};

/** Opens the page with a fake server that takes one import through its states. */
const visit = async (first: Import | null, path = "", areas?: OwnAreas) => {
  logInAsAdmin(1, areas);
  let record = first;
  const calls: FakeCall[] = [];
  const respondWith = (changes: Partial<Import>) => (call: FakeCall) => {
    calls.push(call);
    record = createRecord({ ...record, ...changes });
    return { body: record };
  };
  fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/book-closings": {
      body: [{ ...CLOSING, id: DONOR_ID, createdAt: "2026-01-20T18:00:00Z" }],
    },
    "GET /api/imports": () => ({ body: record ? [record] : [] }),
    "GET /api/imports/:id": () => ({ body: record }),
    "POST /api/imports": (call) => ({ ...respondWith({})(call), status: 201 }),
    "POST /api/imports/:id/rows": (call) => {
      calls.push(call);
      const { rows } = call.body as { rows: unknown[] };
      record = createRecord({ ...record, stagedCount: (record?.stagedCount ?? 0) + rows.length });
      return { body: { rowCount: rows.length } };
    },
    "POST /api/imports/:id/check": respondWith({
      state: "checked",
      counts: { ...COUNTS, problem: 1, lookalike: 1 },
    }),
    "POST /api/imports/:id/store": respondWith({
      state: "imported",
      storedCount: 2,
      importedAt: "2026-11-20T18:01:00Z",
      undoUntil: "2026-11-21T18:01:00Z",
    }),
    "POST /api/imports/:id/undo": respondWith({ state: "undone", undoUntil: null }),
    "DELETE /api/imports/:id": respondWith({ state: "discarded" }),
    "GET /api/imports/:id/rows": ({ url }) => ({
      body: url.includes("lookalike")
        ? [
            {
              rowNumber: 2,
              label: "Bo Ray, $25.00",
              problems: [],
              lookalike: { id: DONOR_ID, name: "Bo Ray" },
            },
          ]
        : [
            {
              rowNumber: 3,
              label: "Cy Fox",
              problems: ["Date (empty): Enter a date."],
              lookalike: null,
            },
          ],
    }),
  });
  const view = renderApp(`/dashboard/settings/import-export${path}`);
  await screen.findByRole("heading", { name: "Import" });
  return { ...view, calls };
};

const csvFile = (text: string, name = "gifts.csv") => new File([text], name, { type: "text/csv" });

const choose = async (user: Awaited<ReturnType<typeof visit>>["user"], file: File) =>
  user.upload(await screen.findByLabelText(/CSV file/), file);

describe("importing a file", () => {
  test("shows its first rows as they would be stored, sends all rows, and stores what the check showed", async () => {
    const { user, calls } = await visit(null);
    const rows = Array.from({ length: 25 }, (_, index) => `2026-01-0${1 + (index % 9)},5,Ann Lee`);
    await choose(user, csvFile(`\uFEFFDate,Amount,Name\r\n${rows.join("\r\n")}`));
    expect(await screen.findByText("The first 20 rows, as they would be stored")).toBeTruthy();
    const preview = screen.getByRole("region", { name: "Preview" });
    expect(within(preview).getAllByRole("listitem")).toHaveLength(20);
    expect(within(preview).getAllByText(/Jan 1, 2026 · \$5.00 · Other/)).toHaveLength(3);

    await user.click(screen.getByRole("button", { name: "Check 25 rows" }));
    expect(await screen.findByText("2 donations, $75.50")).toBeTruthy();
    expect(calls.map(({ key }) => key)).toEqual([
      "POST /api/imports",
      `POST /api/imports/${ID}/rows`,
      `POST /api/imports/${ID}/check`,
    ]);
    expect(calls[0]?.body).toMatchObject({
      kind: "donations",
      source: "spreadsheet",
      rowCount: 25,
      mapping: { date: 0, amount: 1, fullName: 2 },
      fileHash: expect.stringMatching(HASH_PATTERN),
    });
    expect(calls[1]?.body).toMatchObject({ firstRow: 1, rows: { length: 25 } });

    // Nothing is stored while a row has a problem, unless that row is skipped.
    const importButton = screen.getByRole<HTMLButtonElement>("button", {
      name: "Import 2 donations",
    });
    expect(importButton.disabled).toBe(true);
    expect(await screen.findByText("Date (empty): Enter a date.")).toBeTruthy();
    await user.click(screen.getByLabelText("Leave out 1 row with problems"));
    expect(importButton.disabled).toBe(true);
    await user.selectOptions(screen.getByLabelText(/^Did these donors already get receipts/), "No");
    expect(importButton.disabled).toBe(false);
    // Rows that look like existing donations are skipped, unless the administrator chooses to import them.
    await user.click(
      screen.getByLabelText("Leave out 1 row that looks like a donation you already have"),
    );
    await user.click(screen.getByRole("button", { name: "Import 3 donations" }));
    expect(await screen.findByText(/were imported/)).toBeTruthy();
    expect(calls.at(-1)?.body).toEqual({
      leavesOutProblems: true,
      leavesOutLookalikes: false,
      joinsNamesakes: false,
      owesReceipts: true,
    });

    await user.click(screen.getByRole("button", { name: "Undo" }));
    await user.click(await screen.findByRole("button", { name: "Undo the import" }));
    expect(await screen.findByText(/This import was undone/)).toBeTruthy();
  });

  test("lets the columns of an unknown file be mapped by hand, and asks which system the IDs are from", async () => {
    const { user, calls } = await visit(null);
    await choose(user, csvFile("Nr;Wann;Wieviel;Wer\n7;1/2/2026;12,50;Ann Lee"));
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Check 1 row" });
    expect(await screen.findByText("Choose the column with the amount.")).toBeTruthy();
    expect(button.disabled).toBe(true);
    await user.selectOptions(screen.getByLabelText("Amount"), "Wieviel");
    await user.selectOptions(screen.getByLabelText("Date"), "Wann");
    await user.selectOptions(screen.getByLabelText("Full name"), "Wer");
    expect(await screen.findByText(/Jan 2, 2026 · \$12.50/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show all fields" }));
    await user.selectOptions(screen.getByLabelText("ID in the other system"), "Nr");
    expect(
      await screen.findByText(/Enter the name of the system this file came from/),
    ).toBeTruthy();
    await user.type(screen.getByLabelText(/Name of the other system/), "Little Green Light");
    await user.click(button);
    await waitFor(() =>
      expect(calls[0]?.body).toMatchObject({
        source: "little-green-light",
        mapping: { sourceId: 0, date: 1, amount: 2, fullName: 3 },
      }),
    );
  });

  test("asks which system the IDs are from even if only the donors have IDs", async () => {
    const { user, calls } = await visit(null);
    await choose(user, csvFile("Date,Amount,Name,Donor ID\n1/2/2026,5,Ann Lee,7"));
    expect(
      await screen.findByText(/Enter the name of the system this file came from/),
    ).toBeTruthy();
    const name = screen.getByLabelText(/Name of the other system/);
    // This name is reserved for spreadsheets without IDs.
    await user.type(name, "Spreadsheet");
    expect(screen.getByText(/Enter the name of the system this file came from/)).toBeTruthy();
    await user.clear(name);
    await user.type(name, "Little Green Light");
    await user.click(screen.getByRole("button", { name: "Check 1 row" }));
    await waitFor(() =>
      expect(calls[0]?.body).toMatchObject({
        source: "little-green-light",
        mapping: { sourceDonorId: 3 },
      }),
    );
  });

  test("reads the rows in the named system's format if we know it", async () => {
    const { user } = await visit(null);
    await choose(user, csvFile("Date,Amount,Name,ID,Method\n1/2/2026,5,Ann Lee,7,Gift"));
    const name = await screen.findByLabelText(/Name of the other system/);
    await user.type(name, "Little Green Light");
    expect(await screen.findByText(/Jan 2, 2026 · \$5.00 · Other · ID 7/)).toBeTruthy();
    await user.clear(name);
    await user.type(name, "Givebutter");
    expect(await screen.findByText(/Jan 2, 2026 · \$5.00 · Another platform/)).toBeTruthy();
  });

  test("says which sheet of an Excel file is imported, and reads another one, as a file of its own", async () => {
    const row = (...texts: string[]) =>
      `<row>${texts.map((text) => `<c t="str"><v>${text}</v></c>`).join("")}</row>`;
    const sheet = (name: string) =>
      strToU8(row("Date", "Amount", "Name") + row("2026-01-02", "5", name));
    const workbook = zipSync({
      "xl/workbook.xml": strToU8('<sheet name="January"/><sheet name="February"/>'),
      "xl/worksheets/sheet1.xml": sheet("Ann Lee"),
      "xl/worksheets/sheet2.xml": sheet("Bo Ray"),
    });
    const { user, calls } = await visit(null);
    await choose(user, new File([workbook.slice()], "gifts.xlsx"));
    const choice = await screen.findByLabelText<HTMLSelectElement>("Sheet");
    expect(choice.value).toBe("January");
    expect(screen.getByText(/Only this sheet is imported\. The file has 2 sheets/)).toBeTruthy();
    expect(await screen.findByText("Ann Lee")).toBeTruthy();
    await user.selectOptions(choice, "February");
    expect(await screen.findByText("Bo Ray")).toBeTruthy();
    expect(screen.queryByText("Ann Lee")).toBeNull();
    expect(document.activeElement).toBe(choice);
    await user.click(screen.getByRole("button", { name: "Check 1 row" }));
    await waitFor(() =>
      expect(calls[1]?.body).toMatchObject({ rows: [["2026-01-02", "5", "Bo Ray"]] }),
    );
  });

  test("recognizes a platform's file, and can import donors instead of donations from it", async () => {
    const { user } = await visit(null);
    await choose(
      user,
      csvFile(
        "Donation ID,First Name,Last Name,Donation Total,Donation Date\n1,Ann,Lee,5,May 1, 2026",
      ),
    );
    expect((await screen.findByLabelText<HTMLSelectElement>("Where it's from")).value).toBe(
      "givewp",
    );
    expect(screen.queryByLabelText("Amount")).toBeNull();
    await user.selectOptions(screen.getByLabelText("What's in it"), "Donors");
    expect(await screen.findByText("How the rows would be stored")).toBeTruthy();
    expect(screen.getByText("Ann Lee")).toBeTruthy();
  });

  test("asks whether the month or the day comes first if the dates don't show it, and reads all rows that way", async () => {
    const { user, calls } = await visit(null);
    await choose(user, csvFile("Date;Amount;Name\n3.4.2024;5;Ann Lee\n5.6.2024;5;Bo Ray"));
    const choice = await screen.findByLabelText<HTMLSelectElement>(/How dates are read/);
    expect(choice.value).toBe("day_first");
    expect(screen.getByText("3.4.2024 is read as April 3, 2024.")).toBeTruthy();
    expect(screen.getByText(/Apr 3, 2024 ·/)).toBeTruthy();
    await user.selectOptions(choice, "Month first");
    expect(screen.getByText("3.4.2024 is read as March 4, 2024.")).toBeTruthy();
    expect(screen.getByText(/Mar 4, 2024 ·/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Check 2 rows" }));
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ dateOrder: "month_first" }));
  });

  test("doesn't ask about dates if one of them shows that the month comes first", async () => {
    const { user, calls } = await visit(null);
    await choose(user, csvFile("Date,Amount,Name\n3/4/2024,5,Ann Lee\n12/31/2023,5,Bo Ray"));
    expect(await screen.findByText(/Mar 4, 2024 ·/)).toBeTruthy();
    expect(screen.queryByLabelText(/How dates are read/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Check 2 rows" }));
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ dateOrder: "month_first" }));
  });

  test("says which donor a row looks like, and imports such a row only on request", async () => {
    const { user, calls } = await visit(
      createRecord({ kind: "donors", state: "checked", counts: { ...COUNTS, lookalike: 1 } }),
      `?import=${ID}`,
    );
    const rows = await screen.findByRole("region", { name: "Rows that look like donors you have" });
    const link = await within(rows).findByRole("link", { name: "Bo Ray" });
    expect(link.getAttribute("href")).toBe(`/dashboard/donations/donors/${DONOR_ID}`);
    expect(link.parentElement?.textContent).toBe("Looks like Bo Ray");
    const choice = screen.getByLabelText<HTMLInputElement>(
      "Leave out 1 row that looks like a donor you already have",
    );
    expect(choice.checked).toBe(true);
    await user.click(choice);
    await user.click(screen.getByRole("button", { name: "Import 3 donors" }));
    await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ leavesOutLookalikes: false }));
  });

  test("asks what unknown words about the money mean, and how amounts with both marks are read", async () => {
    const { user, calls } = await visit(null);
    await choose(
      user,
      csvFile(
        "Gifts of 2024\n\nDate;Amount;Name;Stage\n3/4/24;1,25;Ann Lee;Won back\n3/4/24;5.00;Bo Ray;Pledged\n3/4/24;7.00;Cy Fox;Paid",
      ),
    );
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Check 3 rows" });
    expect(await screen.findByText("Choose what “won back” means.")).toBeTruthy();
    expect(button.disabled).toBe(true);
    expect(screen.getByLabelText<HTMLSelectElement>(/^pledged/).value).toBe("pledge");
    await user.selectOptions(screen.getByLabelText(/^won back/), "Money that arrived");
    expect(await screen.findByText(/Left out. A pledge, not money: Pledged/)).toBeTruthy();
    expect(screen.getByText(/Amount \(“1,25”\): Enter an amount/)).toBeTruthy();
    await user.selectOptions(screen.getByLabelText(/How amounts are read/), "comma");
    expect(await screen.findByText(/Mar 4, 2024 · \$1.25/)).toBeTruthy();
    await user.click(button);
    await waitFor(() =>
      expect(calls[0]?.body).toMatchObject({
        decimalMark: "comma",
        meanings: { "3": { "won back": "received", pledged: "pledge", paid: "received" } },
      }),
    );
  });

  test("says what it fills in, even if no row is new", async () => {
    const fills = { address: 12, phone: 1, notes: 0, tags: 0, availability: 0 };
    const { user, calls } = await visit(
      createRecord({ state: "checked", counts: { ...COUNTS, ready: 0, fills } }),
      `?import=${ID}`,
    );
    expect(
      await screen.findByText("Adds an address to 12 donors, a phone number to 1 donor"),
    ).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Import 0 donations" }));
    await waitFor(() => expect(calls.at(-1)?.key).toBe(`POST /api/imports/${ID}/store`));
  });

  test.each([
    [undefined, "Say why this changes closed books."],
    [["giving", "settings"] as const, "Ask an owner to import this file,"],
  ])(
    "counts the rows in closed months, and says what they need (areas: %s)",
    async (areas, need) => {
      const counts = { ...COUNTS, lookalike: 1, lateReady: 1, lateLookalike: 1 };
      const record = createRecord({ state: "checked", source: "givewp", counts });
      const { user, calls } = await visit(record, `?import=${ID}`, areas);
      expect(await screen.findByText(/and 1 row of this file is in closed months\./)).toBeTruthy();
      expect(screen.getByText(need, { exact: false, selector: "p.quiet" })).toBeTruthy();
      const button = screen.getByRole<HTMLButtonElement>("button", { name: "Import 2 donations" });
      expect(button.disabled).toBe(true);
      await user.click(screen.getByLabelText(/^Leave out 1 row that looks like/));
      expect(screen.getByText(/and 2 rows of this file are in closed months\./)).toBeTruthy();
      if (areas) return;
      await user.type(screen.getByLabelText("Why this changes closed books"), "A lost file");
      await user.click(screen.getByRole("button", { name: "Import 3 donations" }));
      await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ lateReason: "A lost file" }));
    },
  );

  test("continues with a file that was only partly sent, and rejects a different file", async () => {
    const text = "Date,Amount,Name\n2026-01-01,5,Ann\n2026-01-02,6,Bo\n2026-01-03,7,Cy";
    const { fileHash } = await readImportFile(csvFile(text));
    const { user, calls } = await visit(
      createRecord({ fileHash, rowCount: 3, stagedCount: 1 }),
      `?import=${ID}`,
    );
    expect(await screen.findByText(/1 of 3 rows have arrived/)).toBeTruthy();
    await choose(user, csvFile(`${text}\n`));
    expect(
      await screen.findByText("This isn't the same file. Choose gifts.csv again."),
    ).toBeTruthy();
    await choose(user, csvFile(text));
    await screen.findByText("Ready to import");
    expect(calls.map(({ key }) => key)).toEqual([
      `POST /api/imports/${ID}/rows`,
      `POST /api/imports/${ID}/check`,
    ]);
    expect(calls[0]?.body).toEqual({
      firstRow: 2,
      rows: [
        ["2026-01-02", "6", "Bo"],
        ["2026-01-03", "7", "Cy"],
      ],
    });
  });

  test("says why a step failed, and doesn't offer to undo the import once the time is up", async () => {
    await visit(
      createRecord({
        state: "imported",
        storedCount: 1,
        importedAt: "2026-11-01T18:00:00Z",
        failure: "2 of these donations changed since the import.",
        counts: COUNTS,
      }),
      `?import=${ID}`,
    );
    expect(await screen.findByText("2 of these donations changed since the import.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });
});
