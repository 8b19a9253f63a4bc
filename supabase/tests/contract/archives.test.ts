import { parse } from "papaparse";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ArchivedColumn } from "../../functions/_shared/contracts/archives.ts";
import {
  ARCHIVED_TABLES,
  LEFT_OUT_TABLES,
  TABLE_AREAS,
} from "../../functions/_shared/contracts/table-facts.ts";
import { createArchiveReadme } from "../../functions/_shared/rules/archive-readme.ts";
import { logins } from "../demo-logins.ts";
import { requestParts } from "../request-parts.ts";
import { uniqueWord } from "../unique-word.ts";
import { clearRateLimits, readLastEntryId, request, signIn, signInAdmin, sql } from "./stack.ts";

const word = uniqueWord();
let token = "";
let archive: Archive;
const files = new Map<string, string>();

interface Archive {
  readonly id: string;
  readonly createdAt: string;
  readonly columns: readonly ArchivedColumn[];
}

function parseRows(table: string) {
  const { data } = parse<Record<string, string>>(files.get(table) ?? "", {
    header: true,
    skipEmptyLines: true,
  });
  return data;
}

const requestArchive = (area: "owner" | "giving", login: { readonly token?: string } = { token }) =>
  request("POST", "/api/archives", { ...login, body: { area } });

async function startArchive(): Promise<Archive> {
  const { status, json } = await requestArchive("owner");
  expect(status).toBe(200);
  return json as Archive;
}

const requestPart = (table: string, query = "", { id, ...login } = { id: archive.id, token }) =>
  request("GET", `/api/archives/${id}/table?table=${table}${query}`, login);

/** Joins the parts of a table, as the browser does. */
async function readTable(table: string, limit = 10_000): Promise<string> {
  let text = "";
  const parts = requestParts(`&limit=${limit}`, (query) => requestPart(table, query));
  for await (const part of parts) {
    expect(part.status, part.text).toBe(200);
    text += part.text;
  }
  return text;
}

beforeAll(async () => {
  token = (await signInAdmin()).token;
  await sql`
    insert into public.donors (first_name, last_name, email, notes)
    values ('=1+1', ${word}, ${`${word}@example.org`}, ${'Two\nlines, "quoted"'})`;
  await clearRateLimits();
  archive = await startArchive();
  for (const table of new Set(archive.columns.map(({ tableName }) => tableName)))
    files.set(table, await readTable(table));
});
afterAll(async () => {
  await sql`delete from public.donors where last_name = ${word}`;
  await sql`delete from public.archives where id = ${archive.id}`;
});

const writeReadme = () =>
  createArchiveReadme(
    archive.columns,
    new Map(ARCHIVED_TABLES.map((table) => [table, parseRows(table).length])),
    { area: "owner", createdAt: archive.createdAt, finishedAt: archive.createdAt },
  );

it("contains every table, except those that its README lists with a reason", async () => {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`;
  expect([...ARCHIVED_TABLES, ...Object.keys(LEFT_OUT_TABLES)].toSorted()).toEqual(
    tables.map(({ name }) => name).toSorted(),
  );
  expect([...files.keys()].toSorted()).toEqual(ARCHIVED_TABLES.toSorted());
  const readme = writeReadme();
  for (const table of Object.keys(LEFT_OUT_TABLES)) expect(readme).toContain(`  ${table}: It`);
});

it("contains no secrets: no columns with hashes, tokens, keys or link IDs", () => {
  const columns = ARCHIVED_TABLES.flatMap((table) =>
    (files.get(table)?.split(/\r?\n/)[0] ?? "").split(",").map((name) => `${table}.${name}`),
  );
  const suspectColumns = columns.filter((name) =>
    /hash|token|secret|password|_key$|\.key$|code/.test(name),
  );
  expect(suspectColumns.toSorted()).toEqual([
    "donations.failure_code",
    "donor_emails.email_key",
    "imports.file_hash",
    "legal_content.key",
    "locations.zip_code",
    "subscriptions.failure_code",
    "volunteer_applications.zip_code",
    "volunteers.zip_code",
  ]);
  // This column contains the ids of single-use links.
  expect(columns).not.toContain("email_outbox.data");
  expect(columns).not.toContain("email_outbox.dedupe_key");
  expect(files.get("email_outbox")).not.toContain("giftLinkId");
});

it("matches the tables: the same rows, and money to the cent", async () => {
  const sumCents = (rows: readonly Record<string, string>[], column: string) =>
    rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);
  // Other tests write in the meantime, so only the rows that are in the archive are compared.
  for (const [table, columns] of [
    ["donations", ["amount", "fee_covered", "adjusted_amount"]],
    ["donation_adjustments", ["amount"]],
    ["volunteers", ["total_hours", "opening_hours"]],
    ["package_deliveries", ["packages"]],
  ] as const) {
    const rows = parseRows(table);
    expect(rows.length).toBeGreaterThan(0);
    const ids = rows.map(({ id = "" }) => id).filter((id) => id !== "");
    const sums = columns
      .map((column) => `coalesce(sum(${column}), 0)::text as ${column}`)
      .join(", ");
    const [storedTotals] = await sql.unsafe<[Record<string, string>]>(
      `select count(*)::text as count, ${sums} from public.${table} where id = any ($1::uuid[])`,
      [ids as never],
    );
    expect(Number(storedTotals["count"])).toBe(rows.length);
    for (const column of columns) {
      expect([table, column, sumCents(rows, column)]).toEqual([
        table,
        column,
        Math.round(Number(storedTotals[column]) * 100),
      ]);
    }
  }
});

it("keeps quotes and line breaks, and no cell is a formula", () => {
  const donor = parseRows("donors").find(({ last_name }) => last_name === word);
  expect(donor).toMatchObject({ first_name: "'=1+1", notes: 'Two\nlines, "quoted"' });
  for (const table of [
    "donors",
    "donations",
    "volunteers",
    "volunteer_applications",
    "audit_log",
  ]) {
    const cells = parseRows(table).flatMap((row) => Object.values(row));
    expect(cells.filter((cell) => /^[=+@\t\r]/.test(cell))).toEqual([]);
  }
});

it("describes every column", () => {
  const readme = writeReadme();
  expect(readme).toContain(`donations.csv: ${parseRows("donations").length} rows`);
  expect(readme).toMatch(/amount \(numeric\(10,2\)\): Amount charged/);
  expect(readme).toContain("People and organizations that donate, one row each.");
});

// Their primary keys are text, of several columns, and a number.
it.each(["donor_emails", "released_figures", "audit_log"] as const)(
  "has every row of %s once if it's read in small parts",
  async (table) => {
    const limit = Math.max(2, Math.ceil(parseRows(table).length / 5));
    const rereadRows = (await readTable(table, limit)).split("\r\n");
    const rows = files.get(table)?.split("\r\n") ?? [];
    expect(rows.length).toBeGreaterThan(7);
    // Other requests may have added rows in the meantime.
    const knownRows = new Set(rows);
    expect(rereadRows.filter((row) => knownRows.has(row))).toEqual(rows);
  },
);

it("belongs to the owner who started it, for a day, and each one is in the audit log", async () => {
  const before = await readLastEntryId();
  const { id } = await startArchive();
  const entries = await sql<{ actor_name: string }[]>`
    select actor_name from public.audit_log where table_name = 'archives' and id > ${before}`;
  expect(entries.map(({ actor_name }) => actor_name)).toContain("admin");
  expect((await requestPart("donors", "", { id, token })).headers.get("Cache-Control")).toBe(
    "no-store",
  );
  await sql`update public.archives set created_at = now() - interval '25 hours' where id = ${id}`;
  expect((await requestPart("donors", "", { id, token })).status).toBe(404);
  await sql`update public.archives set created_at = now(), created_by = 'someone' where id = ${id}`;
  expect((await requestPart("donors", "", { id, token })).status).toBe(404);
  await sql`delete from public.archives where id = ${id}`;
  expect((await requestPart("donors", "", { id, token })).status).toBe(404);
});

it("threat 62: has only the giving area's tables for an administrator of that area", async () => {
  const treasurer = { token: (await signInAdmin("treasurer")).token };
  expect((await requestArchive("owner", treasurer)).status).toBe(403);
  const { status, json } = await requestArchive("giving", treasurer);
  expect(status).toBe(200);
  const { id, columns } = json as Archive;
  const tables = new Set(columns.map(({ tableName }) => tableName));
  expect([...tables]).toEqual(expect.arrayContaining(["donations", "donors", "deposits"]));
  const otherTables = [...tables].filter((name) => TABLE_AREAS[name] !== "giving");
  expect(otherTables).toEqual([]);
  expect((await requestPart("donations", "", { id, ...treasurer })).status).toBe(200);
  expect((await requestPart("volunteers", "", { id, ...treasurer })).status).toBe(404);
  expect((await requestPart("donations", "", { id: archive.id, ...treasurer })).status).toBe(404);
  await sql`delete from public.archives where id = ${id}`;
});

it("refuses anyone but owners, tables that it leaves out, and cursors of its own making", async () => {
  const volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
  for (const [login, status] of [
    [{}, 401],
    [{ token: volunteer.token }, 403],
  ] as const) {
    expect((await requestArchive("owner", login)).status).toBe(status);
    expect((await requestPart("donors", "", { id: archive.id, token: "", ...login })).status).toBe(
      status,
    );
  }
  for (const table of ["rate_limits", "donor_totals", "pg_authid", "constructor"])
    expect((await requestPart(table)).status).toBe(404);
  for (const position of [[], ["no-uuid"], [""], ["'; select 1"]]) {
    const cursor = Buffer.from(JSON.stringify([position, 1, []])).toString("base64url");
    expect((await requestPart("donors", `&cursor=${cursor}`)).status).toBe(400);
  }
});
