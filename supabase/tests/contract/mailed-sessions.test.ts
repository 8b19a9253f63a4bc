import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestAuth } from "./auth.ts";
import { openMailedSession } from "./mailed-sessions.ts";
import { logins } from "../demo-logins.ts";
import {
  clearRateLimits,
  createAuthUser,
  endpoints,
  facts,
  fingerprint,
  requestPath,
  type LoggedInPerson,
  request,
  sql,
} from "./stack.ts";
import { NIGHTLY } from "../results.ts";

const startMethods = Object.keys(openMailedSession) as (keyof typeof openMailedSession)[];
const owners = [
  ["administrator", "admin@example.org"],
  ["volunteer", logins.volunteer.email],
] as const;
const cases = startMethods.flatMap((startMethod) =>
  owners.map(([ownerRole, email]) => [startMethod, ownerRole, email] as const),
);

const sessions = new Map<string, LoggedInPerson>();
const getSession = (startMethod: string, ownerRole: string) =>
  sessions.get(`${startMethod} ${ownerRole}`)!;

beforeAll(async () => {
  for (const [startMethod, ownerRole, email] of cases) {
    sessions.set(`${startMethod} ${ownerRole}`, await openMailedSession[startMethod](email));
  }
});
beforeEach(() => clearRateLimits());

type Table = Readonly<{ table: string; column: string }>;

const callRest = async (method: string, path: string, token: string, body?: object) => {
  const response = await fetch(`${facts.apiUrl}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: facts.publishableKey,
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
};

/** The rows that a visitor can read from each table, as JSON. */
const visitorRows = new Map<string, string>();
let tables: readonly Table[];
const createPath = ({ table, column }: Table) => `${table}?select=${column}`;

beforeAll(async () => {
  tables = await sql<Table[]>`
    select distinct on (table_name) table_name as table, column_name as column
    from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER'
    order by table_name, ordinal_position desc`;
  for (const table of tables) {
    visitorRows.set(
      table.table,
      (await callRest("GET", createPath(table), facts.publishableKey)).text,
    );
  }
});

describe.each(cases)("threat 53: a session started by %s for the %s", (startMethod, ownerRole) => {
  it("is valid in Auth, with the method recorded in its token and in the database", async () => {
    const { token, id } = getSession(startMethod, ownerRole);
    const { amr, session_id: sessionId } = decodeJwt(token);
    expect(amr).toEqual([{ method: "otp", timestamp: expect.any(Number) }]);
    const claims = await sql`
      select authentication_method as method from auth.mfa_amr_claims
      where session_id = ${String(sessionId)}`;
    expect(claims).toEqual([{ method: "otp" }]);
    expect((await requestAuth("GET", "/user", { token })).json).toMatchObject({ id });
  });

  it("can set a password, but can't read data of an account or of the dashboard", async () => {
    const { id, token } = getSession(startMethod, ownerRole);
    const statuses: number[] = [];
    for (const [method, path] of [
      ["PUT", "/api/password-recovery"],
      ["GET", "/api/donations"],
      ["GET", "/api/admin/second-factor"],
      ["GET", `/api/volunteer/${id}/highlights`],
    ] as const) {
      statuses.push((await request(method, path, { token })).status);
    }
    // Setting a password returns 400 only because the body is empty.
    expect(statuses).toEqual([400, 401, 401, 401]);
  });
});

/** As shown above, all these sessions have the same records in Auth, so one session for each person is enough. */
describe.each(owners)("threat 53: a recovery session of the %s", (ownerRole) => {
  const startMethod = "recovery mail";

  it("has access only to the endpoint that sets a password", async () => {
    const { id, token } = getSession(startMethod, ownerRole);
    const before = await fingerprint();
    const allowedOperations: string[] = [];
    for (const [name, endpoint] of endpoints) {
      const path = requestPath(endpoint, { volunteerId: id });
      const response = await request(endpoint.method, path, { token });
      const readVisitorStatus = async () => (await request(endpoint.method, path)).status;
      if (response.status === 401) continue;
      // Public endpoints that ignore tokens respond as they do to a visitor.
      const ignoresToken =
        endpoint.access === "public" && response.status === (await readVisitorStatus());
      if (!ignoresToken) allowedOperations.push(`${name} ${response.status}`);
    }
    expect(endpoints.length).toBeGreaterThanOrEqual(160);
    // resetPassword returns 400 only because the body is empty.
    expect(allowedOperations).toEqual(["resetPassword 400"]);
    expect(await fingerprint()).toBe(before);
  });

  const tags = ownerRole === "administrator" ? [] : [NIGHTLY];
  it("reads only what a visitor may read over REST, and writes nothing", { tags }, async () => {
    const { token } = getSession(startMethod, ownerRole);
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
    await Promise.all(
      tables.map(async (tableWithColumn) => {
        const { table, column } = tableWithColumn;
        const response = await callRest("GET", createPath(tableWithColumn), token);
        const isEmpty = response.status >= 400 || response.text === "[]";
        const isPublic = sortRows(response.text) === sortRows(visitorRows.get(table) ?? "");
        expect(isEmpty || isPublic, table).toBe(true);
        await callRest("PATCH", `${table}?${column}=not.is.null`, token, { [column]: null });
        await callRest("DELETE", `${table}?${column}=not.is.null`, token);
        await callRest("POST", table, token, { [column]: null });
      }),
    );
    expect(await fingerprint()).toBe(before);
  });
});

describe("threat 53: setting a password without the current one", () => {
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
    (await requestAuth("POST", "/token?grant_type=password", { body: { email, password } }))
      .status === 200;

  it.each([
    ["an administrator", "admin"],
    ["a volunteer", "volunteer"],
    ["an account that is neither", null],
  ] as const)("works in a recovery session of %s", async (_, kind) => {
    const email = await addPerson(kind);
    const { token } = await openMailedSession["recovery mail"](email);
    const { status, json } = await resetPassword(token, NEW_PASSWORD);
    expect([status, json]).toEqual([200, { role: kind }]);
    expect([await canLogIn(email, OLD_PASSWORD), await canLogIn(email, NEW_PASSWORD)]).toEqual([
      false,
      true,
    ]);
    // Setting a password doesn't give the session the access of a password login.
    for (const path of ["/api/donations", "/api/admin/second-factor"]) {
      expect((await request("GET", path, { token })).status).toBe(401);
    }
  });

  it("requires at least 12 characters for an administrator and 6 for a volunteer", async () => {
    const message = "Administrators' passwords need at least 12 characters.";
    const adminEmail = await addPerson("admin");
    const { token } = await openMailedSession["recovery mail"](adminEmail);
    const refusedResponse = await resetPassword(token, "Eleven!2026");
    expect([refusedResponse.status, refusedResponse.json.issues]).toEqual([
      400,
      [{ path: "newPassword", message }],
    ]);
    expect(await canLogIn(adminEmail, OLD_PASSWORD)).toBe(true);
    expect((await resetPassword(token, "Twelve!!2026")).status).toBe(200);
    const volunteerEmail = await addPerson("volunteer");
    const volunteerSession = await openMailedSession["recovery mail"](volunteerEmail);
    expect((await resetPassword(volunteerSession.token, "Six!26")).status).toBe(200);
  });

  it("is refused for a session that started with a password", async () => {
    const email = await addPerson("volunteer");
    const body = { email, password: OLD_PASSWORD };
    const loginResponse = await request("POST", "/api/volunteer/login", { body });
    expect(
      (await resetPassword(loginResponse.json.session.accessToken as string, NEW_PASSWORD)).status,
    ).toBe(403);
    expect(
      (await request("PUT", "/api/password-recovery", { body: { newPassword: NEW_PASSWORD } }))
        .status,
    ).toBe(401);
    expect(await canLogIn(email, OLD_PASSWORD)).toBe(true);
  });
});
