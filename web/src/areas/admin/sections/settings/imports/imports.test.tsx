import { screen, waitFor, within } from "@testing-library/react";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import {
  anImport,
  IMPORT_COUNTS,
  IMPORT_ID,
  LOOKALIKE_ID,
  visitImports,
} from "#testing/import-visits.ts";
import { readImportFile } from "./read-file.ts";

const HASH_PATTERN = /^[0-9a-f]{64}$/;

const csvFile = (text: string, name = "gifts.csv") => new File([text], name, { type: "text/csv" });

const choose = async (user: Awaited<ReturnType<typeof visitImports>>["user"], file: File) =>
  user.upload(await screen.findByLabelText(/CSV file/), file);

describe("importing a file", () => {
  test("names the rows whose dates are unusual, and imports them as they are", async () => {
    const unusualRows = Array.from({ length: 10 }, (_, index) => ({
      rowNumber: index + 3,
      days: ["1926-11-03"],
    }));
    const counts = { ...IMPORT_COUNTS, unusualDays: 12, unusualRows };
    await visitImports(anImport({ state: "checked", counts }), `?import=${IMPORT_ID}`);
    const notice = await screen.findByText(/^12 rows have an unusual date/);
    expect(notice.textContent).toContain("row 3 (November 3, 1926), row 4 (November 3, 1926)");
    expect(notice.textContent).toContain("and 2 rows more.");
  });

  test("shows its first rows as they would be stored, sends all rows, and stores what the check showed", async () => {
    const { user, calls } = await visitImports(null);
    const rows = Array.from({ length: 25 }, (_, index) => `2026-01-0${1 + (index % 9)},5,Ann Lee`);
    await choose(user, csvFile(`\uFEFFDate,Amount,Name\r\n${rows.join("\r\n")}`));
    expect(await screen.findByText("How your first 20 rows will look")).toBeTruthy();
    const preview = screen.getByRole("region", { name: "Preview" });
    expect(within(preview).getAllByRole("listitem")).toHaveLength(20);
    expect(within(preview).getAllByText(/Jan 1, 2026 · \$5.00 · Other/)).toHaveLength(3);

    await user.click(screen.getByRole("button", { name: "Check 25 rows" }));
    expect(await screen.findByText("2 donations, $75.50")).toBeTruthy();
    expect(calls.map(({ key }) => key)).toEqual([
      "POST /api/imports",
      `POST /api/imports/${IMPORT_ID}/rows`,
      `POST /api/imports/${IMPORT_ID}/check`,
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
    expect(
      await screen.findByText(/^The books are closed through December 31, 2025\. This/),
    ).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: "Undo the import" }));
    expect(await screen.findByText(/This import was undone/)).toBeTruthy();
  });

  test("lets the columns of an unknown file be mapped by hand, and asks which system the IDs are from", async () => {
    const { user, calls } = await visitImports(null);
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
    const { user, calls } = await visitImports(null);
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
    const { user } = await visitImports(null);
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
    const { user, calls } = await visitImports(null);
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
    const { user } = await visitImports(null);
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
    expect(await screen.findByText("How your rows will look")).toBeTruthy();
    expect(screen.getByText("Ann Lee")).toBeTruthy();
  });

  test("asks whether the month or the day comes first if the dates don't show it, and reads all rows that way", async () => {
    const { user, calls } = await visitImports(null);
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
    const { user, calls } = await visitImports(null);
    await choose(user, csvFile("Date,Amount,Name\n3/4/2024,5,Ann Lee\n12/31/2023,5,Bo Ray"));
    expect(await screen.findByText(/Mar 4, 2024 ·/)).toBeTruthy();
    expect(screen.queryByLabelText(/How dates are read/)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Check 2 rows" }));
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ dateOrder: "month_first" }));
  });

  test("says which donor a row looks like, and imports such a row only on request", async () => {
    const { user, calls } = await visitImports(
      anImport({ kind: "donors", state: "checked", counts: { ...IMPORT_COUNTS, lookalike: 1 } }),
      `?import=${IMPORT_ID}`,
    );
    const rows = await screen.findByRole("region", { name: "Rows that look like donors you have" });
    const link = await within(rows).findByRole("link", { name: "Bo Ray" });
    expect(link.getAttribute("href")).toBe(`/dashboard/donations/donors/${LOOKALIKE_ID}`);
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
    const { user, calls } = await visitImports(null);
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

  test("takes our own export of donors for donors", async () => {
    const { user } = await visitImports(null);
    const headings = "First name,Last name,Email,Address,Addressee,Donations,Last donation,ID";
    await choose(user, csvFile(`${headings}\nAnn,Lee,,"1 Elm St\nWaco, TX 76701",The Lees,1,,7`));
    const kind = await screen.findByLabelText<HTMLSelectElement>("What's in it");
    expect(kind.value).toBe("donors");
    expect(screen.getByText(/1 Elm St, Waco, TX 76701/).textContent).toContain("to The Lees");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Check 1 row" }).disabled).toBe(
      false,
    );
  });

  test("names the columns that it doesn't use before anything is stored", async () => {
    const record = anImport({
      state: "checked",
      headings: ["Date", "Amount", "Name", "Deposit", " ", "Monthly", "Gift Type"],
      meanings: { 6: { cash: "received" } },
      counts: IMPORT_COUNTS,
    });
    await visitImports(record, `?import=${IMPORT_ID}`);
    const term = await screen.findByText("Columns that aren't imported");
    expect(term.nextElementSibling?.textContent).toBe("Deposit, Monthly");
  });

  test("says what it fills in, even if no row is new", async () => {
    const fills = {
      address: 12,
      phone: 1,
      addressee: 2,
      salutation: 0,
      notes: 0,
      tags: 0,
      availability: 0,
    };
    const { user, calls } = await visitImports(
      anImport({ state: "checked", counts: { ...IMPORT_COUNTS, ready: 0, fills } }),
      `?import=${IMPORT_ID}`,
    );
    expect(
      await screen.findByText(
        "Adds an address to 12 donors, a phone number to 1 donor, an addressee to 2 donors",
      ),
    ).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Import 0 donations" }));
    await waitFor(() => expect(calls.at(-1)?.key).toBe(`POST /api/imports/${IMPORT_ID}/store`));
  });

  test.each([
    [undefined, "Say why this changes closed books."],
    [["giving", "settings"] as const, "Ask an owner to import this file,"],
  ])(
    "counts the rows in closed months, and says what they need (areas: %s)",
    async (areas, need) => {
      const counts = { ...IMPORT_COUNTS, lookalike: 1, lateReady: 1, lateLookalike: 1 };
      const record = anImport({ state: "checked", source: "givewp", counts });
      const { user, calls } = await visitImports(record, `?import=${IMPORT_ID}`, areas);
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
    const { user, calls } = await visitImports(
      anImport({ fileHash, rowCount: 3, stagedCount: 1 }),
      `?import=${IMPORT_ID}`,
    );
    expect(await screen.findByText(/1 of 3 rows have arrived/)).toBeTruthy();
    await choose(user, csvFile(`${text}\n`));
    expect(
      await screen.findByText("This isn't the same file. Choose gifts.csv again."),
    ).toBeTruthy();
    await choose(user, csvFile(text));
    await screen.findByText("Ready to import");
    expect(calls.map(({ key }) => key)).toEqual([
      `POST /api/imports/${IMPORT_ID}/rows`,
      `POST /api/imports/${IMPORT_ID}/check`,
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
    await visitImports(
      anImport({
        state: "imported",
        storedCount: 1,
        importedAt: "2026-11-01T18:00:00Z",
        failure: "2 of these donations changed since the import.",
        counts: IMPORT_COUNTS,
      }),
      `?import=${IMPORT_ID}`,
    );
    expect(await screen.findByText("2 of these donations changed since the import.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });
});
