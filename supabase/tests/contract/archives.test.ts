import { unzipSync } from "fflate";
import { parse } from "papaparse";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ARCHIVED_TABLES, EXCLUDED_TABLES } from "../../functions/_shared/rules/archived-tables.ts";
import { logins } from "../demo-logins.ts";
import { uniqueWord } from "../unique-word.ts";
import { facts, readLastEntryId, request, signIn, signInAdmin, sql } from "./stack.ts";

const word = uniqueWord();
let token = "";
let files: Readonly<Record<string, Uint8Array>> = {};
let headers = new Headers();

const readText = (name: string) => new TextDecoder().decode(files[name]);

function parseRows(table: string) {
  const { data } = parse<Record<string, string>>(readText(`${table}.csv`), {
    header: true,
    skipEmptyLines: true,
  });
  return data;
}

async function download() {
  const response = await fetch(`${facts.apiUrl}/functions/v1/api/archives`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
  });
  headers = response.headers;
  expect(response.status).toBe(200);
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
}

beforeAll(async () => {
  token = (await signInAdmin()).token;
  await sql`
    insert into public.donors (first_name, last_name, email, notes)
    values ('=1+1', ${word}, ${`${word}@example.org`}, ${'Two\nlines, "quoted"'})`;
  files = await download();
});
afterAll(() => sql`delete from public.donors where last_name = ${word}`);

it("contains every table, except those that its README lists with a reason", async () => {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`;
  expect([...ARCHIVED_TABLES, ...Object.keys(EXCLUDED_TABLES)].toSorted()).toEqual(
    tables.map(({ name }) => name).toSorted(),
  );
  expect(Object.keys(files).toSorted()).toEqual(
    ["README.txt", ...ARCHIVED_TABLES.map((table) => `${table}.csv`)].toSorted(),
  );
  for (const [table, reason] of Object.entries(EXCLUDED_TABLES)) {
    expect(readText("README.txt")).toContain(`${table}: ${reason}`);
  }
});

it("contains no secrets: no columns with hashes, tokens, keys or link IDs", () => {
  const columns = ARCHIVED_TABLES.flatMap((table) =>
    (readText(`${table}.csv`).split(/\r?\n/)[0] ?? "").split(",").map((name) => `${table}.${name}`),
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
    "volunteer_applications.zip_code",
    "volunteers.zip_code",
  ]);
  // This column contains the ids of single-use links.
  expect(columns).not.toContain("email_outbox.data");
  expect(columns).not.toContain("email_outbox.dedupe_key");
  expect(files["email_outbox.csv"]).toBeDefined();
  expect(readText("email_outbox.csv")).not.toContain("giftLinkId");
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
  const readme = readText("README.txt");
  expect(readme).toContain("donations.csv: ");
  expect(readme).toMatch(/amount \(numeric\(10,2\)\): Amount charged/);
  expect(readme).toContain("People and organizations that donate, one row each.");
});

it("is an uncached download for administrators, and each one is in the audit log", async () => {
  expect(headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="everything-[\d-]+\.zip"/,
  );
  expect(headers.get("Cache-Control")).toBe("no-store");
  const before = await readLastEntryId();
  await download();
  const entries = await sql<{ actor_name: string }[]>`
    select actor_name from public.audit_log where table_name = 'archives' and id > ${before}`;
  expect(entries.map(({ actor_name }) => actor_name)).toContain("admin");
  const volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
  expect((await request("POST", "/api/archives")).status).toBe(401);
  expect((await request("POST", "/api/archives", { token: volunteer.token })).status).toBe(403);
});
