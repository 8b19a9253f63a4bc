import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { logins } from "../demo-logins.ts";
import {
  backdateSession,
  clearRateLimits,
  createAuthUser,
  facts,
  request,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";

beforeEach(() => clearRateLimits());

const requestDonations = (token: string) => request("GET", "/api/donations", { token });

describe("administrator sessions", () => {
  it("ALOGIN-09: logging in returns the username and a session", async () => {
    const { status, json } = await request("POST", "/api/admin/login", { body: logins.admin });
    expect(status).toBe(200);
    expect(json.user.username).toBe("admin");
    expect(json.session).toMatchObject({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
    });
  });

  it("an administrator can log in with the address that a password manager has kept, and attempts with it count for the username", async () => {
    const logIn = (username: string, password: string) =>
      request("POST", "/api/admin/login", { body: { username, password } });
    const address = "Admin@example.org";
    const { status, json } = await logIn(address, logins.admin.password);
    expect([status, json.user.username]).toEqual([200, "admin"]);
    for (let count = 0; count < 10; count += 1) {
      const name = count % 2 === 0 ? address : "ADMIN";
      expect((await logIn(name, "wrong!")).json.message).toBe("Invalid username or password.");
    }
    expect((await logIn(address, logins.admin.password)).status).toBe(429);
    expect((await logIn("admin", logins.admin.password)).status).toBe(429);
  });

  it("ALOGIN-11, threat 12: an unknown user and a wrong password get the same response", async () => {
    const wrongPasswordResponse = await request("POST", "/api/admin/login", {
      body: { username: "admin", password: "wrong!" },
    });
    const unknownUserResponse = await request("POST", "/api/admin/login", {
      body: { username: "nobody", password: "wrong!" },
    });
    expect([wrongPasswordResponse.status, unknownUserResponse.status]).toEqual([401, 401]);
    expect(wrongPasswordResponse.json.message).toBe("Invalid username or password.");
    expect({ ...wrongPasswordResponse.json, requestId: "" }).toEqual({
      ...unknownUserResponse.json,
      requestId: "",
    });
  });

  it("ALOGIN-15: only administrators can use the dashboard, and no one else is listed there", async () => {
    const nonAdminLogin = { email: "directory@example.org", password: "Directory!2026" };
    const id = await createAuthUser(nonAdminLogin.email, nonAdminLogin.password);
    onTestFinished(async () => void (await sql`delete from auth.users where id = ${id}`));
    await sql`insert into public.users (id, username, user_type) values (${id}, 'directory', 'user')`;
    const body = { username: "directory", password: nonAdminLogin.password };
    expect((await request("POST", "/api/admin/login", { body })).status).toBe(401);
    const { token } = await signIn(nonAdminLogin.email, nonAdminLogin.password);
    expect((await requestDonations(token)).status).toBe(403);
    const admin = await signInAdmin();
    const administratorsResponse = await request("GET", "/api/administrators", {
      token: admin.token,
    });
    expect(administratorsResponse.json).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ username: "directory" })]),
    );
    await sql`update public.users set user_type = 'admin' where id = ${id}`;
    expect((await request("POST", "/api/admin/login", { body })).status).toBe(200);
  });

  it("a volunteer can't log in as an administrator", async () => {
    const { status } = await request("POST", "/api/admin/login", {
      body: { username: logins.volunteer.email, password: logins.volunteer.password },
    });
    expect(status).toBe(401);
  });

  it("ALOGIN-18, threat 9: end after 8 hours even with a refreshed token", async () => {
    const admin = await signInAdmin();
    await backdateSession(admin.token, "7 hours 59 minutes");
    expect((await requestDonations(admin.token)).status).toBe(200);

    await backdateSession(admin.token, "8 hours 1 minute");
    const refreshResponse = await fetch(`${facts.apiUrl}/auth/v1/token?grant_type=refresh_token`, {
      method: "POST",
      headers: { "Content-Type": "application/json", apikey: facts.publishableKey },
      body: JSON.stringify({ refresh_token: admin.refreshToken }),
    });
    const { access_token: refreshedToken } = (await refreshResponse.json()) as {
      access_token: string;
    };
    const { status, json } = await requestDonations(refreshedToken);
    expect(status).toBe(401);
    expect(json).toMatchObject({ message: "Your session has expired. Please log in again." });
  });

  it("ALOGIN-10, threat 10: logging out ends the session immediately", async () => {
    const admin = await signInAdmin();
    expect((await request("POST", "/api/admin/logout", { token: admin.token })).status).toBe(200);
    expect((await requestDonations(admin.token)).status).toBe(401);
  });

  it("threat 11: the 11th failure returns 429 while another account still gets in", async () => {
    const attemptLogin = () =>
      request("POST", "/api/admin/login", { body: { username: "admin", password: "guess!" } });
    for (let count = 0; count < 10; count += 1) expect((await attemptLogin()).status).toBe(401);
    const eleventhResponse = await attemptLogin();
    expect(eleventhResponse.status).toBe(429);
    expect(Number(eleventhResponse.headers.get("Retry-After"))).toBeGreaterThan(0);
    const volunteerLoginResponse = await request("POST", "/api/volunteer/login", {
      body: logins.volunteer,
    });
    expect(volunteerLoginResponse.status).toBe(200);
  });

  it("threat 11: 20 failures from different addresses are emailed to each administrator, and the owner still gets in", async () => {
    const users = [
      ["dana", "admin"],
      ["reader", "user"],
    ] as const;
    for (const [username, type] of users) {
      const id = await createAuthUser(`${username}@example.org`, "Directory!2026");
      onTestFinished(async () => void (await sql`delete from auth.users where id = ${id}`));
      await sql`insert into public.users (id, username, user_type) values (${id}, ${username}, ${type})`;
    }
    const readEmails = async () =>
      (
        await sql<{ to: string; account: string }[]>`
          select to_email as to, data ->> 'account' as account from public.email_outbox
          where template_name = 'Failed Logins' order by created_at, to_email`
      ).map(({ to, account }) => `${to} ${account}`);
    await sql`delete from public.email_outbox where template_name = 'Failed Logins'`;
    const attemptLogin = (path: string, body: object, hostNumber: number) =>
      request("POST", path, {
        body: { ...body, password: "guess!" },
        headers: {
          "X-Edge-Secret": facts.edgeSecret,
          "X-Visitor-Address": `203.0.113.${hostNumber}`,
        },
      });
    const loginTargets = [
      ["/api/admin/login", { username: "Admin" }],
      ["/api/admin/login", { username: "nobody" }],
      ["/api/volunteer/login", { email: logins.volunteer.email }],
    ] as const;
    for (const [path, body] of loginTargets) {
      for (let hostNumber = 1; hostNumber <= 21; hostNumber += 1) {
        expect((await attemptLogin(path, body, hostNumber)).status).toBe(401);
      }
    }
    await expect
      .poll(readEmails)
      .toEqual([
        "admin@example.org admin",
        "dana@example.org admin",
        "admin@example.org Maria Gutierrez",
        "dana@example.org Maria Gutierrez",
      ]);
    const { status } = await request("POST", "/api/admin/login", { body: logins.admin });
    expect(status).toBe(200);
    await sql`delete from public.email_outbox where template_name = 'Failed Logins'`;
  });

  it("successful logins don't count toward the limit", async () => {
    for (let count = 0; count < 12; count += 1) {
      const { status } = await request("POST", "/api/admin/login", { body: logins.admin });
      expect(status).toBe(200);
    }
  });
});

describe("volunteer sessions", () => {
  it("VDASH-15, VDASH-13: logging in returns the volunteer and a session, which logging out ends", async () => {
    const { status, json } = await request("POST", "/api/volunteer/login", {
      body: logins.volunteer,
    });
    expect(status).toBe(200);
    expect(Object.keys(json.volunteer).toSorted()).toEqual(
      ["email", "firstName", "id", "lastLoginAt", "lastName"].toSorted(),
    );
    const logoutResponse = await request("POST", "/api/volunteer/logout", {
      token: json.session.accessToken,
    });
    expect(logoutResponse.status).toBe(200);
    const responseAfterLogout = await request("GET", `/api/volunteer/${json.volunteer.id}/events`, {
      token: json.session.accessToken,
    });
    expect(responseAfterLogout.status).toBe(401);
  });

  it("VDASH-16: a wrong password returns `Invalid email or password`", async () => {
    const { status, json } = await request("POST", "/api/volunteer/login", {
      body: { email: logins.volunteer.email, password: "wrong!" },
    });
    expect([status, json.message]).toEqual([401, "Invalid email or password"]);
  });

  it("VDASH-16, threat 12: an unknown email gets the same response as a wrong password, byte for byte", async () => {
    const responses = await Promise.all(
      [logins.volunteer.email, logins.pending.email, "nobody@example.org"].map((email) =>
        request("POST", "/api/volunteer/login", { body: { email, password: "wrong!" } }),
      ),
    );
    const comparableResponses = responses.map(({ status, text, json }) => [
      status,
      text.replace(json.requestId as string, ""),
    ]);
    expect(comparableResponses[1]).toEqual(comparableResponses[0]);
    expect(comparableResponses[2]).toEqual(comparableResponses[0]);
    expect(responses[0]?.status).toBe(401);
  });

  it.each([
    [
      "pending",
      "application_pending",
      "Your application is still being reviewed. We'll get back to you in 2-3 business days.",
    ],
    ["disabled", "account_not_open", "Your account has been disabled. Please contact us."],
  ] as const)(
    "VDASH-01: the state of a %s account is returned only with the right password",
    async (loginName, code, message) => {
      const rightPasswordResponse = await request("POST", "/api/volunteer/login", {
        body: logins[loginName],
      });
      expect(rightPasswordResponse.status).toBe(403);
      expect(rightPasswordResponse.json).toMatchObject({ code, message });
      const wrongPasswordResponse = await request("POST", "/api/volunteer/login", {
        body: { email: logins[loginName].email, password: "wrong!" },
      });
      expect([wrongPasswordResponse.status, wrongPasswordResponse.json.message]).toEqual([
        401,
        "Invalid email or password",
      ]);
    },
  );

  it("VDASH-04: a malformed email is a validation error", async () => {
    const { status, json } = await request("POST", "/api/volunteer/login", {
      body: { email: "volunteer", password: "x" },
    });
    expect([status, json.issues[0].path]).toEqual([400, "email"]);
  });
});

describe("a refused login", () => {
  const username = "once-an-administrator";
  beforeAll(
    () => sql`
      insert into public.users (id, username, user_type)
      select id, ${username}, 'user' from public.volunteer_accounts where email = ${logins.volunteer.email}`,
  );
  afterAll(() => sql`delete from public.users where username = ${username}`);

  const listSessionIds = async () =>
    (await sql<{ id: string }[]>`select id from auth.sessions order by id`).map(({ id }) => id);

  it.each([
    ["a pending volunteer", "/api/volunteer/login", logins.pending, 403],
    ["a disabled volunteer", "/api/volunteer/login", logins.disabled, 403],
    [
      "an administrator using the volunteer login",
      "/api/volunteer/login",
      { email: "admin@example.org", password: logins.admin.password },
      403,
    ],
    [
      "a user who isn't an administrator",
      "/api/admin/login",
      { username, password: logins.volunteer.password },
      401,
    ],
  ] as const)("doesn't leave a session behind for %s", async (_, path, body, status) => {
    const idsBefore = await listSessionIds();
    expect((await request("POST", path, { body })).status).toBe(status);
    expect(await listSessionIds()).toEqual(idsBefore);
  });
});
