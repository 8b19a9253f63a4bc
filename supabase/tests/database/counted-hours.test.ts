import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addVolunteer,
  catchSqlState,
  runAs,
  type Person,
  type Transaction,
} from "./connection.ts";
import { withRollback } from "./connection.ts";
import { addPastEvent, findPersonId } from "./past-events.ts";
import { setUpMerges } from "./merging.ts";
import { addVolunteerWithAccount, addVolunteerWithoutAccount } from "./merging-volunteers.ts";

async function markPresent(tx: Transaction, personId: string, eventId: string): Promise<string> {
  const [registration] = await tx<[{ id: string }]>`
    insert into public.volunteer_event_registrations (person_id, event_id)
    values (${personId}, ${eventId}) returning id`;
  await tx`update public.volunteer_event_registrations set attendance = 'confirmed' where id = ${registration.id}`;
  return registration.id;
}

/** Returns the hours everywhere that they are shown to a volunteer and to administrators. */
async function readHours(tx: Transaction, person: Person) {
  const [directory] = await tx<[{ hours: number }]>`
    select total_hours::float as hours from public.volunteers where account_id = ${person.id}`;
  const own = await runAs(
    tx,
    person,
    (asVolunteer) => asVolunteer<
      [
        {
          totals: Record<string, number>;
          certificate: Record<string, number> & { shifts: unknown[] };
        },
      ]
    >`
      select private.own_registration_totals() as totals, private.own_hours_certificate() as certificate`,
  );
  const { totals, certificate } = own[0];
  return {
    directory: directory.hours,
    dashboard: totals["totalHours"]! + totals["handedInHours"]!,
    certificate: certificate["totalHours"],
    shifts: [totals["shiftsCompleted"], certificate.shifts.length],
  };
}

const allHours = (hours: number, shifts: number) => ({
  directory: hours,
  dashboard: hours,
  certificate: hours,
  shifts: [shifts, shifts],
});

describe("the shifts that count", () => {
  test("are over, confirmed, and not canceled unless confirmed afterward, in every sum", async () => {
    await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      const id = await findPersonId(tx, person);
      const eventId = await addPastEvent(tx);
      const registrationId = await markPresent(tx, id, eventId);
      expect(await readHours(tx, person)).toEqual(allHours(4, 1));

      await tx`update public.events set is_active = false where id = ${eventId}`;
      expect(await readHours(tx, person), "canceled").toEqual(allHours(0, 0));
      await tx`update public.volunteer_event_registrations set attendance = 'absent' where id = ${registrationId}`;
      await tx`update public.volunteer_event_registrations set attendance = 'confirmed' where id = ${registrationId}`;
      expect(await readHours(tx, person), "confirmed afterward").toEqual(allHours(4, 1));
      await tx`update public.events set is_active = true where id = ${eventId}`;
      expect(await readHours(tx, person), "reinstated").toEqual(allHours(4, 1));

      await tx`
        insert into public.volunteer_shifts (event_id, title, max_volunteers, status)
        values (${eventId}, 'Line', 5, 'canceled')`;
      expect(await readHours(tx, person), "shift canceled").toEqual(allHours(0, 0));
      await tx`update public.volunteer_shifts set status = 'active' where event_id = ${eventId}`;
      expect(await readHours(tx, person), "shift active").toEqual(allHours(4, 1));
    });
  });

  test("don't include one that is still going on, until it is over", async () => {
    await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      const id = await findPersonId(tx, person);
      const eventId = await addPastEvent(tx, 1);
      // The event begins half an hour ago and ends in half an hour, even around midnight. Deferred triggers must fire before
      // the table can be altered.
      await tx`set constraints all immediate`;
      await tx`alter table public.events disable trigger set_event_instants`;
      await tx`
        update public.events
        set starts_at = now() - interval '30 minutes', ends_at = now() + interval '30 minutes', totals_written = false
        where id = ${eventId}`;
      await markPresent(tx, id, eventId);
      expect(await readHours(tx, person)).toEqual(allHours(0, 0));
      await tx`
        update public.events set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
        where id = ${eventId}`;
      await tx`update public.volunteers set total_hours = 0 where id = ${id}`;
      await tx`select private.confirm_finished_attendance()`;
      expect(await readHours(tx, person)).toEqual(allHours(1, 1));
    });
  });

  test("lose their marks when the event moves to a start in the future", async () => {
    await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      const id = await findPersonId(tx, person);
      const eventId = await addPastEvent(tx);
      const registrationId = await markPresent(tx, id, eventId);
      await tx`update public.volunteer_event_registrations set hours = 1.5 where id = ${registrationId}`;
      await tx`update public.events set date = private.today() + 30 where id = ${eventId}`;
      const [row] = await tx`
        select attendance, hours, confirmed_at as "confirmedAt" from public.volunteer_event_registrations
        where id = ${registrationId}`;
      expect(row).toEqual({ attendance: "expected", hours: null, confirmedAt: null });
      expect(await readHours(tx, person)).toEqual(allHours(0, 0));
    });
  });
});

describe("the hours of one person on a shift", () => {
  test.each([
    ["the whole shift by default", {}, 4],
    ["from check-in", { checked_in: "10:20" }, 3.67],
    ["not from before the start", { checked_in: "09:30" }, 4],
    ["to check-out", { checked_out: "12:45" }, 2.75],
    ["to a check-out after the end", { checked_out: "15:00" }, 5],
    ["from check-in to check-out", { checked_in: "10:30", checked_out: "11:15" }, 0.75],
    ["the hours that were entered", { checked_in: "10:30", hours: 3.25 }, 3.25],
  ])("are %s", async (_, details, hours) => {
    await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      const eventId = await addPastEvent(tx);
      const id = await markPresent(tx, await findPersonId(tx, person), eventId);
      if (Object.keys(details).length > 0) {
        await tx`update public.volunteer_event_registrations set ${tx(details)} where id = ${id}`;
      }
      expect(await readHours(tx, person)).toEqual(allHours(hours, 1));
    });
  });

  test.each([
    ["a check-out before the check-in", { checked_in: "12:00", checked_out: "11:00" }],
    ["a check-out before the start", { checked_out: "09:30" }],
    ["a check-in after the end", { checked_in: "14:30" }],
    ["negative hours", { hours: -1 }],
  ])("refuse %s and stay as they were", async (_, details) => {
    await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      const id = await markPresent(tx, await findPersonId(tx, person), await addPastEvent(tx));
      expect(
        await catchSqlState(
          tx.savepoint(
            (savepoint) => savepoint`
              update public.volunteer_event_registrations set ${savepoint(details)} where id = ${id}`,
          ),
        ),
      ).toBe("23514");
      expect(await readHours(tx, person)).toEqual(allHours(4, 1));
    });
  });
});

describe("hours outside shifts", () => {
  const handIn = (tx: Transaction, person: Person, days: number, isBesideShift = false) =>
    runAs(
      tx,
      person,
      (asVolunteer) => asVolunteer<{ id: string }[]>`
        insert into public.hour_entries (date, hours, activity, is_beside_shift)
        values (private.today() - ${days}::integer, 2.25, 'Letters', ${isBesideShift}) returning id`,
    );

  test("count once an administrator has approved them, and can't be approved by the volunteer", async () => {
    await withRollback(async (tx) => {
      const [person, admin] = [await addVolunteer(tx), await addAdmin(tx)];
      const [entry] = await handIn(tx, person, 3);
      expect(await readHours(tx, person)).toEqual(allHours(0, 0));
      await expect(
        runAs(
          tx,
          person,
          (asVolunteer) => asVolunteer`update public.hour_entries set status = 'approved'`,
        ),
      ).resolves.toHaveLength(0);
      await runAs(
        tx,
        admin,
        (asAdmin) =>
          asAdmin`update public.hour_entries set status = 'approved' where id = ${entry!.id}`,
      );
      expect(await readHours(tx, person)).toEqual(allHours(2.25, 0));
      await runAs(
        tx,
        admin,
        (asAdmin) =>
          asAdmin`update public.hour_entries set status = 'rejected' where id = ${entry!.id}`,
      );
      expect(await readHours(tx, person)).toEqual(allHours(0, 0));
    });
  });

  test("on the day of a shift are refused until someone says that they come on top, and never count twice", async () => {
    await withRollback(async (tx) => {
      const [person, admin] = [await addVolunteer(tx), await addAdmin(tx)];
      const id = await findPersonId(tx, person);
      await markPresent(tx, id, await addPastEvent(tx, 5));
      expect(await catchSqlState(handIn(tx, person, 5))).toBe("CP071");
      const enter = (days: number) =>
        runAs(
          tx,
          admin,
          (asAdmin) => asAdmin<{ id: string }[]>`
            insert into public.hour_entries (person_id, date, hours, activity)
            values (${id}, private.today() - ${days}::integer, 1.5, 'Letters') returning id`,
        );
      expect(await catchSqlState(enter(5))).toBe("CP071");
      // A shift past midnight is also on the next day.
      const night = await addPastEvent(tx, 4);
      await tx`
        update public.events set start_time = '20:00', end_time = '00:00', ends_next_day = true where id = ${night}`;
      await markPresent(tx, id, night);
      expect(await catchSqlState(enter(3))).toBe("CP071");
      await tx`delete from public.events where id = ${night}`;
      const [earlier] = await enter(6);
      expect(await readHours(tx, person)).toEqual(allHours(5.5, 1));
      // She gets a shift on that day afterward.
      await markPresent(tx, id, await addPastEvent(tx, 6));
      expect(await readHours(tx, person), "not twice").toEqual(allHours(8, 2));
      await runAs(
        tx,
        admin,
        (asAdmin) =>
          asAdmin`update public.hour_entries set is_beside_shift = true where id = ${earlier!.id}`,
      );
      expect(await readHours(tx, person), "on top").toEqual(allHours(9.5, 2));
    });
  });

  test("can't be in the future, and volunteers see and take back only their own", async () => {
    await withRollback(async (tx) => {
      const [person, other] = [await addVolunteer(tx), await addVolunteer(tx)];
      expect(await catchSqlState(handIn(tx, person, -1))).toBe("23514");
      await handIn(tx, person, 1);
      const countAs = (reader: Person) =>
        runAs(tx, reader, (asReader) => asReader`select id from public.hour_entries`);
      expect(await countAs(person)).toHaveLength(1);
      expect(await countAs(other)).toHaveLength(0);
      await runAs(tx, other, (asOther) => asOther`delete from public.hour_entries`);
      expect(await countAs(person)).toHaveLength(1);
      await runAs(tx, person, (asVolunteer) => asVolunteer`delete from public.hour_entries`);
      expect(await countAs(person)).toHaveLength(0);
    });
  });
});

describe("a merge", () => {
  test("moves hours outside shifts, also to the day of a shift, where they don't count twice, and undo moves them back", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, "volunteer");
      const [kept, merged] = [await addVolunteerWithAccount(tx), await addVolunteerWithAccount(tx)];
      const paperId = await addVolunteerWithoutAccount(tx, `${kept.email}.example.org`);
      await markPresent(tx, kept.id, await addPastEvent(tx, 5));
      await markPresent(tx, paperId, await addPastEvent(tx, 7));
      await tx`
        insert into public.hour_entries (person_id, date, hours, activity, status)
        select id, private.today() - days, 1.5, 'Letters', 'approved'
        from (values (${merged.id}::uuid, 5), (${merged.id}::uuid, 8)) as entry (id, days)`;
      expect(await readHours(tx, merged.login)).toEqual(allHours(3, 0));
      const mergeId = await merge(kept, merged);
      expect(await readHours(tx, kept.login)).toEqual(allHours(5.5, 1));
      const paperMergeId = await merge(kept, { id: paperId });
      expect(await readHours(tx, kept.login)).toEqual(allHours(9.5, 2));
      await undo(paperMergeId);
      await undo(mergeId);
      expect(await readHours(tx, kept.login)).toEqual(allHours(4, 1));
      // The merge ended the other one's session, so only the directory can be read.
      const others = await tx`
        select total_hours::float as hours from public.volunteers where id in (${merged.id}, ${paperId})
        order by total_hours`;
      expect([...others]).toEqual([{ hours: 3 }, { hours: 4 }]);
    });
  });

  test("is previewed without the hours on the second day of a shift past midnight", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpMerges(tx, "volunteer");
      const [kept, merged] = [await addVolunteerWithAccount(tx), await addVolunteerWithAccount(tx)];
      const night = await addPastEvent(tx, 5);
      await tx`
        update public.events set start_time = '20:00', end_time = '00:00', ends_next_day = true where id = ${night}`;
      await markPresent(tx, kept.id, night);
      await tx`
        insert into public.hour_entries (person_id, date, hours, activity, status)
        values (${merged.id}, private.today() - 4, 1.5, 'Letters', 'approved')`;
      const [preview] = await tx<[{ totals: { totalHours: number } }]>`
        select private.volunteer_merge_totals(${kept.id}, ${merged.id}) as totals`;
      expect(preview.totals.totalHours).toBe(4);
      await merge(kept, merged);
      expect(await readHours(tx, kept.login)).toEqual(allHours(4, 1));
    });
  });
});

describe("sign-ups of someone in the directory", () => {
  test("stay when the login is deleted, and belong to the next login", async () => {
    await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      const id = await findPersonId(tx, person);
      await markPresent(tx, id, await addPastEvent(tx));
      await tx`delete from public.volunteer_accounts where id = ${person.id}`;
      const readAccounts = async () =>
        (
          await tx<{ account: string | null }[]>`
            select volunteer_id as account from public.volunteer_event_registrations where person_id = ${id}`
        ).map(({ account }) => account);
      expect(await readAccounts()).toEqual([null]);
      const next = await addVolunteer(tx);
      await tx`delete from public.volunteers where account_id = ${next.id}`;
      await tx`update public.volunteers set account_id = ${next.id} where id = ${id}`;
      expect(await readAccounts()).toEqual([next.id]);
      expect(await readHours(tx, next)).toEqual(allHours(4, 1));
    });
  });
});
