import { randomUUID } from "node:crypto";
import http from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestAuth } from "./auth.ts";
import { openMailedSession } from "./mailed-sessions.ts";
import { clearRateLimits, createAuthUser, facts, request, signIn, sql } from "./stack.ts";
import { uniqueWord } from "../unique-word.ts";

const PASSWORD = "GatewayOne!2026";
const NEW_PASSWORD = "GatewayTwo!2026";

beforeEach(() => clearRateLimits());
afterAll(() => sql`delete from auth.users where email like 'gateway-%@example.org'`);

const newEmail = () => `gateway-${randomUUID()}@example.org`;

interface RawRequest {
  readonly method: string;
  readonly body?: object;
  readonly token?: string;
  readonly apikey?: string;
}

/** Sends the exact path, which `fetch` would normalize. */
function sendRaw(path: string, { method, body, token, apikey = facts.publishableKey }: RawRequest) {
  return new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(facts.apiUrl);
    const headers = {
      ...(apikey !== "" && { apikey }),
      "Content-Type": "application/json",
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    };
    const clientRequest = http.request({ hostname, port, path, method, headers }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    clientRequest.on("error", reject);
    clientRequest.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const canLogIn = async (email: string, password: string) =>
  (await requestAuth("POST", "/token?grant_type=password", { body: { email, password } }))
    .status === 200;

describe("ambiguous requests", () => {
  const email = newEmail();
  let token = "";
  beforeAll(async () => {
    await clearRateLimits();
    await createAuthUser(email, PASSWORD);
    ({ token } = await signIn(email, PASSWORD));
  });

  it.each([
    "/auth/v1/%75ser",
    "/auth/v1/use%72",
    "/auth/v1/%2575ser",
    "/auth/v1/user%2f",
    "/auth/v1/%2e/user",
    "/auth/v1//user",
    "/auth//v1/user",
    "//auth/v1/user",
    "/auth/v1/./user",
    "/auth/v1/x/../user",
    String.raw`/auth/v1\user`,
    "/auth/v1/user/",
    "/auth/v1/USER",
    "/auth/v1/user;x",
    "/%61uth/v1/user",
    "/auth/v1/user?apikey=none",
    "/auth/v1/user?%61pikey=none&apikey=KEY",
    "/auth/v1/user?apikey=none&apikey=KEY",
  ])("%s doesn't change a password without the current one", async (path) => {
    const hasQuery = path.includes("?");
    const status = await sendRaw(path.replace("KEY", facts.publishableKey), {
      method: "PUT",
      body: { password: NEW_PASSWORD },
      token,
      ...(hasQuery && { apikey: "" }),
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await canLogIn(email, PASSWORD)).toBe(true);
  });

  it("a password that isn't a string is refused and changes nothing", async () => {
    for (const password of [["GatewayTwo!2026"], 123_456_789, { length: 20 }, true, null]) {
      const { status } = await requestAuth("PUT", "/user", { token, body: { password } });
      expect(status).toBe(400);
    }
    expect(await canLogIn(email, PASSWORD)).toBe(true);
  });

  it.each(["/auth/v1/%74oken", "/auth/v1//token", "/auth/v1/token?%67rant_type=password&x=1"])(
    "%s doesn't allow password guesses past the rate limit",
    async (path) => {
      const query = path.includes("?") ? "" : "?grant_type=password";
      const attemptLogin = (password: string) =>
        sendRaw(`${path}${query}`, { method: "POST", body: { email, password } });
      const statuses = await Promise.all(Array.from({ length: 40 }, () => attemptLogin("wrong!")));
      expect(statuses.filter((status) => status === 200 || status >= 500)).toEqual([]);
      expect(await attemptLogin(PASSWORD)).toBeGreaterThanOrEqual(400);
    },
  );

  it.each([
    "?x=grant_type=password&grant_type=refresh_token",
    "?%67rant_type=password&grant_type=refresh_token",
    "?grant_type=password&grant_type=refresh_token",
    "?grant_type=refresh_token&grant_type=password",
  ])(
    "an emailed session stays an emailed session when refreshed through /token%s",
    async (query) => {
      const adminEmail = newEmail();
      const id = await createAuthUser(adminEmail, PASSWORD);
      const username = `gw-${uniqueWord()}`;
      await sql`insert into public.users (id, username, user_type) values (${id}, ${username}, 'admin')`;
      const mailedSession = await openMailedSession["recovery mail"](adminEmail);
      await requestAuth("POST", `/token${query}`, {
        body: { refresh_token: mailedSession.refreshToken },
      });
      const [claims] = await sql<{ methods: string[] }[]>`
      select array_agg(claim.authentication_method) as methods
      from auth.mfa_amr_claims as claim join auth.sessions as session on session.id = claim.session_id
      where session.user_id = ${id}`;
      expect(claims?.methods).toEqual(["otp"]);
    },
  );

  it.each([
    "/rest/v1/%65vents",
    "/rest/v1//events",
    "/storage/v1/object/public/images/site%2f..%2f..%2freports",
    "/storage/v1/%6fbject/list/reports",
    "/functions/v1/%61pi/api/health",
    "/functions/v1/api/api/%68ealth",
    "/functions/v1/api//api/health",
    "/functions/v1/api/api/%2568ealth",
    "/functions/v1/api/api/%ff",
    "/functions/v1/api/api/%",
  ])("%s doesn't reach any service", async (path) => {
    const status = await sendRaw(path, { method: "GET" });
    expect([400, 404]).toContain(status);
  });

  it("valid percent-encoded paths still reach the service", async () => {
    const { status, json } = await request("GET", "/api/legal-content/privacy%20p%C3%B6licy");
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(await sendRaw("/rest/v1/events?select=id&id=eq.%41", { method: "GET" })).toBe(400);
    expect(await sendRaw("/rest/v1/events?select=%69d", { method: "GET" })).toBe(200);
  });
});

describe("database errors over REST", () => {
  const callRest = async (method: string, path: string, token: string, body: object) => {
    const response = await fetch(`${facts.apiUrl}/rest/v1${path}`, {
      method,
      headers: {
        apikey: facts.publishableKey,
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: JSON.parse(await response.text()) as object };
  };

  async function addVolunteer() {
    const email = newEmail();
    const id = await createAuthUser(email, PASSWORD);
    await sql`
      insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
      values (${id}, ${email}, 'Pat', 'Gate', now())`;
    await sql`insert into public.volunteers (account_id, name, email) values (${id}, 'Pat Gate', ${email})`;
    return signIn(email, PASSWORD);
  }

  it("return 400 with PostgREST's four fields for a failed check", async () => {
    const { id, token } = await addVolunteer();
    const row = { volunteer_id: id, title: " ", message: "Words" };
    expect(await callRest("POST", "/volunteer_highlights", token, row)).toEqual({
      status: 400,
      json: {
        code: "23514",
        message: expect.stringContaining("volunteer_highlights_title_check"),
        // PostgREST leaves out the row, because this caller isn't allowed to read all of its columns.
        details: null,
        hint: null,
      },
    });
  });

  it("return PostgREST's codes for a missing value, an invalid id and another volunteer's id", async () => {
    const { id, token } = await addVolunteer();
    const highlight = { volunteer_id: id, title: "One", message: "Words" };
    const cases: [object, number, string][] = [
      [{ ...highlight, message: null }, 400, "23502"],
      [{ ...highlight, volunteer_id: "x" }, 400, "22P02"],
      [{ ...highlight, volunteer_id: randomUUID() }, 403, "42501"],
    ];
    for (const [row, status, code] of cases) {
      const response = await callRest("POST", "/volunteer_highlights", token, row);
      expect([response.status, response.json]).toEqual([status, expect.objectContaining({ code })]);
    }
  });

  it("return 400 with the code for the project's own errors, as PostgREST does for unknown SQLSTATEs", async () => {
    const { id, token } = await addVolunteer();
    const [pastEvent] = await sql<{ id: string }[]>`
      select id from public.events where ends_at < now() limit 1`;
    const row = { volunteer_id: id, event_id: pastEvent?.id };
    await sql`insert into public.volunteer_event_registrations ${sql(row)}`;
    const path = `/volunteer_event_registrations?volunteer_id=eq.${id}`;
    expect(await callRest("DELETE", path, token, {})).toEqual({
      status: 400,
      json: { code: "CP013", message: expect.any(String), details: null, hint: null },
    });
  });
});

describe("a login's email", () => {
  it("can't be changed in Auth, because the project's tables wouldn't follow", async () => {
    const email = newEmail();
    const id = await createAuthUser(email, PASSWORD);
    await sql`
      insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
      values (${id}, ${email}, 'Pat', 'Gate', now())`;
    const { token } = await signIn(email, PASSWORD);
    const otherEmail = newEmail();
    for (const body of [{ email: otherEmail }, { email: otherEmail, data: { shirt: "M" } }]) {
      const { status } = await requestAuth("PUT", "/user", { token, body });
      expect(status).toBe(403);
    }
    const [user] = await sql<{ email: string; change: string | null }[]>`
      select email, nullif(email_change, '') as change from auth.users where id = ${id}`;
    expect(user).toEqual({ email, change: null });
    // The same email address in a different case isn't a change.
    const body = { email: email.toUpperCase(), data: { shirt: "L" } };
    expect((await requestAuth("PUT", "/user", { token, body })).status).toBe(200);
    expect(await canLogIn(email, PASSWORD)).toBe(true);
  });

  it("is protected by the database against any change in Auth", async () => {
    const email = newEmail();
    const id = await createAuthUser(email, PASSWORD);
    for (const column of ["email", "email_change"]) {
      const update = sql`
        update auth.users set ${sql(column)} = ${newEmail()} where id = ${id}`;
      await expect(update).rejects.toMatchObject({ code: "PT403" });
    }
    await sql`update auth.users set email_change = '', last_sign_in_at = now() where id = ${id}`;
  });
});
