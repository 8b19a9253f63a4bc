import type { z } from "zod";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { OFFSET_MAX, PAGE_LIMIT_MAX } from "../../functions/_shared/contracts/limits.ts";
import { fold } from "../../functions/_shared/rules/fold.ts";
import { recordKinds } from "../records.ts";
import { createFilterCases, type Item, type Value, type View } from "./filter-cases.ts";
import { addVersions, removeVersions, versionedIds } from "./listed-versions.ts";
import { addRows } from "./record-rows.ts";
import { addVolunteers, removeVolunteers } from "./volunteers.ts";
import { clearRateLimits, endpoints, requestPath, request, signInAdmin, sql } from "./stack.ts";

const VOLUNTEER_DOMAIN = "lists.example.org";

type Query = Readonly<Record<string, string | number>>;

const listFields = (item: z.ZodType | undefined) => Object.keys((item as z.ZodObject).shape);

/** Every list, once for each kind of caller who gets different fields. */
const views = endpoints.flatMap(([name, endpoint]): View[] => {
  const { list } = endpoint;
  if (list === undefined) return [];
  const { item, adminItem = item, publicOutput } = list;
  const view = { name, endpoint, list };
  const isPublic = endpoint.access === "public";
  const hasAdminView = !isPublic || adminItem !== item || publicOutput !== undefined;
  return [
    ...(isPublic && publicOutput === undefined
      ? [{ ...view, caller: "anybody" as const, fields: listFields(item) }]
      : []),
    ...(hasAdminView
      ? [{ ...view, caller: "an administrator" as const, fields: listFields(adminItem) }]
      : []),
  ];
});

const listedKinds = recordKinds.filter(({ path }) =>
  views.some(({ endpoint }) => endpoint.path === path),
);
const addedIdsByTable = new Map<string, string[]>();
let adminToken = "";

/** Returns the tables whose rows can be copied, so that lists contain rows that differ only in their ids. */
async function listTablesToCopy(): Promise<string[]> {
  const names = listedKinds.map(({ table }) => table);
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace
      and relname = any(${[...names, "testimonials", "volunteer_highlights"]})
      and not exists (
        select 1 from pg_index where indrelid = pg_class.oid and indisunique and not indisprimary
      )`;
  return tables.map(({ name }) => name);
}

async function copyRows(table: string): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table}
      and column_name <> 'id' and is_generated = 'NEVER'`;
  const names = sql(columns.map(({ name }) => name));
  const rows = await sql<{ id: string }[]>`
    insert into ${sql(table)} (${names}) select ${names} from ${sql(table)} returning id`;
  addedIdsByTable.set(
    table,
    rows.map(({ id }) => id),
  );
}

/** Adds an event that lasts all day, so that it is in progress during the tests. */
const addOngoingEvent = () => sql`
  insert into public.events (event_type, date, start_time, end_time, address)
  values ('Community Outreach', private.today(), '00:00', '23:59:59', '1 Open House Road')`;

/** Adds audit entries by an administrator, because all other entries were made by the server. */
async function addAuditEntries(): Promise<void> {
  const body = {
    deliveredOn: "2026-10-05",
    militaryBranch: "Navy",
    program: "Veterans",
    city: "Traceville",
    state: "TX",
    packages: 1,
  };
  const { json } = await request("POST", "/api/package-deliveries", { body, token: adminToken });
  await request("DELETE", `/api/package-deliveries/${json.id}`, { token: adminToken });
}

/** Leaves a few audit entries of each table, because reading the thousands of other tests would only take time. */
const removeOldAuditEntries = () =>
  sql.begin(async (transaction) => {
    await transaction`alter table public.audit_log disable trigger refuse_change`;
    await transaction`
      delete from public.audit_log where id in (
        select id from (
          select id, row_number() over (partition by table_name order by occurred_at desc) as number
          from public.audit_log
        ) as entries where number > 10
      )`;
    await transaction`alter table public.audit_log enable trigger refuse_change`;
  });

const addDrafts = () => sql`
  insert into public.blog_post_drafts (session, title, updated_at)
  select 'lists', 'Listed draft ' || number, now() - number * interval '1 minute'
  from generate_series(1, 4) as number`;

/** Adds a volunteer who has signed up only for the ongoing event, and queues an email to the volunteer. */
async function addListedVolunteer(): Promise<void> {
  const [volunteer] = await addVolunteers(1, VOLUNTEER_DOMAIN);
  await sql`
    insert into public.volunteer_event_registrations (volunteer_id, event_id)
    select ${volunteer!.id}, id from public.events where address = '1 Open House Road'`;
  await sql`
    select private.queue_email('Event Reminder', email, 'Test', '{}')
    from public.volunteers where account_id = ${volunteer!.id}`;
}

/** Returns the parameters of lists that belong to a record. */
const getParams = ({ name }: View) => ({
  id: name === "listEmailTemplateVersions" ? versionedIds.template : versionedIds.post,
  key: "terms_policy",
});

beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
  await removeOldAuditEntries();
  await addVersions();
  await addDrafts();
  await addAuditEntries();
  await addOngoingEvent();
  await addListedVolunteer();
  for (const table of await listTablesToCopy()) await copyRows(table);
  for (const kind of listedKinds) {
    addedIdsByTable.set(kind.table, [
      ...(addedIdsByTable.get(kind.table) ?? []),
      ...(await addRows(kind)),
    ]);
  }
  // Without these changes, some fields would have the same value in all rows.
  await sql`update public.locations set state = 'VA' where id = any(${addedIdsByTable.get("locations") ?? []}) and is_active`;
  await sql`
    update public.package_deliveries set notes = 'Left with the chaplain'
    where id = ${addedIdsByTable.get("package_deliveries")?.[0] ?? ""}`;
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.events where address = '1 Open House Road'`;
  await sql`delete from public.blog_post_drafts where session = 'lists'`;
  await removeVolunteers(VOLUNTEER_DOMAIN);
  await removeVersions();
  for (const [table, ids] of addedIdsByTable)
    await sql`delete from ${sql(table)} where id in ${sql(ids)}`;
});

async function readPage(view: View, query: Query = {}) {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  );
  const token = view.caller === "anybody" ? undefined : adminToken;
  const path = requestPath(view.endpoint, getParams(view));
  const response = await request("GET", `${path}?${search}`, { token });
  return {
    status: response.status,
    rows: response.json as Item[],
    hasMore: response.headers.get("X-Has-More"),
    total: response.headers.get("X-Total-Count"),
  };
}

/** Returns all rows, page by page, and checks that each page reports whether another follows. */
async function readAll(
  view: View,
  query: Query = {},
  limit = PAGE_LIMIT_MAX,
  nextQuery: (rows: readonly Item[]) => Query = (rows) => ({
    offset: rows.length,
  }),
): Promise<Item[]> {
  const rows: Item[] = [];
  const distinctRows = new Set<string>();
  for (;;) {
    const page = await readPage(view, {
      ...query,
      limit,
      ...(rows.length > 0 ? nextQuery(rows) : {}),
    });
    expect(page.status).toBe(200);
    rows.push(...page.rows);
    // If a page repeats, the test fails here instead of reading pages forever.
    for (const row of page.rows) distinctRows.add(JSON.stringify(row));
    expect(distinctRows.size, "no row is on two pages").toBe(rows.length);
    if (page.hasMore === "false") return rows;
    expect(page).toMatchObject({ hasMore: "true", rows: { length: limit } });
  }
}

/** Functions that return an item's sort key, for sorts that aren't named after a field. */
const sortKeyFunctions: Readonly<Record<string, (item: Item) => Value | undefined>> = {
  date: ({ date, startTime }) => `${String(date)} ${String(startTime)}`,
  // Donations are sorted by their date, and on the same day by when they were started.
  createdAt: ({ givenOn, createdAt }) =>
    givenOn === undefined ? createdAt : `${String(givenOn)} ${String(createdAt)}`,
};

const listSortKeys = (rows: readonly Item[], sort: string) => {
  const name = sort.replace(/^-/, "");
  const keys = rows.map((row) => (sortKeyFunctions[name] ?? ((item: Item) => item[name]))(row));
  const isText = keys.some((key) => typeof key === "string" && Number.isNaN(Number(key)));
  // Nulls sort like an empty string or 0.
  return keys.map((key) => (isText ? String(key ?? "") : Number(key ?? 0)));
};

/** Sorts the values in the database, as names sort: without accents, in the order of their bytes. */
async function sortInDatabase(keys: readonly (string | number)[], isDescending: boolean) {
  const direction = isDescending ? sql`desc` : sql`asc`;
  const isText = keys.some((key) => typeof key === "string");
  const sortedRows = isText
    ? await sql<{ key: string }[]>`
        select private.fold(key) as key from unnest(${keys.map(String)}::text[]) as key
        order by private.fold(key) collate "C" ${direction}`
    : await sql<{ key: number }[]>`
        select key::float as key from unnest(${keys as number[]}::float[]) as key
        order by key ${direction}`;
  return sortedRows.map(({ key }) => key);
}

const foldKeys = (keys: readonly (string | number)[]) =>
  keys.map((key) => (typeof key === "string" ? fold(key) : key));

/** Maps words in `searchedFields` to fields whose names don't contain them. */
const FIELD_ALIASES: Readonly<Record<string, readonly string[]>> = {
  recipient: ["toEmail", "toName"],
  row: ["rowId"],
  story: ["content"],
  text: ["content", "message"],
};

/** Returns the fields that a term in `searchedFields` stands for: `city` for "city", `militaryBranch` for "branch". */
function findFieldsForTerm(term: string, fields: readonly string[]): readonly string[] {
  const name = term.replaceAll(" ", "").toLowerCase();
  const aliases = fields.filter((field) => FIELD_ALIASES[term]?.includes(field));
  if (aliases.length > 0) return aliases;
  const exactMatches = fields.filter((field) => field.toLowerCase() === name);
  if (exactMatches.length > 0) return exactMatches;
  return fields.filter((field) => field.toLowerCase().includes(name) && !field.endsWith("Id"));
}

/** Returns the fields that each term of the list's `searchedFields` stands for. */
function listSearchableFields({ list, fields, caller }: View): (readonly string[])[] {
  const [publicSearches = "", adminSearches] = list.searchedFields.split(
    "; for administrators also ",
  );
  const searches =
    caller === "anybody" || adminSearches === undefined
      ? publicSearches
      : `${publicSearches}, ${adminSearches}`;
  return searches.split(/, | and /).map((word) => {
    const matchingFields = findFieldsForTerm(word, fields);
    expect(
      matchingFields,
      `No field is named like "${word}": use a field's name, or add the word to FIELD_ALIASES in lists.test.ts`,
    ).not.toEqual([]);
    return matchingFields;
  });
}

/** Types a term without its spelling: its words in another order, with an accent, and in capitals. */
const disguise = (term: string): string =>
  term
    .split(/\s+/)
    .toReversed()
    .join(" ")
    // An accent in an address's domain makes another domain.
    .replace(/[AEIOU](?!\S*@)(?<!@\S*)/, (vowel) => `${vowel}\u0301`);

/** A period shows more attendance than the list without one, so volunteer-reports.test.ts tests these filters. */
const isTestedElsewhere = (view: View, name: string) =>
  view.name === "listAttendance" && ["from", "to"].includes(name);

const listFilters = (view: View) =>
  Object.keys(view.endpoint.query?.shape ?? {}).filter(
    (name) =>
      !["limit", "offset", "cursor", "search", "sort"].includes(name) &&
      !isTestedElsewhere(view, name),
  );

describe.each(views)("$name for $caller", (view) => {
  const { list } = view;
  let allRows: Item[] = [];
  beforeAll(async () => {
    allRows = await readAll(view);
  });
  const rowsBySort = new Map<string, Item[]>();
  /** Returns all rows in this order. Each order is read only once, because the rows don't change. */
  const readSorted = async (sort: string): Promise<Item[]> => {
    const rows = rowsBySort.get(sort) ?? (await readAll(view, { sort }));
    rowsBySort.set(sort, rows);
    return rows;
  };

  it("is in its default order if no other is requested", async () => {
    expect(allRows.length).toBeGreaterThan(3);
    expect(allRows).toEqual(await readSorted(list.sorts[0]));
  });

  it.each(list.sorts)("sorts by %s in both directions", async (sort) => {
    const rows = await readSorted(sort);
    const keys = listSortKeys(rows, sort);
    expect(
      new Set(keys).size,
      "all rows have the same value: sort by a field of the list's item, and give the rows in seed.sql different values",
    ).toBeGreaterThan(1);
    expect(foldKeys(keys)).toEqual(await sortInDatabase(keys, sort.startsWith("-")));
    const oppositeSort = sort.startsWith("-") ? sort.slice(1) : `-${sort}`;
    if (!list.sorts.includes(oppositeSort)) return;
    expect((await readSorted(oppositeSort)).toReversed()).toEqual(rows);
  });

  it("pages without gaps or duplicates by offset and by cursor, in its first and last sort orders", async () => {
    for (const sort of new Set([list.sorts[0], list.sorts.at(-1)!])) {
      const rows = await readSorted(sort);
      const limit = Math.min(PAGE_LIMIT_MAX, Math.ceil((rows.length + 1) / 4));
      expect(await readAll(view, { sort }, limit)).toEqual(rows);
      if (!view.fields.includes("id")) continue;
      const createNextQuery = (rows: readonly Item[]) => ({ cursor: String(rows.at(-1)?.["id"]) });
      expect(await readAll(view, { sort }, limit, createNextQuery)).toEqual(rows);
    }
  });

  it("reports the total, and no further pages after the last", async () => {
    const total = String(allRows.length);
    const readSingleRow = (offset: number) => readPage(view, { limit: 1, offset });
    expect(await readSingleRow(0)).toMatchObject({ hasMore: "true", total });
    expect(await readSingleRow(allRows.length - 2)).toMatchObject({ hasMore: "true", total });
    expect(await readSingleRow(allRows.length - 1)).toMatchObject({ hasMore: "false", total });
  });

  it(`searches by ${list.searchedFields}`, async () => {
    for (const candidates of listSearchableFields(view)) {
      const values = allRows.flatMap((row) =>
        candidates.flatMap((field) => (typeof row[field] === "string" ? [row[field]] : [])),
      );
      const term =
        values
          .find((text) => text.length > 1)
          ?.slice(0, 40)
          .trim()
          .toUpperCase() ?? "";
      const foundRows = await readAll(view, { search: disguise(term) });
      const matches = (row: Item) =>
        candidates.some((field) => String(row[field]).toUpperCase().includes(term));
      expect(allRows.filter(matches).length).toBeGreaterThan(0);
      // A set, because comparing every row with every other would take minutes for the audit log.
      const foundJson = new Set(foundRows.map((row) => JSON.stringify(row)));
      const missingRows = allRows.filter(
        (row) => matches(row) && !foundJson.has(JSON.stringify(row)),
      );
      expect(missingRows, `found by ${term}`).toEqual([]);
      expect(foundRows.length, `${term} finds everything`).toBeLessThan(allRows.length);
    }
    for (const search of ["%", "_", "zqx no such row"]) {
      const { rows, hasMore, total } = await readPage(view, { search });
      expect([rows, hasMore]).toEqual([[], "false"]);
      expect(["0", null]).toContain(total);
    }
  });

  it.each(listFilters(view))("filters by %s", async (name) => {
    const cases = await createFilterCases(view, name, allRows);
    expect(cases.length).toBeGreaterThan(0);
    for (const [value, isKept] of cases) {
      const expected = allRows.filter(isKept);
      expect(expected.length).toBeGreaterThan(0);
      expect(await readAll(view, { [name]: value }), value).toEqual(expected);
    }
  });

  it("refuses query values that are unknown or out of range", async () => {
    for (const [name, value] of [
      ["offset", OFFSET_MAX + 1],
      ["offset", -1],
      ["limit", 0],
      ["limit", PAGE_LIMIT_MAX + 1],
      ["sort", "password"],
      ["cursor", "x"],
    ] as const) {
      expect((await readPage(view, { [name]: value })).status, `${name}=${value}`).toBe(400);
    }
  });
});
