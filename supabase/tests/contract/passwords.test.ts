import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { requestAuth } from "./auth.ts";
import { logins } from "../demo-logins.ts";
import { clearRateLimits, createAuthUser, request, signIn, signInAdmin, sql } from "./stack.ts";
import { uniqueWord } from "../unique-word.ts";

const OLD_PASSWORD = "Forgotten!2026";
const NEW_PASSWORD = "Remembered!2026";

beforeEach(() => clearRateLimits());
afterEach(async () => {
  await sql`delete from auth.users where email like 'password-%@example.org'`;
});

const canLogIn = async (email: string, password: string) =>
  (await requestAuth("POST", "/token?grant_type=password", { body: { email, password } }))
    .status === 200;

async function addVolunteer() {
  const email = `password-${randomUUID()}@example.org`;
  const id = await createAuthUser(email, OLD_PASSWORD);
  await sql`
    insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
    values (${id}, ${email}, 'Pat', 'Word', now())`;
  return { id, email, path: `/api/volunteer/${id}/change-password` };
}

describe("changing a volunteer's password", () => {
  it("VDASH-57: replaces the current password and ends other sessions", async () => {
    const { email, path } = await addVolunteer();
    const [otherSession, ownSession] = [
      await signIn(email, OLD_PASSWORD),
      await signIn(email, OLD_PASSWORD),
    ];
    const { status, json } = await request("PUT", path, {
      token: ownSession.token,
      body: { currentPassword: OLD_PASSWORD, newPassword: NEW_PASSWORD },
    });
    expect([status, json.message]).toEqual([200, "Password changed"]);
    expect([await canLogIn(email, OLD_PASSWORD), await canLogIn(email, NEW_PASSWORD)]).toEqual([
      false,
      true,
    ]);
    const passwordPath = `/api/volunteer/${ownSession.id}/change-password`;
    const body = { currentPassword: "x", newPassword: OLD_PASSWORD };
    expect((await request("PUT", passwordPath, { token: otherSession.token, body })).status).toBe(
      401,
    );
    expect((await request("PUT", passwordPath, { token: ownSession.token, body })).status).toBe(
      400,
    );
  });

  it.each([
    [
      "a wrong current password",
      { currentPassword: "wrong!", newPassword: NEW_PASSWORD },
      "currentPassword",
      "Your current password isn't correct.",
    ],
    [
      "VDASH-56: a short new password",
      { currentPassword: OLD_PASSWORD, newPassword: "12345" },
      "newPassword",
      "Use at least 6 characters.",
    ],
    [
      "the same password again",
      { currentPassword: OLD_PASSWORD, newPassword: OLD_PASSWORD },
      "newPassword",
      "Choose a password that's different from your current one.",
    ],
    [
      "more bytes than Auth stores",
      { currentPassword: OLD_PASSWORD, newPassword: "ü".repeat(40) },
      "newPassword",
      "Use a shorter password.",
    ],
  ])("%s returns 400 on its field and changes nothing", async (_, body, path, message) => {
    const { email, path: passwordPath } = await addVolunteer();
    const [otherSession, ownSession] = [
      await signIn(email, OLD_PASSWORD),
      await signIn(email, OLD_PASSWORD),
    ];
    const { status, json } = await request("PUT", passwordPath, { token: ownSession.token, body });
    expect([status, json.issues]).toEqual([400, [{ path, message }]]);
    expect(await canLogIn(email, OLD_PASSWORD)).toBe(true);
    for (const { token } of [otherSession, ownSession]) {
      expect((await requestAuth("GET", "/user", { token })).status).toBe(200);
    }
  });

  it("is set and compared in one form, however a keyboard sends its letters", async () => {
    const { email, path } = await addVolunteer();
    const { token } = await signIn(email, OLD_PASSWORD);
    const logIn = async (password: string) =>
      (await request("POST", "/api/volunteer/login", { body: { email, password } })).status;
    const newPassword = "Grüße!2026";
    const body = { currentPassword: OLD_PASSWORD, newPassword: newPassword.normalize("NFD") };
    expect((await request("PUT", path, { token, body })).status).toBe(200);
    for (const form of ["NFC", "NFD"]) expect(await logIn(newPassword.normalize(form))).toBe(200);
    expect(await logIn("Grusse!2026")).toBe(401);
  });

  it("threat 11: returns 429 at the 11th attempt, so that a stolen session can't guess the password", async () => {
    const { email, path } = await addVolunteer();
    const { token } = await signIn(email, OLD_PASSWORD);
    const attemptChange = (currentPassword: string) =>
      request("PUT", path, { token, body: { currentPassword, newPassword: NEW_PASSWORD } });
    for (let count = 0; count < 10; count += 1) expect((await attemptChange("x")).status).toBe(400);
    expect((await attemptChange(OLD_PASSWORD)).status).toBe(429);
    expect(await canLogIn(email, OLD_PASSWORD)).toBe(true);
  });

  it("threat 4: is refused for another volunteer", async () => {
    const { path } = await addVolunteer();
    const { token } = await signIn(logins.volunteer.email, logins.volunteer.password);
    const body = { currentPassword: logins.volunteer.password, newPassword: NEW_PASSWORD };
    expect((await request("PUT", path, { token, body })).status).toBe(403);
    expect(await canLogIn(logins.volunteer.email, logins.volunteer.password)).toBe(true);
  });
});

it("ALOGIN-28: an administrator changes only their own password, whatever username the body has", async () => {
  const email = `password-${randomUUID()}@example.org`;
  const id = await createAuthUser(email, OLD_PASSWORD);
  const username = `pw-${uniqueWord()}`;
  await sql`insert into public.users (id, username, user_type) values (${id}, ${username}, 'admin')`;
  const { token } = await signIn(email, OLD_PASSWORD);
  const otherAdmin = await signInAdmin();
  const { status } = await request("PUT", "/api/admin/change-password", {
    token,
    body: { username: "admin", currentPassword: OLD_PASSWORD, newPassword: NEW_PASSWORD },
  });
  expect(status).toBe(200);
  expect(await canLogIn(email, NEW_PASSWORD)).toBe(true);
  expect(await canLogIn("admin@example.org", logins.admin.password)).toBe(true);
  expect((await request("GET", "/api/donations", { token: otherAdmin.token })).status).toBe(200);
  expect((await request("GET", "/api/donations", { token })).status).toBe(200);
});

describe("threat 46: an administrator's password", () => {
  const addAdmin = async () => {
    const email = `password-${randomUUID()}@example.org`;
    const id = await createAuthUser(email, OLD_PASSWORD);
    await sql`
      insert into public.users (id, username, user_type) values (${id}, ${`pw-${uniqueWord()}`}, 'admin')`;
    return { id, email };
  };
  const changeAtAuth = (token: string, password: string) =>
    requestAuth("PUT", "/user", { token, body: { password, current_password: OLD_PASSWORD } });

  it("can't be changed at Auth's own door, however long it is", async () => {
    const { id, email } = await addAdmin();
    const { token } = await signIn(email, OLD_PASSWORD);
    expect((await changeAtAuth(token, "short!")).status).toBe(403);
    expect((await changeAtAuth(token, NEW_PASSWORD)).status).toBe(403);
    expect(await canLogIn(email, OLD_PASSWORD)).toBe(true);
    // An intent is for one change, and ends by itself.
    await sql`select private.open_password_change(${id})`;
    expect((await changeAtAuth(token, NEW_PASSWORD)).status).toBe(200);
    const body = { password: "Again!2026ABC", current_password: NEW_PASSWORD };
    expect((await requestAuth("PUT", "/user", { token, body })).status).toBe(403);
    await sql`select private.open_password_change(${id})`;
    await sql`update public.password_changes set open_until = now() where user_id = ${id}`;
    expect((await requestAuth("PUT", "/user", { token, body })).status).toBe(403);
    expect(await canLogIn(email, NEW_PASSWORD)).toBe(true);
  });

  it("leaves nothing open if our endpoint refuses the change", async () => {
    const { id, email } = await addAdmin();
    const { token } = await signIn(email, OLD_PASSWORD);
    for (const newPassword of [NEW_PASSWORD, OLD_PASSWORD, "elevenchars"]) {
      await request("PUT", "/api/admin/change-password", {
        token,
        body: {
          currentPassword: newPassword === NEW_PASSWORD ? "wrong!" : OLD_PASSWORD,
          newPassword,
        },
      });
      expect(await sql`select from public.password_changes where user_id = ${id}`).toHaveLength(0);
    }
    expect((await changeAtAuth(token, NEW_PASSWORD)).status).toBe(403);
  });

  it("can be changed at Auth by volunteers, who have no rules beyond the project's", async () => {
    const { email } = await addVolunteer();
    const { token } = await signIn(email, OLD_PASSWORD);
    expect((await changeAtAuth(token, NEW_PASSWORD)).status).toBe(200);
    expect(await canLogIn(email, NEW_PASSWORD)).toBe(true);
  });
});

describe("recovering a forgotten password", () => {
  const requestRecovery = (email: string) =>
    request("POST", "/api/password-recovery", { body: { email } });
  const readRecoveryHash = async (email: string) => {
    const [row] = await sql<{ hash: string | null }[]>`
      select nullif(recovery_token, '') as hash from auth.users where email = ${email}`;
    return row?.hash ?? undefined;
  };
  const openLink = (hash: string | undefined) =>
    requestAuth("POST", "/verify", { body: { type: "recovery", token_hash: hash } });

  it("threat 12: gets the same response for known and unknown emails", async () => {
    const { email } = await addVolunteer();
    const [knownResponse, unknownResponse] = [
      await requestRecovery(email),
      await requestRecovery(`password-${randomUUID()}@example.org`),
    ];
    expect([knownResponse.status, knownResponse.json]).toEqual([
      unknownResponse.status,
      unknownResponse.json,
    ]);
    expect(knownResponse.status).toBe(200);
    // Auth refuses a second email within a minute, and the response must not reveal that.
    expect((await requestRecovery(email)).json).toEqual(knownResponse.json);
  });

  it("sets a new password once through the emailed link and ends all other sessions", async () => {
    const { email } = await addVolunteer();
    const earlierSession = await signIn(email, OLD_PASSWORD);
    await requestRecovery(email);
    await expect.poll(() => readRecoveryHash(email)).toMatch(/^[\da-f]{56,64}$/);
    const hash = await readRecoveryHash(email);
    const { status, json } = await openLink(hash);
    expect(status).toBe(200);
    const token = json.access_token as string;
    expect(
      (await requestAuth("PUT", "/user", { token, body: { password: NEW_PASSWORD } })).status,
    ).toBe(200);
    expect([await canLogIn(email, OLD_PASSWORD), await canLogIn(email, NEW_PASSWORD)]).toEqual([
      false,
      true,
    ]);
    expect((await requestAuth("GET", "/user", { token: earlierSession.token })).status).toBe(403);
    expect((await openLink(hash)).status).toBe(403);
  });

  it("fails if the link is more than 15 minutes old", async () => {
    const { email } = await addVolunteer();
    await requestRecovery(email);
    await expect.poll(() => readRecoveryHash(email)).toBeDefined();
    await sql`update auth.users set recovery_sent_at = now() - interval '16 minutes' where email = ${email}`;
    expect((await openLink(await readRecoveryHash(email))).status).toBe(403);
    expect(await canLogIn(email, OLD_PASSWORD)).toBe(true);
  });
});
