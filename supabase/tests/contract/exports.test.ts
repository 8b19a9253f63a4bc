import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearRateLimits, entries, facts, request, signInAdmin, sql } from "./stack.ts";

let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());

/** Parses the rows of a CSV file, including quoted cells. */
function parse(text: string): string[][] {
  const cells = text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g);
  const rows: string[][] = [[]];
  for (const [, cell = "", end] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

async function exported(path: string, query: string) {
  const answer = await request("GET", `${path}/export?${query}`, { token });
  const [head = [], ...rows] = parse(answer.text);
  const end = rows.findIndex(([label]) => label?.startsWith("Total of "));
  return { ...answer, head, totals: rows.slice(end), rows: rows.slice(0, end) };
}
async function listed(path: string, query: string) {
  const { json } = await request("GET", `${path}?${query}&limit=200`, { token });
  return json as Record<string, unknown>[];
}

/** Pairs each list with its export, a heading with the field below it, and queries that both accept. */
const exportsOf: readonly (readonly [string, string, string, string, readonly string[]])[] = [
  [
    "/api/donations",
    "/api/donations",
    "Email",
    "email",
    ["status=refunded", "isRecurring=true&sort=amount", "search=an&sort=lastName", "to=2026-06-30"],
  ],
  [
    "/api/volunteer-applications",
    "/api/volunteer-applications",
    "Email",
    "email",
    ["status=pending", "sort=-lastName", "search=example"],
  ],
  [
    "/api/volunteers",
    "/api/volunteers",
    "Name",
    "name",
    ["isActive=true&sort=-totalHours", "search=example"],
  ],
  [
    "/api/events",
    "/api/events/with-counts",
    "Address",
    "address",
    ["when=upcoming&sort=date", "eventType=Food%20Drive"],
  ],
  [
    "/api/attendance",
    "/api/attendance",
    "Email",
    "email",
    ["attendance=confirmed", "search=example&sort=-registeredAt"],
  ],
  [
    "/api/package-deliveries",
    "/api/package-deliveries",
    "City",
    "city",
    ["militaryBranch=Army&sort=packages", "search=a&sort=-city", "to=2026-10-31"],
  ],
  [
    "/api/financial-reports",
    "/api/financial-reports",
    "File",
    "filename",
    ["published=false", "sort=-filename", "search=annual"],
  ],
  [
    "/api/audit-log",
    "/api/audit-log",
    "Entry",
    "id",
    ["tableName=settings", "action=update&sort=occurredAt", "search=admin"],
  ],
];

it("every export in the catalog is tested here", () => {
  const paths = entries
    .filter(([, { output }]) => output === "text/csv")
    .map(([, { path }]) => path);
  expect(new Set(paths)).toEqual(new Set(exportsOf.map(([path]) => `${path}/export`)));
});

describe.each(exportsOf)("%s/export", (path, list, heading, field, questions) => {
  it.each(["", ...questions])("has the list's rows in the same order: %s", async (question) => {
    const { head, rows, totals, status } = await exported(path, question);
    expect(status).toBe(200);
    const expected = await listed(list, question);
    const column = head.indexOf(heading);
    const seen = rows.map((row) => row[column]);
    expect(seen.slice(0, 200)).toEqual(expected.map((row) => String(row[field])));
    expect(seen.length).toBeGreaterThan(0);
    const counted = totals.map(([label = ""]) => Number(/\d+/.exec(label)?.[0]));
    expect(totals[0]?.[0]).toMatch(/^Total of /);
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(rows.length);
    for (const row of rows) expect(row).toHaveLength(head.length);
  });

  it("is an uncached download in an encoding that spreadsheets recognize", async () => {
    const { headers } = await exported(path, "");
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="[\w-]+\.csv"/);
    expect(headers.get("Cache-Control")).toBe("no-store");
    const answer = await fetch(`${facts.apiUrl}/functions/v1${path}/export`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  });

  it("refuses the queries that the list refuses", async () => {
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
])("ADON-10, threat 29: sums to the figures on the screen, to the cent: %s", async (question) => {
  const { head, rows, totals } = await exported("/api/donations", question);
  const { json } = await request("GET", `/api/donations/sums?${question}`, { token });
  const of = (line: string, heading: string) =>
    Number(totals.find(([label]) => label?.startsWith(line))?.[head.indexOf(heading)] ?? 0);
  expect(json).toEqual({
    count: rows.length,
    isCapped: false,
    amount: of("Total", "After refunds"),
    feeCovered: of("Total", "Fee covered"),
    adjustedAmount: of("Total", "Refunded"),
    pendingAmount: of("Pending", "Amount"),
    failedAmount: of("Failed", "Amount"),
  });
  const cents = (row: readonly string[], heading: string) =>
    Math.round(Number(row[head.indexOf(heading)]) * 100);
  const completed = rows.filter(
    (row) => !["pending", "failed"].includes(row[head.indexOf("Status")] ?? ""),
  );
  expect(Math.round(json.amount * 100)).toBe(
    completed.reduce((sum, row) => sum + cents(row, "Amount") - cents(row, "Refunded"), 0),
  );
  expect(rows.length).toBeGreaterThan(0);
});

it("exports only the selected rows", async () => {
  const path = "/api/volunteer-applications";
  const picked = (await listed(path, "search=example")).slice(1, 3).map(({ id }) => id);
  const { rows, head } = await exported(path, `ids=${picked.join(",")}`);
  const expected = await listed(path, `ids=${picked.join(",")}`);
  expect(rows.map((row) => row[head.indexOf("Email")])).toEqual(
    expected.map((row) => row["email"]),
  );
  expect(new Set(expected.map(({ id }) => id))).toEqual(new Set(picked));
  expect((await request("GET", `${path}/export?ids=1;2`, { token })).status).toBe(400);
});

describe("threat 29: cells a spreadsheet would evaluate", () => {
  const HOSTILE = "=1+1@x.example.org";
  const csvExports = entries.filter(([, { output }]) => output === "text/csv");

  beforeAll(async () => {
    await sql`
      insert into public.donations (first_name, last_name, email, amount, in_honor_of)
      values (${HOSTILE}, '+1', '-1@x.example.org', 5, '@SUM(A1)')`;
    const [user] = await sql<[{ id: string }]>`
      insert into auth.users (id, email) values (gen_random_uuid(), ${HOSTILE}) returning id`;
    await sql`
      insert into public.volunteer_applications (user_id, first_name, last_name, email, phone, zip_code, availability)
      values (${user.id}, ${HOSTILE}, '-1', ${HOSTILE}, '+1', '76102', 'flexible')`;
    await sql`
      insert into public.volunteer_accounts (id, email, first_name, last_name)
      values (${user.id}, ${HOSTILE}, ${HOSTILE}, '@x')`;
    await sql`
      insert into public.volunteers (account_id, name, email) values (${user.id}, ${HOSTILE}, ${HOSTILE})`;
    const [event] = await sql<[{ id: string }]>`
      insert into public.events (event_type, date, start_time, end_time, address)
      values ('Food Drive', current_date - 2, '10:00', '11:00', ${HOSTILE}) returning id`;
    await sql`
      insert into public.volunteer_event_registrations (event_id, volunteer_id) values (${event.id}, ${user.id})`;
    await sql`
      insert into public.package_deliveries
        (delivered_on, military_branch, program, city, state, packages, notes)
      select delivered_on, military_branch, program, city, state, 1, ${HOSTILE}
      from public.package_deliveries where state = 'TX' limit 1`;
    await sql`
      insert into public.financial_reports (description, filename, file_url, published)
      values (${HOSTILE}, 'x.pdf', '/reports/00000000-0000-4000-8000-000000000029.pdf', false)`;
    // Deleted again, so that only its audit entries remain.
    await sql`insert into public.about_items (title, description) values (${HOSTILE}, 'x')`;
    await sql`delete from public.about_items where title = ${HOSTILE}`;
  });
  afterAll(async () => {
    await sql`delete from public.donations where first_name = ${HOSTILE}`;
    await sql`delete from public.package_deliveries where notes = ${HOSTILE}`;
    await sql`delete from public.financial_reports where description = ${HOSTILE}`;
    await sql`delete from public.events where address = ${HOSTILE}`;
    await sql`delete from public.volunteer_applications where email = ${HOSTILE}`;
    await sql`delete from public.volunteers where email = ${HOSTILE}`;
    await sql`delete from auth.users where email = ${HOSTILE}`;
  });

  it.each(csvExports)("are plain text in %s", async (_, { path }) => {
    const { text } = await request("GET", path, { token });
    const cells = parse(text).flat();
    expect(cells.filter((cell) => cell === `'${HOSTILE}`).length).toBeGreaterThan(0);
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  });
});

it.each(["completed", "partially_refunded", "refunded"])(
  "threat 29: exported amounts sum to the cent: %s",
  async (status) => {
    const {
      head,
      totals: [total = []],
    } = await exported("/api/donations", `status=${status}`);
    const [row] = await sql<[Record<string, string>]>`
      select sum(amount) as amount, sum(fee_covered) as fee, sum(adjusted_amount) as refunded,
        count(*)::text as number
      from public.donations where status = ${status}`;
    const of = (heading: string) => total[head.indexOf(heading)];
    expect([total[0], of("Amount"), of("Fee covered"), of("Refunded")]).toEqual([
      `Total of ${row["number"]} completed`,
      row["amount"],
      row["fee"],
      row["refunded"],
    ]);
  },
);
