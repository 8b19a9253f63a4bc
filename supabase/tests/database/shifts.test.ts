import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addVolunteer,
  runAs,
  connect,
  catchSqlState,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";
import { uniqueWord } from "../unique-word.ts";

interface EventOptions {
  days?: number;
  places?: number;
}

async function addEvent(tx: Transaction, { days = 5, places }: EventOptions = {}): Promise<string> {
  const [event] = await tx<{ id: string }[]>`
    insert into public.events (event_type, date, start_time, end_time, address, packages_packed)
    values ('Food Drive', private.today() + ${days}::integer, '10:00', '12:30', 'Test hall', 20) returning id`;
  if (places !== undefined) {
    await tx`
      insert into public.volunteer_shifts (event_id, title, max_volunteers)
      values (${event!.id}, 'Packing', ${places})`;
  }
  return event!.id;
}

interface JoinResult {
  state: string;
  position: number | null;
}

async function join(tx: Transaction, person: Person, eventId: string): Promise<JoinResult> {
  const [row] = await runAs(
    tx,
    person,
    (savepoint) =>
      savepoint<{ result: JoinResult }[]>`select private.join_event(${eventId}, true) as result`,
  );
  return row!.result;
}

const leave = (tx: Transaction, person: Person, eventId: string) =>
  runAs(tx, person, (savepoint) => savepoint`select private.leave_event(${eventId}) as result`);

async function readCounters(tx: Transaction, eventId: string) {
  const [row] = await tx`
    select event.registered_volunteers as registered, event.absent_volunteers as absent,
      shift.signed_up_volunteers as "signedUp",
      (select count(*)::integer from public.shift_waitlist where shift_id = shift.id) as waiting
    from public.events as event
    left join public.volunteer_shifts as shift on shift.event_id = event.id
    where event.id = ${eventId}`;
  return row;
}

describe("threat 24: a limited shift", () => {
  test("200 simultaneous joins for 10 spots register 10 volunteers and put 190 on the waiting list in order", async () => {
    const pool = connect(12);
    const emailPattern = `%@${uniqueWord()}.example.org`;
    const volunteers: Person[] = Array.from({ length: 200 }, () => ({
      role: "authenticated",
      id: randomUUID(),
      sessionId: randomUUID(),
    }));
    const rows = volunteers.map(({ id, sessionId }) => ({
      id,
      session: sessionId,
      email: emailPattern.replace("%", id),
    }));
    let eventId = "";
    try {
      await pool.begin(async (tx) => {
        const people = tx.json(rows);
        await tx`
          insert into auth.users (id, email)
          select id, email from jsonb_to_recordset(${people}) as person (id uuid, email text)`;
        await tx`
          insert into auth.sessions (id, user_id)
          select session, id from jsonb_to_recordset(${people}) as person (id uuid, session uuid)`;
        await tx`
          insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
          select gen_random_uuid(), session, now(), now(), 'password'
          from jsonb_to_recordset(${people}) as person (session uuid)`;
        await tx`
          insert into public.volunteer_accounts (id, email, first_name, last_name, activated_at)
          select id, email, 'A', 'B', now() from jsonb_to_recordset(${people}) as person (id uuid, email text)`;
        await tx`
          insert into public.volunteers (account_id, name, email)
          select id, 'A B', email from jsonb_to_recordset(${people}) as person (id uuid, email text)`;
        eventId = await addEvent(tx, { places: 10 });
      });
      const results = await Promise.all(
        volunteers.map((person) => pool.begin((tx) => join(tx, person, eventId))),
      );
      expect(results.filter(({ state }) => state === "joined")).toHaveLength(10);
      const positions = results.flatMap(({ position }) => (position === null ? [] : [position]));
      expect(positions.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 190 }, (_, index) => index + 1),
      );
      expect(await pool.begin((tx) => readCounters(tx, eventId))).toMatchObject({
        registered: 10,
        signedUp: 10,
        waiting: 190,
      });
    } finally {
      await pool.begin(async (tx) => {
        await tx`delete from public.events where address = 'Test hall'`;
        await tx`delete from auth.users where email like ${emailPattern}`;
        await tx`delete from public.email_outbox where to_email like ${emailPattern}`;
        // Only tests delete a volunteer's history.
        await tx`alter table public.audit_log disable trigger refuse_change`;
        await tx`
          delete from public.audit_log
          where coalesce(after, before) ->> 'email' like ${emailPattern}
            or coalesce(after, before) ->> 'event_id' = ${eventId} or row_id = ${eventId}
            or coalesce(after, before) ->> 'volunteer_id' in ${tx(volunteers.map(({ id }) => id))}`;
        await tx`alter table public.audit_log enable trigger refuse_change`;
      });
      await pool.end();
    }
  });

  test("leaving promotes the first person on the waiting list, who gets an email with the time and time zone, the place and what to bring", async () => {
    await withRollback(async (tx) => {
      const eventId = await addEvent(tx, { places: 1 });
      await tx`update public.events set note = 'Bring gloves.' where id = ${eventId}`;
      const [firstVolunteer, secondVolunteer, thirdVolunteer] = [
        await addVolunteer(tx),
        await addVolunteer(tx),
        await addVolunteer(tx),
      ];
      expect(await join(tx, firstVolunteer, eventId)).toEqual({ state: "joined", position: null });
      expect(await join(tx, secondVolunteer, eventId)).toEqual({
        state: "waitlisted",
        position: 1,
      });
      expect(await join(tx, thirdVolunteer, eventId)).toEqual({ state: "waitlisted", position: 2 });
      await leave(tx, firstVolunteer, eventId);
      const mails = await tx`
        select to_email as to, data from public.email_outbox where template_name = 'Waitlist Promotion'
          and created_at = now()`;
      expect([...mails]).toMatchObject([
        {
          to: `${secondVolunteer.id}@example.org`,
          data: {
            name: "Test",
            eventType: "Food Drive",
            eventDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
            startTime: "10:00:00",
            endTime: "12:30:00",
            timeZone: "America/Chicago",
            address: "Test hall",
            eventNote: "Bring gloves.",
          },
        },
      ]);
      expect(await readCounters(tx, eventId)).toMatchObject({
        registered: 1,
        signedUp: 1,
        waiting: 1,
      });
    });
  });

  test("a higher limit promotes the next volunteers and skips disabled accounts", async () => {
    await withRollback(async (tx) => {
      const eventId = await addEvent(tx, { places: 1 });
      const people = [];
      for (let number = 0; number < 4; number += 1) people.push(await addVolunteer(tx));
      for (const person of people) await join(tx, person, eventId);
      await tx`update public.volunteer_accounts set is_active = false where id = ${people[1]!.id}`;
      const admin = await addAdmin(tx);
      await runAs(
        tx,
        admin,
        (savepoint) =>
          savepoint`update public.volunteer_shifts set max_volunteers = 3 where event_id = ${eventId}`,
      );
      const registeredRows = await tx`
        select volunteer_id as id from public.volunteer_event_registrations where event_id = ${eventId}`;
      expect(registeredRows.map(({ id }) => id as string).toSorted()).toEqual(
        [people[0], people[2], people[3]].map((person) => person!.id).toSorted(),
      );
    });
  });

  test("lowering the limit below the number registered and deleting the event are refused, even to an administrator who bypasses the API", async () => {
    await withRollback(async (tx) => {
      const [joinedEventId, emptyEventId] = [await addEvent(tx, { places: 2 }), await addEvent(tx)];
      await join(tx, await addVolunteer(tx), joinedEventId);
      await join(tx, await addVolunteer(tx), joinedEventId);
      const admin = await addAdmin(tx);
      const limitChange = runAs(
        tx,
        admin,
        (savepoint) =>
          savepoint`update public.volunteer_shifts set max_volunteers = 1 where event_id = ${joinedEventId}`,
      );
      expect(await catchSqlState(limitChange)).toBe("23514");
      const deletedRows = await runAs(
        tx,
        admin,
        (savepoint) =>
          savepoint`delete from public.events where id in (${joinedEventId}, ${emptyEventId}) returning id`,
      );
      expect(deletedRows.map(({ id }) => id as string)).toEqual([emptyEventId]);
    });
  });

  test("canceling an upcoming event emails its volunteers, unlike canceling a past one, and can't be undone", async () => {
    await withRollback(async (tx) => {
      const [upcomingEventId, pastEventId] = [await addEvent(tx), await addEvent(tx)];
      const person = await addVolunteer(tx);
      await join(tx, person, upcomingEventId);
      await join(tx, person, pastEventId);
      await tx`update public.events set date = private.today() - 3 where id = ${pastEventId}`;
      // The person knows that the event is past.
      await tx`update public.email_outbox set status = 'sent', sent_at = now() where status = 'queued'`;
      const admin = await addAdmin(tx);
      await runAs(
        tx,
        admin,
        (savepoint) => savepoint`
          update public.events set is_active = false, cancellation_reason = 'Rain'
          where id in (${upcomingEventId}, ${pastEventId})`,
      );
      const mails = await tx`
        select template_name as template, data ->> 'reason' as reason from public.email_outbox
        where to_email = ${`${person.id}@example.org`} and template_name = 'Event Canceled'`;
      expect([...mails]).toEqual([{ template: "Event Canceled", reason: "Rain" }]);
      const reactivation = tx`update public.events set is_active = true where id = ${upcomingEventId}`;
      expect(await catchSqlState(reactivation)).toBe("23514");
    });
  });

  test("a direct insert can't exceed the limit either", async () => {
    const code = await withRollback(async (tx) => {
      const eventId = await addEvent(tx, { places: 1 });
      await join(tx, await addVolunteer(tx), eventId);
      const lateVolunteer = await addVolunteer(tx);
      return catchSqlState(
        runAs(
          tx,
          lateVolunteer,
          (savepoint) =>
            savepoint`insert into public.volunteer_event_registrations (event_id) values (${eventId})`,
        ),
      );
    });
    expect(code).toBe("CP006");
  });
});

describe("joining and leaving an event", () => {
  test.for([
    ["a past event", "CP013", { days: -1 }],
    ["a past event with a limit", "CP013", { days: -1, places: 3 }],
  ] as const)("joining is refused for %s", async ([, expected, options]) => {
    const code = await withRollback(async (tx) => {
      const eventId = await addEvent(tx, options);
      return catchSqlState(join(tx, await addVolunteer(tx), eventId));
    });
    expect(code).toBe(expected);
  });

  test("joining is refused a second time, for unknown or hidden events and with a disabled account; leaving is refused without joining and after the event", async () => {
    await withRollback(async (tx) => {
      const volunteer = await addVolunteer(tx);
      const eventId = await addEvent(tx);
      await join(tx, volunteer, eventId);
      expect(await catchSqlState(join(tx, volunteer, eventId))).toBe("CP004");
      expect(await catchSqlState(join(tx, volunteer, randomUUID()))).toBe("CP002");
      const hiddenEventId = await addEvent(tx);
      await tx`update public.events set is_active = false where id = ${hiddenEventId}`;
      expect(await catchSqlState(join(tx, volunteer, hiddenEventId))).toBe("CP002");
      const disabledVolunteer = await addVolunteer(tx, { isActive: false });
      expect(await catchSqlState(join(tx, disabledVolunteer, eventId))).toBe("CP005");
      expect(await catchSqlState(leave(tx, await addVolunteer(tx), eventId))).toBe("CP007");
      await tx`update public.events set date = private.today() - 1 where id = ${eventId}`;
      expect(await catchSqlState(leave(tx, volunteer, eventId))).toBe("CP013");
    });
  });

  test("VDASH-38: a volunteer can join and then leave", async () => {
    await withRollback(async (tx) => {
      const volunteer = await addVolunteer(tx);
      const eventId = await addEvent(tx);
      await join(tx, volunteer, eventId);
      expect(await readCounters(tx, eventId)).toMatchObject({ registered: 1 });
      expect((await leave(tx, volunteer, eventId))[0]?.["result"]).toEqual({ state: "left" });
      expect(await readCounters(tx, eventId)).toMatchObject({ registered: 0 });
    });
  });

  test("deleting an event deletes its registrations", async () => {
    await withRollback(async (tx) => {
      const eventId = await addEvent(tx, { places: 1 });
      for (let number = 0; number < 3; number += 1) await join(tx, await addVolunteer(tx), eventId);
      await tx`delete from public.events where id = ${eventId}`;
      const [row] = await tx`
        select count(*)::integer as count from public.volunteer_event_registrations where event_id = ${eventId}`;
      expect(row?.["count"]).toBe(0);
    });
  });
});

describe("attendance and event times", () => {
  test("EVT-05: attendance is confirmed after the event unless the volunteer was marked absent", async () => {
    await withRollback(async (tx) => {
      const [presentVolunteer, absentVolunteer] = [await addVolunteer(tx), await addVolunteer(tx)];
      // An event of the sample data may have ended since it was loaded.
      await tx`select private.confirm_finished_attendance()`;
      const totalsBefore = await readTotals(tx);
      const eventId = await addEvent(tx, { days: -2 });
      for (const person of [presentVolunteer, absentVolunteer]) {
        await tx`
          insert into public.volunteer_event_registrations (volunteer_id, event_id)
          values (${person.id}, ${eventId})`;
      }
      const admin = await addAdmin(tx);
      await runAs(
        tx,
        admin,
        (savepoint) => savepoint`
          update public.volunteer_event_registrations set attendance = 'absent'
          where event_id = ${eventId} and volunteer_id = ${absentVolunteer.id}`,
      );
      await tx`select private.confirm_finished_attendance()`;
      const volunteerRows = await tx`
        select total_hours::text as hours, packages_helped as packages from public.volunteers
        where account_id in (${presentVolunteer.id}, ${absentVolunteer.id}) order by total_hours desc`;
      expect([...volunteerRows]).toEqual([
        { hours: "2.50", packages: 20 },
        { hours: "0.00", packages: 0 },
      ]);
      const totalsAfter = await readTotals(tx);
      expect(totalsAfter.totalRegistrations - totalsBefore.totalRegistrations).toBe(2);
      expect(totalsAfter.totalHours - totalsBefore.totalHours).toBeCloseTo(2.5);
      const ownTotals = await runAs(
        tx,
        presentVolunteer,
        (savepoint) => savepoint`select private.own_registration_totals() as totals`,
      );
      expect(ownTotals[0]?.["totals"]).toMatchObject({ totalHours: 2.5, shiftsCompleted: 1 });
    });
  });

  async function readTotals(tx: Transaction) {
    const [row] = await tx<{ totals: { totalRegistrations: number; totalHours: number } }[]>`
      select private.registration_totals() as totals`;
    return row!.totals;
  }

  test("the demo events' counters match their registrations and absences", async () => {
    const wrongCounters = await withRollback(
      (tx) => tx`
        select event.id from public.events as event
        left join lateral (
          select count(*) as all, count(*) filter (where attendance = 'absent') as absent
          from public.volunteer_event_registrations where event_id = event.id
        ) as counted on true
        left join public.volunteer_shifts as shift on shift.event_id = event.id
        where event.registered_volunteers <> counted.all or event.absent_volunteers <> counted.absent
          or shift.signed_up_volunteers <> counted.all`,
    );
    expect([...wrongCounters]).toEqual([]);
  });

  test("a new time zone moves every event to the same local time there", async () => {
    const [row] = await withRollback(async (tx) => {
      const eventId = await addEvent(tx);
      await tx`update public.settings set time_zone = 'America/New_York'`;
      return tx`
        select to_char(starts_at at time zone 'America/New_York', 'HH24:MI') as starts
        from public.events where id = ${eventId}`;
    });
    expect(row?.["starts"]).toBe("10:00");
  });
});
