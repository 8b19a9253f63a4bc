import { describe, expect, test } from "vitest";
import {
  addAdmin,
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
    (point) => point<{ caller: Record<string, unknown> }[]>`select private.caller() as caller`,
  );
  return row?.caller ?? {};
}

describe("threat 9: an administrator's session lasts eight hours", () => {
  test.for([
    [7 + 59 / 60, true],
    [8 + 1 / 60, false],
    [9, false],
  ] as const)("%f hours old: %s", async ([hoursOld, expected]) => {
    const caller = await rolledBack(async (tx) => callerOf(tx, await addAdmin(tx, { hoursOld })));
    expect(caller).toMatchObject({ isAdmin: expected, userType: "admin", hasLiveSession: true });
  });
});

describe("threat 10: logging out and disabling work with the next request", () => {
  test("an administrator who logged out is nobody", async () => {
    const caller = await rolledBack(async (tx) => {
      const admin = await addAdmin(tx);
      expect(await callerOf(tx, admin)).toMatchObject({ isAdmin: true });
      await tx`delete from auth.sessions where id = ${admin.session}`;
      return callerOf(tx, admin);
    });
    expect(caller).toMatchObject({ isAdmin: false, hasLiveSession: false });
  });

  test("a session of somebody else does not help", async () => {
    const caller = await rolledBack(async (tx) => {
      const admin = await addAdmin(tx, { loggedOut: true });
      const volunteer = await addVolunteer(tx);
      return callerOf(tx, { ...admin, session: volunteer.session });
    });
    expect(caller).toMatchObject({ isAdmin: false, hasLiveSession: false });
  });

  test("a volunteer is one as long as the account is open and the session lasts", async () => {
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

  test("a visitor is nobody", async () => {
    expect(await rolledBack((tx) => callerOf(tx, visitor))).toMatchObject({
      userId: null,
      isAdmin: false,
      isVolunteer: false,
      hasLiveSession: false,
    });
  });
});

describe("what logging in asks", () => {
  test("the address behind a username is for the server alone, without regard to case", async () => {
    await rolledBack(async (tx) => {
      const admin = await addAdmin(tx);
      const username = `ADMIN-${admin.id.slice(0, 8)}`;
      const [row] = await as(
        tx,
        server,
        (point) => point`select private.admin_email_for(${username}) as email`,
      );
      expect(row?.["email"]).toBe(`${admin.id}@example.org`);
      for (const person of [visitor, admin]) {
        const code = await refusal(
          as(tx, person, (point) => point`select private.admin_email_for(${username})`),
        );
        expect(code).toBe("42501");
      }
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
          (point) => point`select private.volunteer_login_state(${person.id}) as answer`,
        );
        return row?.["answer"] as { state: string; volunteer: unknown };
      });
      expect(answer.state).toBe(state);
      expect(answer.volunteer === null).toBe(["none", "pending", "rejected"].includes(state));
    },
  );

  test("recording a login answers the one before", async () => {
    await rolledBack(async (tx) => {
      const volunteer = await addVolunteer(tx);
      const record = () =>
        as(
          tx,
          server,
          (point) => point`select private.record_volunteer_login(${volunteer.id}) as previous`,
        );
      expect((await record())[0]?.["previous"]).toBeNull();
      expect((await record())[0]?.["previous"]).toBeInstanceOf(Date);
    });
  });
});
