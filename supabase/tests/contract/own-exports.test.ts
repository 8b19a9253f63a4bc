import { parse } from "papaparse";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ImportKind } from "../../functions/_shared/contracts/choices.ts";
import { createMapping, recognizeFormat } from "../../functions/_shared/rules/imports/formats.ts";
import { uniqueWord } from "../unique-word.ts";
import { removeDonors } from "./remove-donors.ts";
import { clearRateLimits, request, signInAdmin, sql } from "./stack.ts";

const word = uniqueWord();
const mail = (name: string) => `${word}-${name}@example.org`;
let token = "";

type Row = Readonly<Record<string, string>>;

const readExport = async (path: string): Promise<readonly string[][]> => {
  await clearRateLimits();
  const { text } = await request(
    "GET",
    `${path}?search=${word}&totals=true${path.includes("donations") ? "&status=all" : ""}`,
    { token },
  );
  return parse<string[]>(text.replace("\uFEFF", ""), { skipEmptyLines: "greedy" }).data;
};

/** Returns the lines of an export as records, in the same order each time. The last lines are totals. */
const toRows = ([headings = [], ...lines]: readonly string[][]): readonly Row[] =>
  lines
    .map((line) =>
      Object.fromEntries(headings.map((heading, column) => [heading, line[column] ?? ""])),
    )
    .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));

/** Drops columns that hold something else each time. */
const without = (names: readonly string[], rows: readonly Row[]) =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))),
  );

/** Imports an export as the page does. In demo mode, the administrator says that demo money counts. */
async function importExport(kind: ImportKind, [headings = [], ...rows]: readonly string[][]) {
  await clearRateLimits();
  const format = recognizeFormat(headings);
  const mapping = createMapping(format, kind, headings);
  const call = async (method: string, path: string, body?: object) => {
    const response = await request(method, path, { token, ...(body && { body }) });
    expect(response.status, response.text).toBeLessThan(300);
    return response.json;
  };
  const { id } = await call("POST", "/api/imports", {
    kind,
    source: format.source,
    fileName: `${kind}.csv`,
    fileHash: "c".repeat(64),
    headings,
    mapping,
    meanings: mapping.mode === undefined ? {} : { [mapping.mode]: { yes: "received" } },
    rowCount: rows.length,
  });
  const runStep = async (step: string, body?: object) => {
    await call("POST", `/api/imports/${id}/${step}`, body);
    await expect
      .poll(async () => (await call("GET", `/api/imports/${id}`)).state, { timeout: 20_000 })
      .not.toMatch(/ing$/);
    return call("GET", `/api/imports/${id}`);
  };
  await call("POST", `/api/imports/${id}/rows`, { firstRow: 1, rows });
  const checked = await runStep("check");
  const problems = await call("GET", `/api/imports/${id}/rows`);
  const skipped = await call("GET", `/api/imports/${id}/rows?outcome=skipped`);
  const stored = await runStep("store", {
    leavesOutProblems: false,
    leavesOutLookalikes: false,
    owesReceipts: false,
  });
  return { source: format.source, checked, problems, skipped, stored };
}

const addPerson = async (firstName: string) => {
  const [donor] = await sql<[{ id: string }]>`
    insert into public.donors (first_name, last_name) values (${firstName}, ${word}) returning id`;
  return donor.id;
};

const give = async (donation: Readonly<Record<string, unknown>>) => {
  const row = {
    ...(!donation["email"] &&
      !donation["donor_id"] && { donor_id: await addPerson(String(donation["first_name"])) }),
    last_name: word,
    amount: 50,
    is_demo: true,
    status: "completed",
    created_at: "2025-03-04T15:30:00Z",
    completed_at: "2025-03-04T15:30:00Z",
    ...donation,
  };
  const [given] = await sql<[{ id: string; donorId: string }]>`
    insert into public.donations ${sql(row as never)} returning id, donor_id as "donorId"`;
  return given;
};

const takeBack = (donationId: string, kind: string, amount: number, status: string) => sql`
  insert into public.donation_adjustments (donation_id, kind, amount, status)
  values (${donationId}, ${kind}, ${amount}, ${status})`;

/** Adds a donation of each kind. */
async function addDonations() {
  const online = { method: "online", email: mail("ann"), first_name: "Ann" };
  const ann = await give({
    ...online,
    amount: 51.8,
    fee_covered: 1.8,
    source: "spring-gala",
    in_honor_of: "Grandpa Joe",
    is_memorial: true,
    is_anonymous: true,
    created_at: "2025-01-01T04:10:00Z",
    completed_at: "2025-01-01T04:20:00Z",
  });
  await give({
    ...online,
    email: mail("ann-work"),
    donor_id: ann.donorId,
    // The donor's address is that of the latest donation.
    created_at: "2024-03-04T15:30:00Z",
    completed_at: "2024-03-04T15:30:00Z",
    in_honor_of: "Sgt. Lee",
  });
  await takeBack((await give({ ...online, amount: 60 })).id, "refund", 20, "succeeded");
  await takeBack((await give({ ...online, amount: 61 })).id, "refund", 61, "succeeded");
  await takeBack((await give({ ...online, amount: 62 })).id, "dispute", 62, "lost");
  await takeBack((await give({ ...online, amount: 63 })).id, "dispute", 63, "open");
  await takeBack((await give({ ...online, amount: 64 })).id, "return", 64, "lost");
  await give({ ...online, amount: 65, status: "pending", completed_at: null });
  await give({
    ...online,
    amount: 66,
    status: "failed",
    completed_at: null,
    failed_at: new Date(),
  });
  const paper = { first_name: "Paul", email: null };
  const [deposit] = await sql<[{ id: string }]>`
    insert into public.deposits (deposited_on, slip_total, is_demo) values ('2025-03-10', 100, true) returning id`;
  const paul = await give({
    ...paper,
    method: "check",
    reference: "1042",
    note: "For the\nholidays, =SUM(1)",
    deposit_id: deposit.id,
  });
  // Another person with the same name.
  await give({ ...paper, method: "cash" });
  await takeBack(
    (await give({ ...paper, donor_id: paul.donorId, method: "check", amount: 67 })).id,
    "void",
    67,
    "succeeded",
  );
  for (const [index, method] of [
    "bank_transfer",
    "ira",
    "stock",
    "other_platform",
    "other",
  ].entries())
    await give({ ...paper, donor_id: paul.donorId, method, amount: 70 + index });
  const credited = await give({ first_name: "Carla", email: mail("carla"), method: "check" });
  const quietId = await addPerson("Quinn");
  for (const [method, creditedId] of [
    ["donor_advised_fund", credited.donorId],
    ["employer_match", quietId],
  ] as const) {
    const fund = { first_name: `Fund ${method}`, email: null, method, amount: 500 };
    await give({ ...fund, soft_credit_donor_id: creditedId });
  }
}

beforeAll(async () => {
  token = (await signInAdmin()).token;
  await addDonations();
});
beforeEach(() => clearRateLimits());
afterAll(() => removeDonors(word));

describe("our own exports", () => {
  it("of donations import again: the same sums, people and columns, and the check names the rest", async () => {
    const exported = await readExport("/api/donations/export");
    const donors = toRows(await readExport("/api/donors-consolidated/export"));
    await removeDonors(word);
    expect(await readExport("/api/donations/export")).toHaveLength(2);

    const result = await importExport("donations", exported);
    expect(result.source).toBe("care-packages");
    expect(result.problems).toEqual([]);
    const reasons = (result.skipped as { problems: string[] }[]).map(({ problems }) =>
      problems.join(),
    );
    expect(reasons.toSorted()).toEqual([
      "A total, not a record",
      "A total, not a record",
      "A total, not a record",
      "A total, not a record",
      "Not paid: failed",
      "Not paid: pending",
      "Not paid: voided",
    ]);

    const lost = [
      "Status",
      "Method",
      "Monthly",
      "Charge date",
      "Deposit",
      "Receipt number",
      "ID",
      "Donor ID",
      "Credited person's ID",
      "Demo",
    ];
    const isMoney = ({ Status = "" }: Row) =>
      !["pending", "failed", "voided"].includes(Status) && Status !== "";
    const before = toRows(exported).filter(isMoney);
    const after = toRows(await readExport("/api/donations/export")).filter(isMoney);
    expect(without(lost, after)).toEqual(without(lost, before));
    const list = (rows: readonly Row[], name: string) =>
      rows.map((row) => row[name] ?? "").toSorted();
    expect(list(after, "Method")).toEqual(
      list(before, "Method")
        .map((method) => (method === "online" ? "other_platform" : method))
        .toSorted(),
    );
    const getStatusNow = (row: Row) => {
      const isTakenBack = Number(row["Refunded or taken back"]) > 0;
      const wasTakenBack = ["disputed", "returned"].includes(row["Status"] ?? "");
      if (!wasTakenBack) return row["Status"] ?? "";
      return isTakenBack ? "refunded" : "completed";
    };
    expect(list(after, "Status")).toEqual(before.map(getStatusNow).toSorted());
    expect(list(after, "Note").join("")).toBe("For the\nholidays, =SUM(1)");
    const countPeople = (rows: readonly Row[], name: string) => new Set(list(rows, name)).size;
    expect(countPeople(after, "Donor ID")).toBe(countPeople(before, "Donor ID"));
    const people = ["First name", "Last name", "Email", "Total", "Donations"];
    const pick = (rows: readonly Row[]) =>
      rows.map((row) => people.map((name) => row[name] ?? "").join("|")).toSorted();
    expect(pick(toRows(await readExport("/api/donors-consolidated/export")))).toEqual(pick(donors));

    const again = await importExport("donations", exported);
    expect(again.checked.counts).toMatchObject({
      ready: 0,
      lookalike: 0,
      duplicate: before.length,
    });
  });

  it("of donors import again: addressee, salutation, tags, phone, notes and the lines of the address", async () => {
    await sql`
      update public.donors set ${sql({
        phone: "(817) 555-0100",
        address: "1 Main Street\nApt. 2\nFort Worth, TX 76102",
        addressee: "Carla and Sam Lee",
        salutation: "Carla and Sam",
        notes: "Met at the gala.\nCalls back.",
        tags: sql.json(["board", "major donor"]) as never,
      })} where email = ${mail("carla")}`;
    const exported = await readExport("/api/donors-consolidated/export");
    await removeDonors(word);
    const result = await importExport("donors", exported);
    expect(result.source).toBe("care-packages");
    expect(result.problems).toEqual([]);
    const [carla] = await sql<[Row]>`
      select phone, address, addressee, salutation, notes, tags from public.donors where email = ${mail("carla")}`;
    expect(carla).toEqual({
      phone: "(817) 555-0100",
      address: "1 Main Street\nApt. 2\nFort Worth, TX 76102",
      addressee: "Carla and Sam Lee",
      salutation: "Carla and Sam",
      notes: "Met at the gala.\nCalls back.",
      tags: ["board", "major donor"],
    });
  });
});

it("an import that says nothing about an unused column of types or statuses is refused", async () => {
  const start = (meanings: object) =>
    request("POST", "/api/imports", {
      token,
      body: {
        kind: "donations",
        source: "spreadsheet",
        fileName: "gifts.csv",
        fileHash: "e".repeat(64),
        headings: ["Date", "Name", "Amount", "Gift Type", "Record Type"],
        mapping: { date: 0, fullName: 1, amount: 2, type: 3 },
        meanings,
        rowCount: 3,
      },
    });
  const refusal = await start({});
  expect(refusal.status).toBe(400);
  expect(refusal.json.issues).toEqual([
    {
      path: "meanings",
      message: "Say what the words in “Record Type” mean, or that they don't matter.",
    },
  ]);
  const { json } = await start({ "4": { household: "received" } });
  const rows = [
    ["2024-03-04", `Ann ${word}`, "50", "Cash", "Household"],
    ["2024-03-05", `Ann ${word}`, "60", "Cash", "Wish"],
    ["2024-03-06", `Ann ${word}`, "70", "Cash", "Pledge"],
  ];
  await request("POST", `/api/imports/${json.id}/rows`, { token, body: { firstRow: 1, rows } });
  await request("POST", `/api/imports/${json.id}/check`, { token });
  await expect
    .poll(async () => (await request("GET", `/api/imports/${json.id}`, { token })).json.counts, {
      timeout: 20_000,
    })
    .toMatchObject({ ready: 1, problem: 1, skipped: 1, readyAmount: 50 });
});
