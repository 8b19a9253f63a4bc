import { OWNER_AREAS } from "../../functions/_shared/rules/admin-areas.ts";
import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addFactor,
  addLogin,
  addVolunteer,
  runAs,
  catchSqlState,
  withRollback,
  server,
  visitor,
  type Person,
  type Transaction,
} from "./connection.ts";

async function readCaller(tx: Transaction, person: Person): Promise<Record<string, unknown>> {
  const [row] = await runAs(
    tx,
    person,
    (savepoint) =>
      savepoint<{ caller: Record<string, unknown> }[]>`select private.caller() as caller`,
  );
  return row?.caller ?? {};
}

describe("threat 9: an administrator's session", () => {
  test.for([
    ["still gives administrator access", 7 + 59 / 60, true],
    ["no longer gives administrator access", 8 + 1 / 60, false],
    ["no longer gives administrator access", 9, false],
  ] as const)("%s after %f hours", async ([, hoursOld, expected]) => {
    const caller = await withRollback(async (tx) =>
      readCaller(tx, await addAdmin(tx, { hoursOld })),
    );
    expect(caller).toMatchObject({
      adminAreas: expected ? OWNER_AREAS : null,
      userType: "admin",
      hasLiveSession: true,
    });
  });
});

describe("threat 46: an administrator", () => {
  test.for([
    ["has access without a factor at aal1", undefined, "aal1", "aal1", "admin"],
    ["has access with an unverified factor at aal1", "unverified", "aal1", "aal1", "admin"],
    ["has no access with a factor at aal1", "verified", "aal1", "aal1", "unconfirmed"],
    [
      "has no access with a factor and a token older than the session's aal2",
      "verified",
      "aal2",
      "aal1",
      "unconfirmed",
    ],
    [
      "has no access with a factor and a token newer than the session's aal1",
      "verified",
      "aal1",
      "aal2",
      "unconfirmed",
    ],
    ["has access with a factor at aal2", "verified", "aal2", "aal2", "admin"],
    ["has no access without a required factor", undefined, "aal1", "aal1", "unenrolled", true],
    [
      "has no access with an unverified one of a required factor",
      "unverified",
      "aal1",
      "aal1",
      "unenrolled",
      true,
    ],
    [
      "has no access once the required factor was removed from a confirmed session",
      undefined,
      "aal2",
      "aal2",
      "unenrolled",
      true,
    ],
    [
      "has no access with a required factor at aal1",
      "verified",
      "aal1",
      "aal1",
      "unconfirmed",
      true,
    ],
    ["has access with a required factor at aal2", "verified", "aal2", "aal2", "admin", true],
  ] as const)("%s", async ([, status, sessionAal, tokenAal, expected, isRequired = false]) => {
    const caller = await withRollback(async (tx) => {
      await tx`update public.settings set requires_second_factor = ${isRequired}`;
      const admin = await addAdmin(tx);
      if (status !== undefined) await addFactor(tx, admin, status);
      await tx`update auth.sessions set aal = ${sessionAal} where id = ${admin.sessionId}`;
      return readCaller(tx, { ...admin, aal: tokenAal });
    });
    expect(caller).toMatchObject({
      adminAreas: expected === "admin" ? OWNER_AREAS : null,
      adminState: expected,
    });
  });

  test("isn't asked for a code after eight hours, because the session has ended", async () => {
    const caller = await withRollback(async (tx) => {
      const admin = await addAdmin(tx, { hoursOld: 9 });
      await addFactor(tx, admin, "verified");
      return readCaller(tx, admin);
    });
    expect(caller).toMatchObject({ adminAreas: null, adminState: null });
  });
});

describe("a session whose end is set in Auth", () => {
  test.for([
    ["is valid a second before its end", "1 second", true],
    ["is invalid at its end", "0 seconds", false],
    ["is invalid a second after its end", "-1 second", false],
  ] as const)("%s", async ([, timeLeft, expected]) => {
    await withRollback(async (tx) => {
      const [admin, volunteer] = [await addAdmin(tx), await addVolunteer(tx)];
      await tx`
        update auth.sessions set not_after = now() + ${timeLeft}::interval
        where id in (${admin.sessionId}, ${volunteer.sessionId})`;
      expect(await readCaller(tx, admin)).toMatchObject({
        adminAreas: expected ? OWNER_AREAS : null,
        hasLiveSession: expected,
      });
      expect(await readCaller(tx, volunteer)).toMatchObject({
        isVolunteer: expected,
        hasLiveSession: expected,
      });
    });
  });
});

describe("threat 10: logging out or disabling an account applies to the next request", () => {
  test("an administrator who logged out has no access", async () => {
    const caller = await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      expect(await readCaller(tx, admin)).toMatchObject({ adminAreas: OWNER_AREAS });
      await tx`delete from auth.sessions where id = ${admin.sessionId}`;
      return readCaller(tx, admin);
    });
    expect(caller).toMatchObject({ adminAreas: null, hasLiveSession: false });
  });

  test("another person's session doesn't give access", async () => {
    const caller = await withRollback(async (tx) => {
      const admin = await addAdmin(tx, { isLoggedOut: true });
      const volunteer = await addVolunteer(tx);
      return readCaller(tx, { ...admin, sessionId: volunteer.sessionId });
    });
    expect(caller).toMatchObject({ adminAreas: null, hasLiveSession: false });
  });

  test("a volunteer has access while the account is enabled and the session lasts", async () => {
    await withRollback(async (tx) => {
      const volunteer = await addVolunteer(tx);
      expect(await readCaller(tx, volunteer)).toMatchObject({
        isVolunteer: true,
        volunteerState: "active",
      });
      await tx`update public.volunteer_accounts set is_active = false where id = ${volunteer.id}`;
      expect(await readCaller(tx, volunteer)).toMatchObject({
        isVolunteer: false,
        volunteerState: "disabled",
      });
      await tx`
        update public.volunteer_accounts set is_active = true, activated_at = null
        where id = ${volunteer.id}`;
      expect(await readCaller(tx, volunteer)).toMatchObject({
        isVolunteer: false,
        volunteerState: "unactivated",
      });
    });
  });

  test("a visitor has no access", async () => {
    expect(await withRollback((tx) => readCaller(tx, visitor))).toMatchObject({
      userId: null,
      adminAreas: null,
      isVolunteer: false,
      hasLiveSession: false,
    });
  });
});

describe("login lookups", () => {
  test("only the server can look up an administrator by username or address, ignoring case", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const volunteer = await addVolunteer(tx);
      await tx`select private.open_password_change(${admin.id})`;
      await tx`update auth.users set encrypted_password = 'x' where id in (${admin.id}, ${volunteer.id})`;
      const email = `${admin.id}@example.org`;
      const username = `admin-${admin.id.slice(0, 8)}`;
      const lookUp = (login: string) => (savepoint: typeof tx) =>
        savepoint`select username, email from private.admin_sign_in(${login})`;
      for (const login of [username, username.toUpperCase(), email, email.toUpperCase()]) {
        expect(await runAs(tx, server, lookUp(login))).toMatchObject([{ username, email }]);
      }
      const [account] = await tx<[{ email: string }]>`
        select email from public.volunteer_accounts where id = ${volunteer.id}`;
      for (const login of ["Nobody", account.email]) {
        expect(await runAs(tx, server, lookUp(login))).toMatchObject([
          { username: login.toLowerCase(), email: "nobody@accounts.invalid" },
        ]);
      }
      for (const person of [visitor, admin]) {
        expect(await catchSqlState(runAs(tx, person, lookUp(username)))).toBe("42501");
      }
    });
  });

  test("threat 12: unknown emails are checked against the dummy account's random password", async () => {
    await withRollback(async (tx) => {
      const volunteer = await addVolunteer(tx);
      const readLoginEmail = async (email: string) => {
        const [row] = await runAs(
          tx,
          server,
          (savepoint) =>
            savepoint<{ email: string }[]>`select private.sign_in_email(${email}) as email`,
        );
        return row?.email;
      };
      // A user without a password would be refused noticeably faster.
      const ownEmail = `${volunteer.id}@example.org`;
      const placeholderEmail = await readLoginEmail("unknown@example.org");
      expect(await readLoginEmail(ownEmail)).toBe(placeholderEmail);
      await tx`update auth.users set encrypted_password = 'x' where id = ${volunteer.id}`;
      expect(await readLoginEmail(ownEmail.toUpperCase())).toBe(ownEmail);
      const [row] = await tx<{ hash: string; cost: string }[]>`
        select encrypted_password as hash, substring(encrypted_password from 5 for 2) as cost
        from auth.users where email = ${placeholderEmail ?? ""}`;
      expect(row?.hash).toMatch(/^\$2a\$.{56}$/);
      expect(row?.cost).toBe("10");
    });
  });

  test.for(["none", "pending", "rejected", "active", "disabled", "unactivated"])(
    "VDASH-01: the state of a login can be %s",
    async (state) => {
      const loginState = await withRollback(async (tx) => {
        const hasAccount = ["active", "disabled", "unactivated"].includes(state);
        const person = hasAccount
          ? await addVolunteer(tx, { isActive: state !== "disabled" })
          : await addLogin(tx);
        if (state === "unactivated") {
          await tx`update public.volunteer_accounts set activated_at = null where id = ${person.id}`;
        }
        if (state === "pending" || state === "rejected") {
          await tx`
            insert into public.volunteer_applications
              (user_id, first_name, last_name, email, availability, status, reviewed_at)
            values (${person.id}, 'A', 'B', ${`${person.id}@example.org`}, 'flexible', ${state},
              ${state === "pending" ? null : new Date()})`;
        }
        const [row] = await runAs(
          tx,
          server,
          (savepoint) =>
            savepoint`select private.volunteer_login_state(${person.id}) as "loginState"`,
        );
        return row?.["loginState"] as { state: string; volunteer: unknown };
      });
      expect(loginState.state).toBe(state);
      expect(loginState.volunteer === null).toBe(["none", "pending", "rejected"].includes(state));
    },
  );

  test("recording a login returns the time of the previous login", async () => {
    await withRollback(async (tx) => {
      const volunteer = await addVolunteer(tx);
      const recordLogin = () =>
        runAs(
          tx,
          server,
          (savepoint) =>
            savepoint`select private.record_volunteer_login(${volunteer.id}) as previous`,
        );
      expect((await recordLogin())[0]?.["previous"]).toBeNull();
      expect((await recordLogin())[0]?.["previous"]).toBeInstanceOf(Date);
    });
  });
});
