import { readFileSync } from "node:fs";
import { parse } from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMapping, recognizeFormat } from "../../functions/_shared/rules/imports/formats.ts";
import { logins } from "../demo-logins.ts";
import { uniqueWord } from "../unique-word.ts";
import { request, signIn, signInAdmin, sql } from "./stack.ts";

interface Import {
  readonly id: string;
  readonly state: string;
  readonly failure: string | null;
  readonly stagedCount: number;
  readonly storedCount: number;
  readonly undoUntil: string | null;
  readonly counts: Readonly<Record<string, number>> | null;
}

let token = "";
const words: string[] = [];
beforeAll(async () => {
  token = (await signInAdmin()).token;
});
afterAll(async () => {
  for (const word of words) {
    const donations = sql`select id from public.donations where email like ${`${word}%`} or import_id in (
      select import_id from public.donors where email like ${`${word}%`})`;
    await sql`delete from public.donation_adjustments where donation_id in (${donations})`;
    await sql`delete from public.donations where id in (${donations})`;
    await sql`delete from public.donors where email like ${`${word}%`}`;
  }
});

const call = async (method: string, path: string, body?: object) => {
  const { status, json } = await request(method, path, { token, ...(body && { body }) });
  return { status, json: json as Import };
};

/** Waits until the import's current step is done and returns the import. */
const waitForStep = async (id: string): Promise<Import> => {
  let record: Import | undefined;
  await expect
    .poll(async () => (record = (await call("GET", `/api/imports/${id}`)).json).state, {
      timeout: 20_000,
    })
    .not.toMatch(/ing$/);
  return record!;
};

function readSample(name: string, word: string) {
  const text = readFileSync(`supabase/tests/sample-files/${name}.csv`, "utf8").replaceAll(
    "WORD",
    word,
  );
  const [headings = [], ...rows] = parse<string[]>(text, { skipEmptyLines: "greedy" }).data;
  return { headings, rows };
}

/** Makes the source IDs unique to this test, so that rows from other runs don't count as duplicates. */
const makeIdsUnique = (rows: readonly string[][], column: number, word: string) =>
  rows.map((row) => row.with(column, `${word}-${row[column]}`));

async function start(name: string, word: string) {
  const { headings, rows: sampleRows } = readSample(name, word);
  const format = recognizeFormat(headings);
  const mapping = createMapping(format, "donations", headings);
  const rows = makeIdsUnique(sampleRows, mapping.sourceId ?? 0, word);
  const { status, json } = await call("POST", "/api/imports", {
    kind: "donations",
    source: format.source,
    fileName: `${name}.csv`,
    fileHash: "b".repeat(64),
    headings,
    mapping,
    rowCount: rows.length,
  });
  expect(status).toBe(201);
  await call("POST", `/api/imports/${json.id}/rows`, { firstRow: 1, rows });
  expect((await call("POST", `/api/imports/${json.id}/check`)).status).toBe(200);
  return { id: json.id, headings, rows, checked: await waitForStep(json.id) };
}

const ONLY_READY_ROWS = { leavesOutProblems: true, leavesOutLookalikes: true };

describe.each([
  { name: "givewp", ready: 3, skipped: 1, bad: [5, 6, 7, 8], amount: "1300.00" },
  { name: "givebutter", ready: 3, skipped: 1, bad: [5, 6, 7], amount: "603.50" },
  { name: "donorbox", ready: 2, skipped: 1, bad: [2, 3, 5], amount: "95.00" },
  { name: "stripe", ready: 3, skipped: 1, bad: [5, 6], amount: "85.00" },
])("a file from $name", ({ name, ready, skipped, bad, amount }) => {
  it("stores its good rows once, names each bad row and puts it into the file of bad rows", async () => {
    const word = uniqueWord();
    words.push(word);
    const { id, headings, checked } = await start(name, word);
    expect(checked).toMatchObject({
      state: "checked",
      counts: { ready, skipped, problem: bad.length, readyAmount: Number(amount) },
    });

    const list = await request("GET", `/api/imports/${id}/rows?outcome=problem`, { token });
    const lookalikesResponse = list.json as { rowNumber: number; problems: string[] }[];
    expect(lookalikesResponse.map(({ rowNumber }) => rowNumber)).toEqual(bad);
    for (const { problems } of lookalikesResponse) expect(problems.join()).toMatch(/\w+.*\./);

    const file = await request("GET", `/api/imports/${id}/rows/file?outcome=problem`, { token });
    const [fileHeadings = [], ...fileRows] = parse<string[]>(file.text.replace("\uFEFF", ""), {
      skipEmptyLines: "greedy",
    }).data;
    expect(fileHeadings).toEqual([...headings, "Problem"]);
    expect(fileRows.length).toBe(bad.length);
    expect(recognizeFormat(fileHeadings).source).toBe(name);
    const firstPart = await request("GET", `/api/imports/${id}/rows/file?limit=1`, { token });
    const cursor = firstPart.headers.get("X-Next-Cursor");
    const otherPath = `/api/imports/${id}/rows/file?cursor=${cursor}`;
    const otherPart = await request("GET", otherPath, { token });
    expect(firstPart.text + otherPart.text).toBe(file.text);
    expect(otherPart.headers.get("X-Total-Count")).toBe(String(bad.length));

    const refusal = await request("POST", `/api/imports/${id}/store`, {
      token,
      body: { leavesOutProblems: false, leavesOutLookalikes: true },
    });
    expect([refusal.status, refusal.json]).toMatchObject([
      409,
      { message: "Some rows have problems. Fix them in the file, or leave them out." },
    ]);

    await call("POST", `/api/imports/${id}/store`, ONLY_READY_ROWS);
    expect(await waitForStep(id)).toMatchObject({
      state: "imported",
      storedCount: ready,
      failure: null,
    });
    const [donationTotals] = await sql`
      select count(*)::integer as count, sum(amount - adjusted_amount)::text as amount, count(receipt_number)::integer as receipts
      from public.donations where import_id = ${id}`;
    expect(donationTotals).toEqual({ count: ready, amount, receipts: 0 });
    const [first] = await sql<{ id: string; fileName: string }[]>`
      select donation.id, entry.file_name as "fileName"
      from public.donations as donation join public.imports as entry on entry.id = donation.import_id
      where entry.id = ${id} limit 1`;
    const donationResponse = await request("GET", `/api/donations/${first?.id}`, { token });
    expect(donationResponse.json).toMatchObject({ importedFrom: first?.fileName });
    const emails = await sql`select 1 from public.email_outbox where to_email like ${`${word}%`}`;
    expect(emails.length).toBe(0);

    const repeatedImport = await start(name, word);
    expect(repeatedImport.checked.counts).toMatchObject({
      ready: 0,
      lookalike: 0,
      duplicate: ready,
    });

    await call("DELETE", `/api/imports/${repeatedImport.id}`);
    await call("POST", `/api/imports/${id}/undo`);
    expect(await waitForStep(id)).toMatchObject({ state: "undone", undoUntil: null });
    const entries = await sql<{ state: string; actor_name: string }[]>`
      select after ->> 'state' as state, actor_name from public.audit_log
      where table_name = 'imports' and row_id = ${id} order by id`;
    expect(entries.map(({ state }) => state)).toEqual([
      "staging",
      "checking",
      "checked",
      "importing",
      "imported",
      "undoing",
      "undone",
    ]);
    expect(new Set(entries.map(({ actor_name }) => actor_name))).toEqual(new Set(["admin"]));
    expect((await sql`select 1 from public.donations where import_id = ${id}`).length).toBe(0);
    expect((await sql`select 1 from public.donors where email like ${`${word}%`}`).length).toBe(0);
  });
});

describe("an import", () => {
  const body = {
    kind: "donations",
    source: "spreadsheet",
    fileName: "a.csv",
    fileHash: "c".repeat(64),
    headings: ["Date", "Amount", "Name"],
    mapping: { date: 0, amount: 1, fullName: 2 },
    rowCount: 1,
  };

  it("says what is missing from the mapping, and refuses columns that the file doesn't have", async () => {
    for (const [mapping, message] of [
      [{ date: 0, fullName: 2 }, "Choose the column with the amount."],
      [{ amount: 1, fullName: 2 }, "Choose the column with the date."],
      [{ date: 0, amount: 1 }, "Choose the column with the name or the email address."],
      [{ date: 0, amount: 3, fullName: 2 }, "Choose columns that are in this file."],
      [{ date: 0, amount: 1, fullName: 2, shoeSize: 1 }, "Choose columns that are in this file."],
    ] as const) {
      const { status, json } = await request("POST", "/api/imports", {
        token,
        body: { ...body, mapping },
      });
      expect([status, json]).toMatchObject([400, { issues: [{ path: "mapping", message }] }]);
    }
    const tooManyRowsResponse = await request("POST", "/api/imports", {
      token,
      body: { ...body, rowCount: 100_001 },
    });
    expect(tooManyRowsResponse.status).toBe(400);
  });

  it("needs the name of the other system if the file has its IDs", async () => {
    const message =
      "Enter the name of the system this file came from, so that its IDs aren't confused with those of other systems.";
    for (const field of ["sourceId", "sourceDonorId"]) {
      const bodyWithIds = {
        ...body,
        headings: [...body.headings, "Number"],
        mapping: { ...body.mapping, [field]: 3 },
      };
      const { status, json } = await request("POST", "/api/imports", { token, body: bodyWithIds });
      expect([status, json]).toMatchObject([400, { issues: [{ path: "source", message }] }]);
      const responseWithSource = await call("POST", "/api/imports", {
        ...bodyWithIds,
        source: "little-green-light",
      });
      expect(responseWithSource.status).toBe(201);
      await call("DELETE", `/api/imports/${responseWithSource.json.id}`);
    }
  });

  it("starts once if the request is repeated, and continues where it stopped", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const [first, second] = [
      await request("POST", "/api/imports", { token, body: { ...body, rowCount: 2 }, headers }),
      await request("POST", "/api/imports", { token, body: { ...body, rowCount: 2 }, headers }),
    ];
    const { id } = first.json as Import;
    expect((second.json as Import).id).toBe(id);
    const row = ["2020-01-02", "5", "Ann Lee"];
    await call("POST", `/api/imports/${id}/rows`, { firstRow: 1, rows: [row] });
    await call("POST", `/api/imports/${id}/rows`, { firstRow: 1, rows: [row] });
    const early = await request("POST", `/api/imports/${id}/check`, { token });
    expect([early.status, early.json]).toMatchObject([409, { code: "import_refused" }]);
    expect((await call("GET", `/api/imports/${id}`)).json).toMatchObject({
      state: "staging",
      stagedCount: 1,
    });
    await call("POST", `/api/imports/${id}/rows`, {
      firstRow: 2,
      rows: [[...row.slice(0, 2), "\0Bo"]],
    });
    await call("POST", `/api/imports/${id}/check`);
    expect(await waitForStep(id)).toMatchObject({ state: "checked", counts: { ready: 2 } });
    const lateResponse = await request("POST", `/api/imports/${id}/rows`, {
      token,
      body: { firstRow: 1, rows: [row] },
    });
    expect(lateResponse.status).toBe(409);
    const discardResponse = await call("DELETE", `/api/imports/${id}`);
    expect(discardResponse.json).toMatchObject({ state: "discarded", stagedCount: 0 });
  });

  it("says what failed, and can be started again after the check", async () => {
    const word = uniqueWord();
    const { json } = await call("POST", "/api/imports", body);
    await call("POST", `/api/imports/${json.id}/rows`, {
      firstRow: 1,
      rows: [["2020-01-02", "5", word]],
    });
    await call("POST", `/api/imports/${json.id}/check`);
    await waitForStep(json.id);
    await sql`update public.import_rows set fields = fields || '{"method": "shells"}' where import_id = ${json.id}`;
    await call("POST", `/api/imports/${json.id}/store`, ONLY_READY_ROWS);
    const failedImport = await waitForStep(json.id);
    expect([failedImport.state, failedImport.failure]).toEqual([
      "checked",
      expect.stringMatching(/\.$/),
    ]);
    expect((await sql`select 1 from public.donors where first_name = ${word}`).length).toBe(0);
    await call("DELETE", `/api/imports/${json.id}`);
  });

  it("of donors shows which rows look like which donors, and skips them by default", async () => {
    const word = uniqueWord();
    const [known] = await sql<[{ id: string }]>`
      insert into public.donors (first_name, last_name, address)
      values ('Ann', ${word}, ${"1 Elm St\nWaco, TX 76701"}) returning id`;
    const { json } = await call("POST", "/api/imports", {
      ...body,
      kind: "donors",
      headings: ["Name", "Address", "City", "State", "Zip"],
      mapping: { fullName: 0, address: 1, city: 2, state: 3, zipCode: 4 },
      rowCount: 2,
    });
    await call("POST", `/api/imports/${json.id}/rows`, {
      firstRow: 1,
      rows: [
        [`Ann ${word}`, "9 Oak St", "Waco", "TX", "76701-1234"],
        [`Bo ${word}`, "9 Oak St", "Waco", "TX", "76701"],
      ],
    });
    await call("POST", `/api/imports/${json.id}/check`);
    expect(await waitForStep(json.id)).toMatchObject({ counts: { ready: 1, lookalike: 1 } });
    const rows = `/api/imports/${json.id}/rows`;
    const lookalikesResponse = await request("GET", `${rows}?outcome=lookalike`, { token });
    expect(lookalikesResponse.json).toEqual([
      {
        rowNumber: 1,
        problems: [],
        label: `Ann ${word}, 9 Oak St, Waco, TX 76701-1234`,
        lookalike: { id: known.id, name: `Ann ${word}` },
      },
    ]);
    const file = await request("GET", `${rows}/file?outcome=lookalike`, { token });
    expect(file.text).toContain(`Looks like Ann ${word}.`);
    await call("POST", `/api/imports/${json.id}/store`, ONLY_READY_ROWS);
    expect(await waitForStep(json.id)).toMatchObject({ storedCount: 1 });
    await call("POST", `/api/imports/${json.id}/undo`);
    await waitForStep(json.id);
    const remainingVolunteers = await sql<
      { id: string }[]
    >`select id from public.donors where last_name = ${word}`;
    expect(remainingVolunteers.map(({ id }) => id)).toEqual([known.id]);
    await sql`delete from public.donors where id = ${known.id}`;
  });

  it.each([
    [null, "2024-04-03", "2024-03-04"],
    ["month_first", "2024-03-04", "2024-03-04"],
    ["day_first", "2024-04-03", "2024-04-03"],
  ])(
    "with %s reads 3.4.2024 as %s and 3/4/2024 as %s",
    async (dateOrder, dayFromDots, dayFromSlashes) => {
      const { json } = await call("POST", "/api/imports", { ...body, dateOrder, rowCount: 2 });
      expect(json).toMatchObject({ dateOrder });
      await call("POST", `/api/imports/${json.id}/rows`, {
        firstRow: 1,
        rows: [
          ["3.4.2024", "5", "Ann Lee"],
          ["3/4/2024", "5", "Ann Lee"],
        ],
      });
      const days = await sql<{ day: string }[]>`
      select fields ->> 'receivedOn' as day from public.import_rows where import_id = ${json.id} order by row_number`;
      expect(days.map(({ day }) => day)).toEqual([dayFromDots, dayFromSlashes]);
      await call("DELETE", `/api/imports/${json.id}`);
      const invalidOrderResponse = await call("POST", "/api/imports", {
        ...body,
        dateOrder: "year_first",
      });
      expect(invalidOrderResponse.status).toBe(400);
    },
  );

  it("of volunteers adds people without a login, and counts their former hours separately", async () => {
    const word = uniqueWord();
    const { json } = await call("POST", "/api/imports", {
      ...body,
      kind: "volunteers",
      headings: ["Name", "Email", "Hours"],
      mapping: { fullName: 0, email: 1, hours: 2 },
    });
    await call("POST", `/api/imports/${json.id}/rows`, {
      firstRow: 1,
      rows: [[`Ann ${word}`, `${word}@example.org`, "1,250.5"]],
    });
    await call("POST", `/api/imports/${json.id}/check`);
    expect(await waitForStep(json.id)).toMatchObject({ counts: { ready: 1 } });
    await call("POST", `/api/imports/${json.id}/store`, ONLY_READY_ROWS);
    await waitForStep(json.id);
    const list = await request("GET", `/api/volunteers?search=${word}`, { token });
    expect(list.json).toMatchObject([
      {
        name: `Ann ${word}`,
        openingHours: 1250.5,
        totalHours: 1250.5,
        accountId: null,
        awaitsActivation: false,
        isActive: true,
      },
    ]);
    const emails = await sql`select 1 from public.email_outbox where to_email like ${`${word}%`}`;
    expect(emails.length).toBe(0);
    await call("POST", `/api/imports/${json.id}/undo`);
    expect(await waitForStep(json.id)).toMatchObject({ state: "undone" });
    const remainingVolunteers = await request("GET", `/api/volunteers?search=${word}`, { token });
    expect(remainingVolunteers.json).toEqual([]);
  });

  it("is denied to volunteers and visitors", async () => {
    const volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
    expect((await request("POST", "/api/imports", { body })).status).toBe(401);
    expect((await request("POST", "/api/imports", { body, token: volunteer.token })).status).toBe(
      403,
    );
  });
});
