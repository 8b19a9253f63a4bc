import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { requestAuth } from "./auth.ts";
import { openMailedSession } from "./mailed-sessions.ts";
import { logins } from "../demo-logins.ts";
import { clearRateLimits, createAuthUser, facts, request, signIn, sql } from "./stack.ts";

beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from auth.users where email like 'door-%@example.org'`;
});

const newEmail = () => `door-${randomUUID()}@example.org`;
const requestPasswordGrant = (
  email: string,
  password: string,
  options: Parameters<typeof requestAuth>[2] = {},
) => requestAuth("POST", "/token?grant_type=password", { body: { email, password }, ...options });
/** The headers of a request that the CDN forwards for the visitor at this address. */
const createVisitorHeaders = (address: string) => ({
  "X-Edge-Secret": facts.edgeSecret,
  "X-Visitor-Address": address,
});
const userExists = async (email: string) =>
  (await sql`select 1 from auth.users where email = ${email}`).length > 0;

describe("threat 46: Auth", () => {
  it.each([
    ["/signup", { password: "Something!2026" }],
    ["/otp", {}],
    ["/otp", { create_user: true }],
    ["/magiclink", {}],
  ])("refuses to create a user at %s with %j", async (path, extraFields) => {
    const email = newEmail();
    const { status, json } = await requestAuth("POST", path, { body: { email, ...extraFields } });
    expect([status, json.code]).toEqual([422, "signup_disabled"]);
    expect(await userExists(email)).toBe(false);
  });

  it("reports in its public settings that sign-up is closed", async () => {
    expect((await requestAuth("GET", "/settings")).json).toMatchObject({ disable_signup: true });
  });

  it.each([
    ["a visitor", undefined, 401],
    ["a volunteer", logins.volunteer, 403],
    ["an administrator", { email: "admin@example.org", password: logins.admin.password }, 403],
  ])("refuses %s at the admin API", async (_, login, status) => {
    const token =
      login === undefined ? undefined : (await signIn(login.email, login.password)).token;
    const email = newEmail();
    const tokenOption = token === undefined ? {} : { token };
    const body = { email, password: "Something!2026", email_confirm: true };
    expect((await requestAuth("POST", "/admin/users", { body, ...tokenOption })).status).toBe(
      status,
    );
    const [pendingUser] = await sql<{ id: string }[]>`
      select id from auth.users where email = ${logins.pending.email}`;
    const path = `/admin/users/${pendingUser?.id}`;
    expect((await requestAuth("DELETE", path, tokenOption)).status).toBe(status);
    expect((await requestAuth("GET", `${path}/factors`, tokenOption)).status).toBe(status);
    expect(await userExists(email)).toBe(false);
    expect(await userExists(logins.pending.email)).toBe(true);
  });
});

describe("threat 46: Auth's rate limit on logins and renewals", () => {
  type Options = Parameters<typeof requestAuth>[2];
  /** No account has this email, so Auth responds immediately. */
  const attemptLogin = (options: Options) =>
    requestPasswordGrant("nobody-here@example.org", "guess!", options);
  const renewSession = (options: Options) =>
    requestAuth("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: "abcdefghijkl" },
      ...options,
    });
  const createForwardingOptions = (address: string) => ({
    key: facts.secretKey,
    headers: { "Sb-Forwarded-For": address },
  });
  const stopRefills = () =>
    sql`update local_auth.attempts set counted_at = clock_timestamp() + interval '1 hour'`;
  /** Uses up an address's burst of 30. On a slow machine, a few more attempts become available before this ends. */
  const useUpAttempts = async (options: Options) => {
    const responses = await Promise.all(
      Array.from({ length: 18 }, () => [attemptLogin(options), renewSession(options)]).flat(),
    );
    const acceptedCount = responses.filter(({ status }) => status === 400).length;
    expect(acceptedCount).toBeGreaterThanOrEqual(30);
    expect(acceptedCount).toBeLessThan(35);
    await stopRefills();
  };

  it("refuses the 31st login or renewal at once from one address but still serves another address", async () => {
    const address = { host: "127.0.0.1" };
    await requestAuth("POST", "/token?grant_type=nonsense", { body: {}, ...address });
    expect([...(await sql`select bucket from local_auth.attempts`)]).toEqual([]);
    await useUpAttempts(address);
    for (const response of [await attemptLogin(address), await renewSession(address)]) {
      expect([response.status, response.json, response.headers.get("x-sb-error-code")]).toEqual([
        429,
        { code: "over_request_rate_limit", message: "Request rate limit reached" },
        "over_request_rate_limit",
      ]);
    }
    expect((await attemptLogin({ host: "[::1]" })).status).toBe(400);
  });

  it("lets another one in every two seconds, and starts over an hour after the first", async () => {
    const address = { host: "127.0.0.1" };
    await useUpAttempts(address);
    await sql`
      update local_auth.attempts
      set tries_left = 0, counted_at = clock_timestamp() - interval '2 seconds'`;
    expect((await attemptLogin(address)).status).toBe(400);
    await stopRefills();
    expect((await attemptLogin(address)).status).toBe(429);
    await sql`update local_auth.attempts set started_at = started_at - interval '1 hour'`;
    await useUpAttempts(address);
  });

  it.each([
    [
      "a volunteer's login",
      "/api/volunteer/login",
      { email: logins.volunteer.email, password: "guess!" },
    ],
    ["an administrator's login", "/api/admin/login", { username: "admin", password: "guess!" }],
    ["an unknown user's login", "/api/admin/login", { username: "nobody", password: "guess!" }],
  ])("counts %s as the visitor's attempt, not the functions'", async (_, path, body) => {
    const logInFrom = (address: string) =>
      request("POST", path, { body, headers: createVisitorHeaders(address) });
    await useUpAttempts(createForwardingOptions("198.51.100.1"));
    const { status, json, headers } = await logInFrom("198.51.100.1");
    expect([status, json.code, headers.get("Retry-After")]).toEqual([429, "too_many_logins", "5"]);
    expect(json.message).toBe(
      "Many people are logging in right now. Please try again in a minute.",
    );
    expect((await logInFrom("198.51.100.2")).status).toBe(401);
  });

  it("threat 11: a login that was refused for the number of logins doesn't count as a wrong password", async () => {
    const address = "198.51.100.3";
    const logIn = () =>
      request("POST", "/api/volunteer/login", {
        body: logins.volunteer,
        headers: createVisitorHeaders(address),
      });
    await useUpAttempts(createForwardingOptions(address));
    for (let count = 0; count < 11; count += 1) {
      expect((await logIn()).json.code).toBe("too_many_logins");
    }
    await sql`delete from local_auth.attempts`;
    expect((await logIn()).status).toBe(200);
  });

  it("counts a new password as the visitor's request, not the functions'", async () => {
    const email = newEmail();
    await createAuthUser(email, "FirstOne!2026");
    const { token } = await openMailedSession["recovery mail"](email);
    const changePasswordFrom = (address: string) =>
      request("PUT", "/api/password-recovery", {
        body: { newPassword: "SecondOne!2026" },
        token,
        headers: createVisitorHeaders(address),
      });
    const update = (options: Options) =>
      requestAuth("PUT", "/user", { body: { data: {} }, ...options });
    // Nobody without a session uses up the requests of those who have one.
    expect((await update(createForwardingOptions("198.51.100.4"))).status).toBe(401);
    expect([...(await sql`select address from local_auth.attempts where bucket = 'user'`)]).toEqual(
      [],
    );
    await update({ token, ...createForwardingOptions("198.51.100.4") });
    await sql`update local_auth.attempts set tries_left = 0`;
    await stopRefills();
    expect((await changePasswordFrom("198.51.100.4")).json.code).toBe("too_many_logins");
    expect((await changePasswordFrom("198.51.100.5")).status).toBe(200);
  });

  it("accepts a forwarded address only with the secret key", async () => {
    const options = { headers: { "Sb-Forwarded-For": "203.0.113.1" } };
    await useUpAttempts(options);
    expect((await attemptLogin({ headers: { "Sb-Forwarded-For": "203.0.113.2" } })).status).toBe(
      429,
    );
    expect((await attemptLogin(createForwardingOptions("203.0.113.1"))).status).toBe(400);
  });
});

describe("user metadata in Auth", () => {
  it("stays an object in every response and in the token, even after an update", async () => {
    const email = newEmail();
    const creationResponse = await requestAuth("POST", "/admin/users", {
      body: { email, password: "Something!2026", email_confirm: true },
      key: facts.secretKey,
    });
    const signInResponse = await requestPasswordGrant(email, "Something!2026");
    const token = signInResponse.json.access_token as string;
    const updateResponse = await requestAuth("PUT", "/user", {
      token,
      body: { data: { shirt: "M" } },
    });
    const refreshResponse = await requestAuth("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: signInResponse.json.refresh_token },
    });
    const refreshedToken = refreshResponse.json.access_token as string;
    const userRecords = [
      creationResponse.json,
      signInResponse.json.user,
      updateResponse.json,
      (await requestAuth("GET", "/user", { token })).json,
      refreshResponse.json.user,
      decodeJwt(token),
      decodeJwt(refreshedToken),
    ] as { app_metadata: unknown; user_metadata: unknown }[];
    for (const { app_metadata: appMetadata, user_metadata: userMetadata } of userRecords) {
      expect(appMetadata).toEqual({ provider: "email", providers: ["email"] });
      expect(userMetadata).toMatchObject({ email_verified: true });
    }
    expect(decodeJwt(refreshedToken)["user_metadata"]).toMatchObject({ shirt: "M" });
  });
});

describe("threat 46: changing a password in Auth", () => {
  const currentPassword = "FirstOne!2026";
  const newPassword = "SecondOne!2026";

  it.each([
    ["without the current password", { password: newPassword }, "current_password_required"],
    [
      "with a wrong current password",
      { password: newPassword, current_password: "x" },
      "current_password_invalid",
    ],
  ])("is refused %s", async (_, body, code) => {
    const email = newEmail();
    await createAuthUser(email, currentPassword);
    const { token } = await signIn(email, currentPassword);
    const { status, json } = await requestAuth("PUT", "/user", { body, token });
    expect([status, json.code]).toEqual([400, code]);
    expect((await requestPasswordGrant(email, currentPassword)).status).toBe(200);
    expect((await requestPasswordGrant(email, newPassword)).status).toBe(400);
  });

  it("succeeds with the current password and ends every other session", async () => {
    const email = newEmail();
    await createAuthUser(email, currentPassword);
    const [otherSession, ownSession] = [
      await signIn(email, currentPassword),
      await signIn(email, currentPassword),
    ];
    const body = { password: newPassword, current_password: currentPassword };
    expect((await requestAuth("PUT", "/user", { body, token: ownSession.token })).status).toBe(200);
    expect((await requestAuth("GET", "/user", { token: ownSession.token })).status).toBe(200);
    expect((await requestAuth("GET", "/user", { token: otherSession.token })).status).toBe(403);
    const refreshResponse = await requestAuth("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: otherSession.refreshToken },
    });
    expect(refreshResponse.status).toBe(400);
    expect((await requestPasswordGrant(email, newPassword)).status).toBe(200);
  });
});
