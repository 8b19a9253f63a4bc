import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { isTotalLine } from "../../functions/_shared/rules/total-lines.ts";
import { createRecordRow, recordKinds } from "../records.ts";
import { uniqueWord } from "../unique-word.ts";
import { addRows } from "./record-rows.ts";
import { clearRateLimits, endpoints, facts, request, signInAdmin, sql } from "./stack.ts";

let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());

/** Parses the rows of a CSV file, including quoted cells. */
function parseCsv(text: string): string[][] {
  const cells = text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g);
  const rows: string[][] = [[]];
  for (const [, cell = "", separator] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (separator === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

async function requestExport(path: string, query: string) {
  const response = await request("GET", `${path}/export?${query}&totals=true`, { token });
  const [headings = [], ...rows] = parseCsv(response.text);
  const totalsIndex = rows.findIndex(([label]) => label?.startsWith("Total of "));
  return {
    ...response,
    headings,
    totals: rows.slice(totalsIndex),
    rows: rows.slice(0, totalsIndex),
  };
}
const sortLines = (rows: readonly string[][]) => rows.map((row) => row.join()).toSorted();
async function requestList(path: string, query: string) {
  const { json } = await request("GET", `${path}?${query}&limit=200`, { token });
  return json as Record<string, unknown>[];
}

/** Requests one part, and checks the figures about it in its headers. */
async function requestPart(path: string) {
  const { status, text, headers } = await request("GET", path, { token });
  expect(status).toBe(200);
  const cursor = headers.get("X-Next-Cursor");
  expect(headers.get("X-Has-More")).toBe(String(cursor !== null));
  // `fetch` leaves out the byte order mark at the beginning of the first part.
  const startBytes = path.includes("cursor=") ? 0 : 3;
  expect(Number(headers.get("X-Part-Bytes"))).toBe(Buffer.byteLength(text) + startBytes);
  const rowCount = Number(headers.get("X-Part-Rows"));
  return { text, cursor, rowCount, total: headers.get("X-Total-Count") };
}

/** Requests all parts of a file. `change` runs between the parts. */
async function requestParts(path: string, change?: (partCount: number) => Promise<unknown>) {
  const parts = [await requestPart(path)];
  for (let cursor = parts[0]!.cursor; cursor !== null; cursor = parts.at(-1)!.cursor) {
    await change?.(parts.length);
    parts.push(await requestPart(`${path}&cursor=${cursor}`));
  }
  return parts;
}

const exportEndpoints = endpoints.filter(
  ([, { path, output }]) => output === "text/csv" && path.endsWith("/export"),
);

const PAGING_NAMES = new Set(["limit", "offset", "cursor", "totals"]);
const listQueryNames = ({ query }: EndpointDefinition) =>
  Object.keys(query?.shape ?? {}).filter((name) => !PAGING_NAMES.has(name));

/** Each export, with the list endpoint that accepts the same query parameters. */
const exportsWithLists = exportEndpoints.map(([, exportEndpoint]) => {
  const path = exportEndpoint.path.replace(/\/export$/, "");
  const isMatchingList = (endpoint: EndpointDefinition) =>
    endpoint.list !== undefined &&
    (endpoint.path === path || endpoint.path.startsWith(`${path}/`)) &&
    isDeepStrictEqual(listQueryNames(endpoint), listQueryNames(exportEndpoint));
  return { path, endpoint: endpoints.find(([, endpoint]) => isMatchingList(endpoint))?.[1] };
});

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
  const searchQueries = listTexts(row).map(
    (text) => `search=${encodeURIComponent(text.slice(0, 12))}`,
  );
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

it("every export belongs to a list and accepts the same query", () => {
  const exportsWithoutList = exportsWithLists
    .filter(({ endpoint }) => endpoint === undefined)
    .map(({ path }) => path);
  expect(exportsWithoutList).toEqual([]);
  expect(exportsWithLists.length).toBeGreaterThan(7);
});

describe.each(exportsWithLists)("$path/export", ({ path, endpoint }) => {
  it("has the list's rows in the list's order, for two sort orders, every filter and a search", async () => {
    const listRows = await requestList(endpoint!.path, "");
    const wholeExport = await requestExport(path, "");
    const sharedField = findSharedColumn(wholeExport.headings, wholeExport.rows, listRows);
    expect(
      sharedField,
      "No column of the file has the values of a field of the list",
    ).toBeDefined();
    const { field, column } = sharedField!;
    for (const query of await createQueries(endpoint!, listRows)) {
      const { headings, rows, totals, status } = await requestExport(path, query);
      expect(status, query).toBe(200);
      const expected = await requestList(endpoint!.path, query);
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
    const { headers } = await requestExport(path, "");
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="[\w-]+\.csv"/);
    expect(headers.get("Cache-Control")).toBe("no-store");
    const response = await fetch(`${facts.apiUrl}/functions/v1${path}/export`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  });

  it("has the same rows and totals in three parts as in one, with a heading only in the first", async () => {
    for (const sort of endpoint!.list!.sorts.slice(0, 3)) {
      const whole = await requestExport(path, `sort=${sort}`);
      const limit = Math.ceil(whole.rows.length / 3);
      const parts = await requestParts(`${path}/export?sort=${sort}&totals=true&limit=${limit}`);
      const [headings, ...rows] = parseCsv(parts.map(({ text }) => text).join(""));
      expect(headings).toEqual(whole.headings);
      const totals = rows.splice(whole.rows.length);
      expect(totals).toEqual(whole.totals);
      expect(sortLines(rows)).toEqual(sortLines(whole.rows));
      const total = String(whole.rows.length);
      expect(parts.at(0)?.total).toBe(total);
      expect(parts.at(-1)?.total).toBe(total);
      expect(parts.length).toBeGreaterThan(whole.rows.length > 1 ? 1 : 0);
      await clearRateLimits();
    }
  });

  it("ends without totals unless they are asked for", async () => {
    const { text } = await request("GET", `${path}/export?`, { token });
    const rows = parseCsv(text).slice(1);
    expect(rows).toEqual((await requestExport(path, "")).rows);
  });

  it.each(["x", btoa('["",1,0,[]]'), btoa('["yesterday","1",0,[]]'), btoa('["","1;",0,[]]')])(
    "refuses the made-up cursor %j",
    async (cursor) => {
      const response = await request("GET", `${path}/export?cursor=${cursor}`, { token });
      expect([response.status, response.json.code]).toEqual([400, "validation_failed"]);
    },
  );

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
    const { headings, rows, totals } = await requestExport("/api/donations", query);
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
      adjustedAmount: getTotal("Total", "Refunded"),
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
        (sum, row) => sum + getCents(row, "Amount") - getCents(row, "Refunded"),
        0,
      ),
    );
    expect(rows.length).toBeGreaterThan(0);
  },
);

it("an export with ids has only the selected rows", async () => {
  const path = "/api/volunteer-applications";
  const selectedIds = (await requestList(path, "search=example")).slice(1, 3).map(({ id }) => id);
  const { rows, headings } = await requestExport(path, `ids=${selectedIds.join(",")}`);
  const expected = await requestList(path, `ids=${selectedIds.join(",")}`);
  expect(rows.map((row) => row[headings.indexOf("Email")])).toEqual(
    expected.map((row) => row["email"]),
  );
  expect(new Set(expected.map(({ id }) => id))).toEqual(new Set(selectedIds));
  expect((await request("GET", `${path}/export?ids=1;2`, { token })).status).toBe(400);
});

describe("an export whose rows change between its parts", () => {
  const word = uniqueWord();
  const path = `/api/donations/export?search=${word}&limit=2&totals=true`;
  beforeEach(async () => {
    for (const [index, name] of ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"].entries()) {
      await sql`
        insert into public.donations (first_name, last_name, email, amount, status, is_demo, created_at)
        values (${name}, ${word}, ${`${name}@example.org`}, ${10 + index / 10}, 'completed', true, now() - ${`${index} hours`}::interval)`;
    }
  });
  afterEach(() => sql`delete from public.donations where last_name like ${`%${word}%`}`);

  const readNames = (parts: readonly { text: string }[]) => {
    const [headings = [], ...rows] = parseCsv(parts.map(({ text }) => text).join(""));
    const names = rows.map((row) => row[headings.indexOf("First name")] ?? "");
    const total = rows.find(([label]) => label?.startsWith("Total of "));
    const cells = { names: names.filter(Boolean), total: total?.[headings.indexOf("Amount")] };
    const cents = rows
      .filter((_, index) => names[index] !== "")
      .reduce((sum, row) => sum + Math.round(Number(row[headings.indexOf("Amount")]) * 100), 0);
    return { ...cells, sum: (cents / 100).toFixed(2) };
  };

  it.each(["-createdAt", "createdAt", "lastName", "-lastName", "amount", "-amount"])(
    "threat 29: has every donation that stays in the list exactly once, sorted by %s",
    async (sort) => {
      const parts = await requestParts(`${path}&sort=${sort}`, async (partCount) => {
        // The donors swap their places in the alphabet, and others come and go.
        await sql`
          update public.donations
          set last_name = ${partCount % 2 === 0 ? "a" : "z"} || ${word}, first_name = first_name
          where last_name like ${`%${word}`} and first_name in ('Ann', 'Cy', 'Flo')`;
        await sql`
          insert into public.donations (first_name, last_name, email, amount, status, is_demo, created_at)
          values ('New', ${word}, 'new@example.org', 5, 'completed', true, now() - ${`${partCount * 70} minutes`}::interval)`;
      });
      const { names, sum, total } = readNames(parts);
      const stayingNames = names.filter((name) => name !== "New");
      expect(stayingNames.toSorted()).toEqual(["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]);
      expect(total).toBe(sum);
      expect(parts.at(-1)?.total).toBe(String(names.length));
      expect(parts.reduce((count, { rowCount }) => count + rowCount, 0)).toBe(names.length);
    },
  );

  it("goes on after the last row of a part is deleted", async () => {
    const parts = await requestParts(
      `${path}&sort=-createdAt`,
      (partCount) =>
        sql`delete from public.donations where last_name = ${word} and first_name = ${["", "Bo", "Di"][partCount]!}`,
    );
    expect(readNames(parts).names).toEqual(["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]);
  });

  it("leaves out donations that no longer match the filters", async () => {
    const parts = await requestParts(
      `${path}&status=completed`,
      () =>
        sql`
        update public.donations set status = 'failed', failed_at = now()
        where last_name = ${word} and first_name in ('Ann', 'Ed')`,
    );
    const { names, total, sum } = readNames(parts);
    expect(names).toEqual(["Ann", "Bo", "Cy", "Di", "Flo"]);
    expect(total).toBe(sum);
    expect([parts.at(0)?.total, parts.at(-1)?.total]).toEqual(["6", "5"]);
  });
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
        insert into ${sql(`public.${kind.table}`)} ${sql(createRecordRow(kind, { word: HOSTILE_TEXT }))}`;
    }
    // The item is deleted, so that only its audit entries remain.
    await sql`insert into public.about_items (title, description) values (${HOSTILE_TEXT}, 'x')`;
    await sql`delete from public.about_items where title = ${HOSTILE_TEXT}`;
  });
  afterAll(async () => {
    await sql`delete from public.donations where first_name = ${HOSTILE_TEXT}`;
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
    } = await requestExport("/api/donations", `status=${status}`);
    const [row] = await sql<[Record<string, string>]>`
      select sum(amount) as amount, sum(fee_covered) as fee, sum(adjusted_amount) as refunded,
        count(*)::text as number
      from public.donations where status = ${status}`;
    const getTotal = (heading: string) => total[headings.indexOf(heading)];
    expect([total[0], getTotal("Amount"), getTotal("Fee covered"), getTotal("Refunded")]).toEqual([
      `Total of ${row["number"]} completed`,
      row["amount"],
      row["fee"],
      row["refunded"],
    ]);
  },
);
