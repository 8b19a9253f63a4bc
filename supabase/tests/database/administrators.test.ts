import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addLogin,
  addSession,
  addVolunteer,
  catchSqlState,
  runAs,
  visitor,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";

const changeAreas = (
  tx: Transaction,
  caller: Person,
  { id }: Person,
  areas: readonly string[] | null,
  version: string | null = null,
) =>
  runAs(tx, caller, async (savepoint) => {
    const [row] = await savepoint<[{ record: { updatedAt: string } | null }]>`
      select private.change_areas(${id}, ${JSON.stringify(areas)}::text::jsonb, ${version}) as record`;
    return row.record;
  });
const remove = (tx: Transaction, caller: Person, { id }: Person) =>
  runAs(tx, caller, async (savepoint) => {
    const [row] = await savepoint<[{ hasLogin: boolean }]>`
      select private.remove_administrator(${id}) as "hasLogin"`;
    return row.hasLogin;
  });
const readAreas = (tx: Transaction, caller: Person) =>
  runAs(tx, caller, async (savepoint) => {
    const [row] = await savepoint<[{ areas: string[] | null }]>`
      select to_jsonb(private.admin_areas()) as areas`;
    return row.areas;
  });
const readUser = async (tx: Transaction, { id }: Person) => {
  const [row] = await tx<{ type: string; areas: string[] | null }[]>`
    select user_type as type, to_jsonb(areas) as areas from public.users where id = ${id}`;
  return row;
};
/** Leaves these people as the only owners. */
const keepOwners = (tx: Transaction, owners: readonly Person[]) => tx`
  update public.users set areas = '{}'
  where user_type = 'admin' and areas is null and id <> all (${tx.array(owners.map(({ id }) => id))}::uuid[])`;
const readMails = async (tx: Transaction) => {
  const rows = await tx<{ to: string; data: object }[]>`
    select to_email as to, data from public.email_outbox where template_name = 'Team Changed'
    order by to_email`;
  return [...rows];
};
const getAddress = ({ id }: Person) => `${id}@example.org`;

describe("a change to an administrator's areas", () => {
  test("ends the rights of earlier sessions, and a new session has the new areas", async () => {
    await withRollback(async (tx) => {
      const [owner, june] = [await addAdmin(tx), await addAdmin(tx, { areas: ["giving"] })];
      expect(await readAreas(tx, june)).toEqual(["giving"]);
      await changeAreas(tx, owner, june, ["content", "settings"]);
      expect(await readAreas(tx, june)).toBeNull();
      const laterSession = await addSession(tx, june, { hoursOld: -1 / 60 });
      expect(await readAreas(tx, laterSession)).toEqual(["content", "settings"]);
    });
  });

  test("results in no areas if the last one is removed, and makes someone an owner only on request", async () => {
    await withRollback(async (tx) => {
      const [owner, june] = [await addAdmin(tx), await addAdmin(tx, { areas: ["giving"] })];
      await changeAreas(tx, owner, june, []);
      expect(await readUser(tx, june)).toEqual({ type: "admin", areas: [] });
      const change = (areas: string) =>
        catchSqlState(
          runAs(
            tx,
            owner,
            (savepoint) =>
              savepoint`select private.change_areas(${june.id}, ${savepoint.unsafe(areas)})`,
          ),
        );
      expect(await change("null")).toBeUndefined();
      expect(await readUser(tx, june)).toEqual({ type: "admin", areas: [] });
      expect(await change(`'"giving"'`)).toBe("22023");
      expect(await change(`'["owner"]'`)).toBe("23514");
      expect(await readUser(tx, june)).toEqual({ type: "admin", areas: [] });
      await changeAreas(tx, owner, june, null);
      expect(await readUser(tx, june)).toEqual({ type: "admin", areas: null });
    });
  });

  test("based on an outdated version changes nothing", async () => {
    await withRollback(async (tx) => {
      const [owner, june] = [await addAdmin(tx), await addAdmin(tx, { areas: ["giving"] })];
      const first = await changeAreas(tx, owner, june, ["content"]);
      const second = await changeAreas(tx, owner, june, [], first!.updatedAt);
      expect(second).not.toBeNull();
      expect(await changeAreas(tx, owner, june, null, first!.updatedAt)).toBeNull();
      expect(await readUser(tx, june)).toEqual({ type: "admin", areas: [] });
    });
  });

  test("is emailed to every owner, once per change, and to nobody else", async () => {
    await withRollback(async (tx) => {
      const [owner, other] = [await addAdmin(tx), await addAdmin(tx)];
      const june = await addAdmin(tx, { areas: ["giving"] });
      await addAdmin(tx, { areas: ["settings"] });
      await keepOwners(tx, [owner, other]);
      await changeAreas(tx, owner, june, ["giving"]);
      expect(await readMails(tx)).toEqual([]);
      await changeAreas(tx, owner, june, ["giving", "content"]);
      const readers = [owner, other].map(getAddress).toSorted();
      const mails = await readMails(tx);
      expect(mails.map(({ to }) => to)).toEqual(readers);
      expect(mails[0]?.data).toEqual({
        administrator: `admin-${june.id.slice(0, 8)}`,
        changedBy: `admin-${owner.id.slice(0, 8)}`,
        areas: ["giving", "content"],
        isRemoved: false,
      });
      await changeAreas(tx, owner, june, ["content"]);
      expect(await readMails(tx)).toHaveLength(4);
      // Someone who stops being an owner also gets the email.
      await changeAreas(tx, owner, other, []);
      expect(await readMails(tx)).toHaveLength(6);
      const [addresses] = await tx<[{ emails: string[] }]>`
        select jsonb_agg(email) as emails from private.owner_addresses()`;
      expect(addresses.emails).toEqual([getAddress(owner)]);
    });
  });
});

describe("removing an administrator", () => {
  test("takes away all rights immediately, keeps the history, and can be repeated until the login is gone", async () => {
    await withRollback(async (tx) => {
      const owner = await addAdmin(tx);
      const june = await addAdmin(tx, { areas: ["volunteers"] });
      const [application] = await tx<[{ id: string }]>`
        insert into public.volunteer_applications (
          first_name, last_name, email, availability, status, reviewed_by, reviewed_at
        ) values ('Ada', 'Lee', 'ada@example.org', 'flexible', 'rejected', ${june.id}, now()) returning id`;
      const volunteer = await addVolunteer(tx);
      const [event] = await tx<[{ id: string }]>`
        insert into public.events (event_type, date, start_time, end_time, address)
        values ('Food Drive', current_date - 3, '10:00', '11:00', '1 Main Street') returning id`;
      const [registration] = await tx<[{ id: string }]>`
        insert into public.volunteer_event_registrations (event_id, volunteer_id)
        values (${event.id}, ${volunteer.id}) returning id`;
      await runAs(
        tx,
        june,
        (savepoint) => savepoint`
          update public.volunteer_event_registrations set attendance = 'confirmed' where id = ${registration.id}`,
      );

      expect(await remove(tx, owner, june)).toBe(true);
      expect(await readAreas(tx, june)).toBeNull();
      expect(await readUser(tx, june)).toEqual({ type: "user", areas: [] });
      const mails = await readMails(tx);
      expect(await remove(tx, owner, june)).toBe(true);
      expect(await readMails(tx)).toEqual(mails);
      expect(await catchSqlState(changeAreas(tx, owner, june, ["giving"]))).toBe("CP009");

      await tx`delete from auth.users where id = ${june.id}`;
      expect(await readUser(tx, june)).toBeUndefined();
      const [kept] = await tx`
        select status, attendance, (
          select actor_name from public.audit_log
          where row_id = ${registration.id} and action = 'update' order by id limit 1
        ) as "confirmedBy"
        from public.volunteer_applications
        cross join public.volunteer_event_registrations as registration
        where volunteer_applications.id = ${application.id} and registration.id = ${registration.id}`;
      expect(kept).toEqual({
        status: "rejected",
        attendance: "confirmed",
        confirmedBy: `admin-${june.id.slice(0, 8)}`,
      });
      expect(await catchSqlState(remove(tx, owner, june))).toBe("CP009");
    });
  });

  test("keeps the account of someone who is also a volunteer", async () => {
    await withRollback(async (tx) => {
      const owner = await addAdmin(tx);
      const volunteer = await addVolunteer(tx);
      await tx`
        insert into public.users (id, username, user_type) values (${volunteer.id}, 'helper', 'admin')`;
      expect(await remove(tx, owner, volunteer)).toBe(false);
      expect(await readUser(tx, volunteer)).toBeUndefined();
      const [account] = await tx`
        select is_active from public.volunteer_accounts where id = ${volunteer.id}`;
      expect(account).toEqual({ is_active: true });
    });
  });

  test("is emailed to all owners and to the owner who is removed", async () => {
    await withRollback(async (tx) => {
      const [owner, other] = [await addAdmin(tx), await addAdmin(tx)];
      await addAdmin(tx, { areas: ["giving"] });
      await keepOwners(tx, [owner, other]);
      await remove(tx, owner, other);
      const mails = await readMails(tx);
      expect(mails.map(({ to }) => to)).toEqual([owner, other].map(getAddress).toSorted());
      expect(mails[0]?.data).toMatchObject({ isRemoved: true });
    });
  });
});

describe("threat 9: administrators and their areas", () => {
  test("can be read and changed only by owners", async () => {
    await withRollback(async (tx) => {
      const june = await addAdmin(tx, { areas: ["giving"] });
      const callers: [Person, string][] = [
        [await addAdmin(tx, { areas: ["giving", "volunteers", "content", "settings"] }), "CP044"],
        [await addAdmin(tx, { areas: [] }), "CP044"],
        [june, "CP044"],
        [await addAdmin(tx, { hoursOld: 9 }), "CP010"],
        [await addAdmin(tx, { areasChangedAt: new Date(Date.now() + 60_000) }), "CP010"],
        [await addVolunteer(tx), "CP010"],
        [await addLogin(tx), "CP010"],
        [visitor, "42501"],
      ];
      for (const [caller, code] of callers) {
        expect(await catchSqlState(changeAreas(tx, caller, june, null))).toBe(code);
        expect(await catchSqlState(remove(tx, caller, june))).toBe(code);
        const read = runAs(
          tx,
          caller,
          (savepoint) => savepoint`select private.administrators() as administrators`,
        );
        expect(await catchSqlState(read)).toBe(code);
      }
      expect(await readUser(tx, june)).toEqual({ type: "admin", areas: ["giving"] });
    });
  });

  test("an owner may take away their own rights only while there is another owner", async () => {
    await withRollback(async (tx) => {
      const [owner, other] = [await addAdmin(tx), await addAdmin(tx)];
      await keepOwners(tx, [owner, other]);
      await changeAreas(tx, other, other, ["giving"]);
      expect(await readAreas(tx, other)).toBeNull();
      for (const attempt of [
        () => changeAreas(tx, owner, owner, ["giving", "volunteers", "content", "settings"]),
        () => changeAreas(tx, owner, owner, []),
        () => remove(tx, owner, owner),
      ]) {
        expect(await catchSqlState(attempt())).toBe("CP045");
      }
      expect(await readUser(tx, owner)).toEqual({ type: "admin", areas: null });
      expect(await readAreas(tx, owner)).toContain("owner");
    });
  });
});
