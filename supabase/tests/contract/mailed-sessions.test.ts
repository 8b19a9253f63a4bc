import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auth } from "./auth.ts";
import { mailedSessionBy } from "./mailed-sessions.ts";
import {
  clearRateLimits,
  createAuthUser,
  entries,
  facts,
  fingerprint,
  logins,
  requestPath,
  type LoggedInPerson,
  request,
  sql,
} from "./stack.ts";

const startMethods = Object.keys(mailedSessionBy) as (keyof typeof mailedSessionBy)[];
const owners = [
  ["administrator", "admin@example.org"],
  ["volunteer", logins.volunteer.email],
] as const;
const cases = startMethods.flatMap((startMethod) =>
  owners.map(([who, email]) => [startMethod, who, email] as const),
);

const sessions = new Map<string, LoggedInPerson>();
const sessionOf = (startMethod: string, who: string) => sessions.get(`${startMethod} ${who}`)!;

beforeAll(async () => {
  for (const [startMethod, who, email] of cases) {
    sessions.set(`${startMethod} ${who}`, await mailedSessionBy[startMethod](email));
  }
});
beforeEach(() => clearRateLimits());

type ApiResponse = Awaited<ReturnType<typeof request>>;
type Table = Readonly<{ table: string; column: string }>;

const callRest = async (method: string, path: string, bearer: string, body?: object) => {
  const response = await fetch(`${facts.apiUrl}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: facts.publishableKey,
      Authorization: `Bearer ${bearer}`,
      "Content-Type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
};

/** The responses that a visitor gets from each endpoint and table. */
const visitor = { responses: new Map<string, ApiResponse>(), rows: new Map<string, string>() };
let tables: readonly Table[];
const pathOf = ({ table, column }: Table) => `${table}?select=${column}`;

beforeAll(async () => {
  for (const [name, entry] of entries) {
    visitor.responses.set(name, await request(entry.method, requestPath(entry)));
  }
  tables = await sql<Table[]>`
    select distinct on (table_name) table_name as table, column_name as column
    from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER'
    order by table_name, ordinal_position desc`;
  for (const table of tables) {
    visitor.rows.set(
      table.table,
      (await callRest("GET", pathOf(table), facts.publishableKey)).text,
    );
  }
});

describe.each(cases)("threat 53: a session started by %s for the %s", (startMethod, who) => {
  it("is valid in Auth, with the method recorded in its token", async () => {
    const { token, id } = sessionOf(startMethod, who);
    expect(decodeJwt(token)["amr"]).toEqual([{ method: "otp", timestamp: expect.any(Number) }]);
    expect((await auth("GET", "/user", { token })).json).toMatchObject({ id });
  });

  it("has access only to the endpoint that sets a password", async () => {
    const { id, token } = sessionOf(startMethod, who);
    const before = await fingerprint();
    const allowed: string[] = [];
    for (const [name, entry] of entries) {
      const path = requestPath(entry, { volunteerId: id });
      const response = await request(entry.method, path, { token });
      // Public endpoints that ignore tokens respond as they do to a visitor.
      const ignoresToken =
        entry.access === "public" && response.status === visitor.responses.get(name)?.status;
      if (response.status !== 401 && !ignoresToken) allowed.push(`${name} ${response.status}`);
    }
    expect(entries.length).toBeGreaterThanOrEqual(160);
    // It returns 400 only because the body is empty.
    expect(allowed).toEqual(["resetPassword 400"]);
    expect(await fingerprint()).toBe(before);
  });

  it("reads only what a visitor may read over REST, and writes nothing", async () => {
    const { token } = sessionOf(startMethod, who);
    // Sorted, because the query plans of the two roles may return rows in a different order.
    const sortRows = (text: string): string => {
      const rows: unknown = JSON.parse(text);
      return Array.isArray(rows)
        ? rows
            .map((row) => JSON.stringify(row))
            .toSorted()
            .join()
        : text;
    };
    expect(tables.length).toBeGreaterThan(30);
    const before = await fingerprint();
    for (const each of tables) {
      const { table, column } = each;
      const response = await callRest("GET", pathOf(each), token);
      const isEmpty = response.status >= 400 || response.text === "[]";
      const isPublic = sortRows(response.text) === sortRows(visitor.rows.get(table) ?? "");
      expect(isEmpty || isPublic, table).toBe(true);
      await callRest("PATCH", `${table}?${column}=not.is.null`, token, { [column]: null });
      await callRest("DELETE", `${table}?${column}=not.is.null`, token);
      await callRest("POST", table, token, { [column]: null });
    }
    expect(await fingerprint()).toBe(before);
  });
});

describe("threat 53: a recovery session can only set a password", () => {
  const [OLD_PASSWORD, NEW_PASSWORD] = ["Forgotten!2026", "Remembered!2026"];
  const resetPassword = (token: string, newPassword: string) =>
    request("PUT", "/api/password-recovery", { token, body: { newPassword } });
  const emailPattern = "mailed-%@example.org";
  afterAll(() => sql`delete from auth.users where email like ${emailPattern}`);

  async function addPerson(kind: "admin" | "volunteer" | null) {
    const email = `mailed-${kind}@example.org`;
    await sql`delete from auth.users where email = ${email}`;
    const id = await createAuthUser(email, OLD_PASSWORD);
    if (kind === "admin") {
      await sql`insert into public.users (id, username, user_type) values (${id}, 'mailed', 'admin')`;
    }
    if (kind === "volunteer") {
      await sql`
        insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
        values (${id}, ${email}, 'Pat', 'Word', now())`;
    }
    return email;
  }
  const canLogIn = async (email: string, password: string) =>
    (await auth("POST", "/token?grant_type=password", { body: { email, password } })).status ===
    200;

  it.each(["admin", "volunteer", null] as const)(
    "sets a new password for an account of kind %s",
    async (kind) => {
      const email = await addPerson(kind);
      const { token } = await mailedSessionBy["recovery mail"](email);
      const { status, json } = await resetPassword(token, NEW_PASSWORD);
      expect([status, json]).toEqual([200, { role: kind }]);
      expect([await canLogIn(email, OLD_PASSWORD), await canLogIn(email, NEW_PASSWORD)]).toEqual([
        false,
        true,
      ]);
      // Setting a password doesn't give the session the access of a password login.
      for (const path of ["/api/donations", "/api/admin/second-factors"]) {
        expect((await request("GET", path, { token })).status).toBe(401);
      }
    },
  );

  it("requires at least 12 characters for an administrator and 6 for a volunteer", async () => {
    const sentence = "Administrators' passwords need at least 12 characters.";
    const admin = await addPerson("admin");
    const { token } = await mailedSessionBy["recovery mail"](admin);
    const refusedResponse = await resetPassword(token, "Eleven!2026");
    expect([refusedResponse.status, refusedResponse.json.issues]).toEqual([
      400,
      [{ path: "newPassword", message: sentence }],
    ]);
    expect(await canLogIn(admin, OLD_PASSWORD)).toBe(true);
    expect((await resetPassword(token, "Twelve!!2026")).status).toBe(200);
    const volunteer = await addPerson("volunteer");
    const volunteerSession = await mailedSessionBy["recovery mail"](volunteer);
    expect((await resetPassword(volunteerSession.token, "Six!26")).status).toBe(200);
  });

  it("is refused for a session that started with a password", async () => {
    const email = await addPerson("volunteer");
    const body = { email, password: OLD_PASSWORD };
    const login = await request("POST", "/api/volunteer/login", { body });
    expect(
      (await resetPassword(login.json.session.accessToken as string, NEW_PASSWORD)).status,
    ).toBe(403);
    expect(
      (await request("PUT", "/api/password-recovery", { body: { newPassword: NEW_PASSWORD } }))
        .status,
    ).toBe(401);
    expect(await canLogIn(email, OLD_PASSWORD)).toBe(true);
  });
});
