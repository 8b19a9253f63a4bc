import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { isTotalLine } from "../../functions/_shared/rules/total-lines.ts";
import { exportEndpoints, exportsWithLists, parseCsv, requestExport } from "./exported-lists.ts";
import { createRecordRow, recordKinds } from "../records.ts";
import { addRows } from "./record-rows.ts";
import { clearRateLimits, facts, request, signInAdmin, sql } from "./stack.ts";

let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());

async function requestList(path: string, query: string) {
  const { json } = await request("GET", `${path}?${query}&limit=200`, { token });
  return json as Record<string, unknown>[];
}

const exportedKinds = recordKinds.filter(({ path }) =>
  exportsWithLists.some((candidate) => candidate.path === path),
);
const addedIds = new Map<string, string[]>();
beforeAll(async () => {
  for (const kind of exportedKinds) addedIds.set(kind.table, await addRows(kind));
});
afterAll(async () => {
  for (const [table, ids] of addedIds) await sql`delete from ${sql(table)} where id in ${sql(ids)}`;
});

type Row = Readonly<Record<string, unknown>>;

/**
 * Finds the list's fields whose values are in a column of the export and returns the field with the most distinct
 * values.
 */
function findSharedColumn(
  headings: readonly string[],
  rows: readonly string[][],
  list: readonly Row[],
) {
  const listCells = (column: number) => new Set(rows.map((row) => row[column]));
  const [bestMatch] = Object.keys(list[0] ?? {})
    .map((field) => ({ field, values: new Set(list.map((row) => row[field])) }))
    .filter(({ values }) => values.size > 1)
    .toSorted((a, b) => b.values.size - a.values.size)
    .flatMap(({ field, values }) => {
      const column = headings.findIndex((_, index) =>
        [...values].every((value) => typeof value === "string" && listCells(index).has(value)),
      );
      return column === -1 ? [] : [{ field, column }];
    });
  return bestMatch;
}

/** Returns an array with the first query that finds rows, or an empty array if none does. */
async function findQueryWithRows(path: string, queries: readonly string[]): Promise<string[]> {
  for (const query of queries) {
    if ((await requestList(path, query)).length > 0) return [query];
  }
  return [];
}

/** Returns the values to try for a filter: the row's value or, if the filter isn't a field, the filter's options. */
function listFilterValues(name: string, schema: unknown, row: Row): unknown[] {
  if (name === "from" || name === "to") return [getDay(row)];
  if (name in row) return [row[name]].filter((value) => value !== null);
  const innerSchema = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return innerSchema instanceof z.ZodEnum ? innerSchema.options : [];
}

const listTexts = (row: Row) => Object.values(row).filter((value) => typeof value === "string");
const getDay = (row: Row) =>
  listTexts(row)
    .find((text) => /^\d{4}-\d\d-\d\d/.test(text))
    ?.slice(0, 10);

/** Returns queries for the default order, another order, every filter that finds rows, and a search. */
async function createQueries({ path, list, query }: EndpointDefinition, rows: readonly Row[]) {
  const row = rows[Math.floor(rows.length / 2)] ?? {};
  const filterQueries: string[] = [];
  for (const [name, schema] of Object.entries(query?.shape ?? {})) {
    const values = listFilterValues(name, schema, row).map(
      (value) => `${name}=${encodeURIComponent(String(value))}`,
    );
    filterQueries.push(...(await findQueryWithRows(path, values)));
  }
  // Texts that can be empty, such as a slip's number, may be missing in this row.
  const searchQueries = [row, ...rows]
    .flatMap(listTexts)
    .map((text) => `search=${encodeURIComponent(text.slice(0, 12))}`);
  const matchingSearchQueries = await findQueryWithRows(path, searchQueries);
  expect(matchingSearchQueries, "No text of the list is searched").not.toEqual([]);
  // lists.test.ts tests every order, and the same statement reads a list and its export.
  const [, secondSort] = list?.sorts ?? [];
  return [
    "",
    ...(secondSort ? [`sort=${secondSort}`] : []),
    ...filterQueries,
    ...matchingSearchQueries,
  ];
}

it("every export belongs to a list and accepts its query", () => {
  const exportsWithoutList = exportsWithLists
    .filter(({ endpoint }) => endpoint === undefined)
    .map(({ path }) => path);
  expect(exportsWithoutList).toEqual([]);
  expect(exportsWithLists.length).toBeGreaterThan(7);
});

describe.each(exportsWithLists)("$path/export", ({ path, endpoint }) => {
  it("has the list's rows in the list's order, for two sort orders, every filter and a search", async () => {
    const listRows = await requestList(endpoint!.path, "");
    const wholeExport = await requestExport(token, path, "");
    const sharedField = findSharedColumn(wholeExport.headings, wholeExport.rows, listRows);
    expect(
      sharedField,
      "No column of the file has the values of a field of the list",
    ).toBeDefined();
    const { field, column } = sharedField!;
    for (const query of await createQueries(endpoint!, listRows)) {
      // Before the export, which adds an entry to the audit log.
      const expected = await requestList(endpoint!.path, query);
      const { headings, rows, totals, status } = await requestExport(token, path, query);
      expect(status, query).toBe(200);
      const cells = rows.map((row) => row[column]);
      expect([query, cells.slice(0, 200)]).toEqual([query, expected.map((row) => row[field])]);
      expect(cells.length, query).toBeGreaterThan(0);
      const counts = totals.map(([label = ""]) => Number(/\d+/.exec(label)?.[0]));
      expect(totals.filter((total) => !isTotalLine(total))).toEqual([]);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
      for (const row of rows) expect(row).toHaveLength(headings.length);
      await clearRateLimits();
    }
  });

  it("is an uncached download in an encoding that spreadsheets recognize", async () => {
    const { headers } = await requestExport(token, path, "");
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="[\w-]+\.csv"/);
    expect(headers.get("Cache-Control")).toBe("no-store");
    const response = await fetch(`${facts.apiUrl}/functions/v1${path}/export`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  });

  it("threat 48: leaves an entry with the number of rows, and without the text of a search", async () => {
    const { rows, headers } = await requestExport(
      token,
      path,
      "search=a&sort=" + endpoint!.list!.sorts[0],
    );
    const [entry] = await sql<{ actorName: string; after: Row }[]>`
      select actor_name as "actorName", after from public.audit_log
      where table_name = 'exports' order by id desc limit 1`;
    const [, name] = /filename="([\w-]+)-(\d{4}-\d\d-\d\d)\.csv"/.exec(
      headers.get("Content-Disposition") ?? "",
    )!;
    expect(entry).toEqual({ actorName: "admin", after: { name, rows: rows.length, search: true } });
  });

  it("refuses an unknown sort order", async () => {
    expect((await request("GET", `${path}/export?sort=password`, { token })).status).toBe(400);
  });
});

it.each([
  "",
  "status=completed",
  "isRecurring=true",
  "search=an&to=2026-10-31",
  "status=refunded",
  "status=failed",
])(
  "ADON-10, threat 29: the donation export sums to the figures on the screen, to the cent, for the query %j",
  async (query) => {
    const { headings, rows, totals } = await requestExport(token, "/api/donations", query);
    const { json } = await request("GET", `/api/donations/sums?${query}`, { token });
    const getTotal = (labelStart: string, heading: string) =>
      Number(
        totals.find(([label]) => label?.startsWith(labelStart))?.[headings.indexOf(heading)] ?? 0,
      );
    expect(json).toEqual({
      count: rows.length,
      isCapped: false,
      amount: getTotal("Total", "After refunds"),
      feeCovered: getTotal("Total", "Fee covered"),
      adjustedAmount: getTotal("Total", "Refunded or taken back"),
      pendingAmount: getTotal("Pending", "Amount"),
      failedAmount: getTotal("Failed", "Amount"),
    });
    const getCents = (row: readonly string[], heading: string) =>
      Math.round(Number(row[headings.indexOf(heading)]) * 100);
    const completedRows = rows.filter(
      (row) => !["pending", "failed"].includes(row[headings.indexOf("Status")] ?? ""),
    );
    expect(Math.round(json.amount * 100)).toBe(
      completedRows.reduce(
        (sum, row) => sum + getCents(row, "Amount") - getCents(row, "Refunded or taken back"),
        0,
      ),
    );
    expect(rows.length).toBeGreaterThan(0);
  },
);

it("an export says in the audit log which fixed values it was filtered by", async () => {
  await requestExport(
    token,
    "/api/donations",
    "status=completed&from=2026-01-02&isRecurring=false",
  );
  const { json } = await request("GET", "/api/audit-log?tableName=exports&limit=1", { token });
  expect(json[0].after).toMatchObject({
    name: "donations",
    status: "completed",
    from: "2026-01-02",
    is_recurring: false,
  });
});

it("an export with ids has only the selected rows", async () => {
  const path = "/api/volunteer-applications";
  const selectedIds = (await requestList(path, "search=example")).slice(1, 3).map(({ id }) => id);
  const { rows, headings } = await requestExport(token, path, `ids=${selectedIds.join(",")}`);
  const expected = await requestList(path, `ids=${selectedIds.join(",")}`);
  expect(rows.map((row) => row[headings.indexOf("Email")])).toEqual(
    expected.map((row) => row["email"]),
  );
  expect(new Set(expected.map(({ id }) => id))).toEqual(new Set(selectedIds));
  expect((await request("GET", `${path}/export?ids=1;2`, { token })).status).toBe(400);
});

describe("threat 29: cells a spreadsheet would evaluate", () => {
  const HOSTILE_TEXT = "=1+1@x.example.org";
  beforeAll(async () => {
    await sql`
      insert into public.donations (first_name, last_name, email, amount, in_honor_of)
      values (${HOSTILE_TEXT}, '+1', '-1@x.example.org', 5, '@SUM(A1)')`;
    await sql`
      insert into public.donations (first_name, last_name, email, amount, is_demo, status)
      values (${HOSTILE_TEXT}, '+1', '-2@x.example.org', 5, true, 'completed')`;
    await sql`
      insert into public.donation_adjustments (donation_id, kind, amount, status, reason)
      select id, 'refund', 1, 'succeeded', ${HOSTILE_TEXT} from public.donations
      where first_name = ${HOSTILE_TEXT} and status = 'completed'`;
    const [user] = await sql<[{ id: string }]>`
      insert into auth.users (id, email) values (gen_random_uuid(), ${HOSTILE_TEXT}) returning id`;
    await sql`
      insert into public.volunteer_applications (user_id, first_name, last_name, email, phone, zip_code, availability)
      values (${user.id}, ${HOSTILE_TEXT}, '-1', ${HOSTILE_TEXT}, '+1', '76102', 'flexible')`;
    await sql`
      insert into public.volunteer_accounts (id, email, first_name, last_name)
      values (${user.id}, ${HOSTILE_TEXT}, ${HOSTILE_TEXT}, '@x')`;
    await sql`
      insert into public.volunteers (account_id, name, email) values (${user.id}, ${HOSTILE_TEXT}, ${HOSTILE_TEXT})`;
    const [event] = await sql<[{ id: string }]>`
      insert into public.events (event_type, date, start_time, end_time, address)
      values ('Food Drive', current_date - 2, '10:00', '11:00', ${HOSTILE_TEXT}) returning id`;
    await sql`
      insert into public.volunteer_event_registrations (event_id, volunteer_id) values (${event.id}, ${user.id})`;
    for (const kind of exportedKinds) {
      await sql`
        insert into ${sql(`public.${kind.table}`)} ${sql(await createRecordRow(kind, { word: HOSTILE_TEXT }))}`;
    }
    await sql`
      insert into public.deposits (deposited_on, slip_total, reference, is_demo)
      values (current_date - 2, 5, ${HOSTILE_TEXT}, true)`;
    await sql`
      insert into public.noncash_donations (donor_id, kind, description, received_on, is_demo)
      select id, 'goods', ${HOSTILE_TEXT}, current_date - 2, true from public.donors limit 1`;
    // The item is deleted, so that only its audit entries remain.
    await sql`insert into public.about_items (title, description) values (${HOSTILE_TEXT}, 'x')`;
    await sql`delete from public.about_items where title = ${HOSTILE_TEXT}`;
  });
  afterAll(async () => {
    await sql`delete from public.donation_adjustments where reason = ${HOSTILE_TEXT}`;
    await sql`delete from public.donations where first_name = ${HOSTILE_TEXT}`;
    await sql`delete from public.noncash_donations where description = ${HOSTILE_TEXT}`;
    await sql`delete from public.events where address = ${HOSTILE_TEXT}`;
    for (const { table } of exportedKinds) {
      await sql`
        delete from ${sql(`public.${table}`)} as row where to_jsonb(row)::text like ${`%${HOSTILE_TEXT}%`}`;
    }
    await sql`delete from public.volunteer_applications where email = ${HOSTILE_TEXT}`;
    await sql`delete from public.volunteers where email = ${HOSTILE_TEXT}`;
    await sql`delete from auth.users where email = ${HOSTILE_TEXT}`;
  });

  it.each(exportEndpoints)("are plain text in %s", async (_, { path }) => {
    const { text } = await request("GET", path, { token });
    const cells = parseCsv(text).flat();
    expect(cells.filter((cell) => cell === `'${HOSTILE_TEXT}`).length).toBeGreaterThan(0);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });
});

it.each(["completed", "partially_refunded", "refunded"])(
  "threat 29: the export's total line for donations with the status %s matches the database to the cent",
  async (status) => {
    const {
      headings,
      totals: [total = []],
    } = await requestExport(token, "/api/donations", `status=${status}`);
    const [row] = await sql<[Record<string, string>]>`
      select sum(amount) as amount, sum(fee_covered) as fee, sum(adjusted_amount) as refunded,
        count(*)::text as number
      from public.donations where status = ${status}`;
    const getTotal = (heading: string) => total[headings.indexOf(heading)];
    expect([
      total[0],
      getTotal("Amount"),
      getTotal("Fee covered"),
      getTotal("Refunded or taken back"),
    ]).toEqual([`Total of ${row["number"]} completed`, row["amount"], row["fee"], row["refunded"]]);
  },
);
