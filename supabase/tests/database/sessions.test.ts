import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addFactor,
  addLogin,
  addVolunteer,
  as,
  refusal,
  rolledBack,
  server,
  visitor,
  type Person,
  type Transaction,
} from "./connection.ts";

async function callerOf(tx: Transaction, person: Person): Promise<Record<string, unknown>> {
  const [row] = await as(
    tx,
    person,
    (savepoint) =>
      savepoint<{ caller: Record<string, unknown> }[]>`select private.caller() as caller`,
  );
  return row?.caller ?? {};
}

describe("threat 9: an administrator's session lasts eight hours", () => {
  test.for([
    [7 + 59 / 60, true],
    [8 + 1 / 60, false],
    [9, false],
  ] as const)("gives administrator access after %f hours: %s", async ([hoursOld, expected]) => {
    const caller = await rolledBack(async (tx) => callerOf(tx, await addAdmin(tx, { hoursOld })));
    expect(caller).toMatchObject({ isAdmin: expected, userType: "admin", hasLiveSession: true });
  });
});

describe("threat 46: after enrollment, a password alone doesn't make anyone an administrator", () => {
  test.for([
    ["no factor, aal1", undefined, "aal1", "aal1", true],
    ["an unverified factor, aal1", "unverified", "aal1", "aal1", true],
    ["a factor, aal1", "verified", "aal1", "aal1", false],
    ["a factor, a token older than the session's aal2", "verified", "aal2", "aal1", false],
    ["a factor, a token newer than the session's aal1", "verified", "aal1", "aal2", false],
    ["a factor, aal2", "verified", "aal2", "aal2", true],
  ] as const)("%s", async ([, status, sessionAal, tokenAal, expected]) => {
    const caller = await rolledBack(async (tx) => {
      const admin = await addAdmin(tx);
      if (status !== undefined) await addFactor(tx, admin, status);
      await tx`update auth.sessions set aal = ${sessionAal} where id = ${admin.session}`;
      return callerOf(tx, { ...admin, aal: tokenAal });
    });
    expect(caller).toMatchObject({ isAdmin: expected, awaitsSecondFactor: !expected });
  });

  test("an administrator isn't asked for a code after eight hours, because the session has ended", async () => {
    const caller = await rolledBack(async (tx) => {
      const admin = await addAdmin(tx, { hoursOld: 9 });
      await addFactor(tx, admin, "verified");
      return callerOf(tx, admin);
    });
    expect(caller).toMatchObject({ isAdmin: false, awaitsSecondFactor: false });
  });
});

describe("a session with an end set by Auth", () => {
  test.for([
    ["1 second", true],
    ["0 seconds", false],
    ["-1 second", false],
  ] as const)("is valid with the end %s away: %s", async ([away, expected]) => {
    await rolledBack(async (tx) => {
      const [admin, volunteer] = [await addAdmin(tx), await addVolunteer(tx)];
      await tx`
        update auth.sessions set not_after = now() + ${away}::interval
        where id in (${admin.session}, ${volunteer.session})`;
      expect(await callerOf(tx, admin)).toMatchObject({
        isAdmin: expected,
        hasLiveSession: expected,
      });
      expect(await callerOf(tx, volunteer)).toMatchObject({
        isVolunteer: expected,
        hasLiveSession: expected,
      });
    });
  });
});

describe("threat 10: logging out or disabling an account applies to the next request", () => {
  test("an administrator who logged out has no access", async () => {
    const caller = await rolledBack(async (tx) => {
      const admin = await addAdmin(tx);
      expect(await callerOf(tx, admin)).toMatchObject({ isAdmin: true });
      await tx`delete from auth.sessions where id = ${admin.session}`;
      return callerOf(tx, admin);
    });
    expect(caller).toMatchObject({ isAdmin: false, hasLiveSession: false });
  });

  test("another person's session doesn't give access", async () => {
    const caller = await rolledBack(async (tx) => {
      const admin = await addAdmin(tx, { loggedOut: true });
      const volunteer = await addVolunteer(tx);
      return callerOf(tx, { ...admin, session: volunteer.session });
    });
    expect(caller).toMatchObject({ isAdmin: false, hasLiveSession: false });
  });

  test("a volunteer has access while the account is enabled and the session lasts", async () => {
    await rolledBack(async (tx) => {
      const volunteer = await addVolunteer(tx);
      expect(await callerOf(tx, volunteer)).toMatchObject({
        isVolunteer: true,
        volunteerState: "active",
      });
      await tx`update public.volunteer_accounts set is_active = false where id = ${volunteer.id}`;
      expect(await callerOf(tx, volunteer)).toMatchObject({
        isVolunteer: false,
        volunteerState: "disabled",
      });
      await tx`
        update public.volunteer_accounts set is_active = true, activated_at = null
        where id = ${volunteer.id}`;
      expect(await callerOf(tx, volunteer)).toMatchObject({
        isVolunteer: false,
        volunteerState: "unactivated",
      });
    });
  });

  test("a visitor has no access", async () => {
    expect(await rolledBack((tx) => callerOf(tx, visitor))).toMatchObject({
      userId: null,
      isAdmin: false,
      isVolunteer: false,
      hasLiveSession: false,
    });
  });
});

describe("login lookups", () => {
  test("only the server can look up the email for a username, ignoring case", async () => {
    await rolledBack(async (tx) => {
      const admin = await addAdmin(tx);
      await tx`update auth.users set encrypted_password = 'x' where id = ${admin.id}`;
      const username = `ADMIN-${admin.id.slice(0, 8)}`;
      const [row] = await as(
        tx,
        server,
        (savepoint) => savepoint`select private.admin_sign_in_email(${username}) as email`,
      );
      expect(row?.["email"]).toBe(`${admin.id}@example.org`);
      for (const person of [visitor, admin]) {
        const code = await refusal(
          as(tx, person, (savepoint) => savepoint`select private.admin_sign_in_email(${username})`),
        );
        expect(code).toBe("42501");
      }
    });
  });

  test("threat 12: unknown emails are checked against the decoy user's random password", async () => {
    await rolledBack(async (tx) => {
      const volunteer = await addVolunteer(tx);
      const emailFor = async (email: string) => {
        const [row] = await as(
          tx,
          server,
          (savepoint) =>
            savepoint<{ email: string }[]>`select private.sign_in_email(${email}) as email`,
        );
        return row?.email;
      };
      // A user without a password would be refused noticeably faster.
      const ownEmail = `${volunteer.id}@example.org`;
      const placeholder = await emailFor("unknown@example.org");
      expect(await emailFor(ownEmail)).toBe(placeholder);
      await tx`update auth.users set encrypted_password = 'x' where id = ${volunteer.id}`;
      expect(await emailFor(ownEmail.toUpperCase())).toBe(ownEmail);
      const [row] = await tx<{ hash: string; cost: string }[]>`
        select encrypted_password as hash, substring(encrypted_password from 5 for 2) as cost
        from auth.users where email = ${placeholder ?? ""}`;
      expect(row?.hash).toMatch(/^\$2a\$.{56}$/);
      expect(row?.cost).toBe("10");
    });
  });

  test.for(["none", "pending", "rejected", "active", "disabled", "unactivated"])(
    "VDASH-01: the state of a login: %s",
    async (state) => {
      const answer = await rolledBack(async (tx) => {
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
        const [row] = await as(
          tx,
          server,
          (savepoint) => savepoint`select private.volunteer_login_state(${person.id}) as answer`,
        );
        return row?.["answer"] as { state: string; volunteer: unknown };
      });
      expect(answer.state).toBe(state);
      expect(answer.volunteer === null).toBe(["none", "pending", "rejected"].includes(state));
    },
  );

  test("recording a login returns the previous one", async () => {
    await rolledBack(async (tx) => {
      const volunteer = await addVolunteer(tx);
      const record = () =>
        as(
          tx,
          server,
          (savepoint) =>
            savepoint`select private.record_volunteer_login(${volunteer.id}) as previous`,
        );
      expect((await record())[0]?.["previous"]).toBeNull();
      expect((await record())[0]?.["previous"]).toBeInstanceOf(Date);
    });
  });
});
