import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auth } from "./auth.ts";
import {
  clearRateLimits,
  createAuthUser,
  logins,
  request,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";

const OLD = "Forgotten!2026";
const NEW = "Remembered!2026";

beforeEach(() => clearRateLimits());
afterEach(async () => {
  await sql`delete from auth.users where email like 'password-%@example.org'`;
});

const opens = async (email: string, password: string) =>
  (await auth("POST", "/token?grant_type=password", { body: { email, password } })).status === 200;

async function addVolunteer() {
  const email = `password-${randomUUID()}@example.org`;
  const id = await createAuthUser(email, OLD);
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    values (${id}, ${email}, 'Pat', 'Word', now())`;
  return { id, email, path: `/api/volunteer/${id}/change-password` };
}

describe("a volunteer changes the password", () => {
  it("VDASH-57: requires the current one, replaces it and ends other sessions", async () => {
    const { email, path } = await addVolunteer();
    const [other, own] = [await signIn(email, OLD), await signIn(email, OLD)];
    const { status, json } = await request("PUT", path, {
      token: own.token,
      body: { currentPassword: OLD, newPassword: NEW },
    });
    expect([status, json.message]).toEqual([200, "Password changed"]);
    expect([await opens(email, OLD), await opens(email, NEW)]).toEqual([false, true]);
    const events = `/api/volunteer/${own.id}/change-password`;
    const body = { currentPassword: "x", newPassword: OLD };
    expect((await request("PUT", events, { token: other.token, body })).status).toBe(401);
    expect((await request("PUT", events, { token: own.token, body })).status).toBe(400);
  });

  it.each([
    [
      "a wrong current password",
      { currentPassword: "wrong!", newPassword: NEW },
      "currentPassword",
      "Your current password isn't correct.",
    ],
    [
      "VDASH-56: a short new password",
      { currentPassword: OLD, newPassword: "12345" },
      "newPassword",
      "Please use at least 6 characters.",
    ],
    [
      "the same password again",
      { currentPassword: OLD, newPassword: OLD },
      "newPassword",
      "Please choose a password that's different from your current one.",
    ],
    [
      "more bytes than Auth stores",
      { currentPassword: OLD, newPassword: "ü".repeat(40) },
      "newPassword",
      "Please use a shorter password.",
    ],
  ])("%s returns 400 on its field and changes nothing", async (_, body, path, sentence) => {
    const { email, path: address } = await addVolunteer();
    const [other, own] = [await signIn(email, OLD), await signIn(email, OLD)];
    const { status, json } = await request("PUT", address, { token: own.token, body });
    expect([status, json.issues]).toEqual([400, [{ path, message: sentence }]]);
    expect(await opens(email, OLD)).toBe(true);
    for (const { token } of [other, own]) {
      expect((await auth("GET", "/user", { token })).status).toBe(200);
    }
  });

  it("threat 11: a stolen session can't guess the password: the 11th try returns 429", async () => {
    const { email, path } = await addVolunteer();
    const { token } = await signIn(email, OLD);
    const attempt = (currentPassword: string) =>
      request("PUT", path, { token, body: { currentPassword, newPassword: NEW } });
    for (let count = 0; count < 10; count += 1) expect((await attempt("x")).status).toBe(400);
    expect((await attempt(OLD)).status).toBe(429);
    expect(await opens(email, OLD)).toBe(true);
  });

  it("threat 4: can't change another volunteer's password", async () => {
    const { path } = await addVolunteer();
    const { token } = await signIn(logins.volunteer.email, logins.volunteer.password);
    const body = { currentPassword: logins.volunteer.password, newPassword: NEW };
    expect((await request("PUT", path, { token, body })).status).toBe(403);
    expect(await opens(logins.volunteer.email, logins.volunteer.password)).toBe(true);
  });
});

it("ALOGIN-28: an administrator changes only their own password, whatever username the body has", async () => {
  const email = `password-${randomUUID()}@example.org`;
  const id = await createAuthUser(email, OLD);
  const username = `pw-${randomUUID().slice(0, 8)}`;
  await sql`insert into public.users (id, username, user_type) values (${id}, ${username}, 'admin')`;
  const { token } = await signIn(email, OLD);
  const first = await signInAdmin();
  const { status } = await request("PUT", "/api/admin/change-password", {
    token,
    body: { username: "admin", currentPassword: OLD, newPassword: NEW },
  });
  expect(status).toBe(200);
  expect(await opens(email, NEW)).toBe(true);
  expect(await opens("admin@example.org", logins.admin.password)).toBe(true);
  expect((await request("GET", "/api/donations", { token: first.token })).status).toBe(200);
  expect((await request("GET", "/api/donations", { token })).status).toBe(200);
});

describe("a forgotten password", () => {
  const requestRecovery = (email: string) =>
    request("POST", "/api/password-recovery", { body: { email } });
  const hashFor = async (email: string) => {
    const [row] = await sql<{ hash: string | null }[]>`
      select nullif(recovery_token, '') as hash from auth.users where email = ${email}`;
    return row?.hash ?? undefined;
  };
  const open = (hash: string | undefined) =>
    auth("POST", "/verify", { body: { type: "recovery", token_hash: hash } });

  it("threat 12: known and unknown emails get the same response", async () => {
    const { email } = await addVolunteer();
    const [known, unknown] = [
      await requestRecovery(email),
      await requestRecovery(`password-${randomUUID()}@example.org`),
    ];
    expect([known.status, known.json]).toEqual([unknown.status, unknown.json]);
    expect(known.status).toBe(200);
    // Auth refuses a second email within a minute, and the response must not reveal that.
    expect((await requestRecovery(email)).json).toEqual(known.json);
  });

  it("the emailed link sets a new password once and ends all other sessions", async () => {
    const { email } = await addVolunteer();
    const before = await signIn(email, OLD);
    await requestRecovery(email);
    await expect.poll(() => hashFor(email)).toMatch(/^[\da-f]{56,64}$/);
    const hash = await hashFor(email);
    const { status, json } = await open(hash);
    expect(status).toBe(200);
    const token = json.access_token as string;
    expect((await auth("PUT", "/user", { token, body: { password: NEW } })).status).toBe(200);
    expect([await opens(email, OLD), await opens(email, NEW)]).toEqual([false, true]);
    expect((await auth("GET", "/user", { token: before.token })).status).toBe(403);
    expect((await open(hash)).status).toBe(403);
  });

  it("the link expires after 15 minutes", async () => {
    const { email } = await addVolunteer();
    await requestRecovery(email);
    await expect.poll(() => hashFor(email)).toBeDefined();
    await sql`update auth.users set recovery_sent_at = now() - interval '16 minutes' where email = ${email}`;
    expect((await open(await hashFor(email))).status).toBe(403);
    expect(await opens(email, OLD)).toBe(true);
  });
});
