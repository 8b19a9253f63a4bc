import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addVolunteer,
  as,
  connect,
  refusal,
  rolledBack,
  type Person,
  type Transaction,
} from "./connection.ts";

interface EventFacts {
  days?: number;
  places?: number;
}

async function addEvent(tx: Transaction, { days = 5, places }: EventFacts = {}): Promise<string> {
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

async function join(tx: Transaction, person: Person, event: string): Promise<JoinResult> {
  const [row] = await as(
    tx,
    person,
    (savepoint) =>
      savepoint<{ answer: JoinResult }[]>`select private.join_event(${event}) as answer`,
  );
  return row!.answer;
}

const leave = (tx: Transaction, person: Person, event: string) =>
  as(tx, person, (savepoint) => savepoint`select private.leave_event(${event}) as answer`);

async function countersOf(tx: Transaction, event: string) {
  const [row] = await tx`
    select meeting.registered_volunteers as registered, meeting.absent_volunteers as absent,
      slot.signed_up_volunteers as taken,
      (select count(*)::integer from public.shift_waitlist where shift_id = slot.id) as waiting
    from public.events as meeting
    left join public.volunteer_shifts as slot on slot.event_id = meeting.id
    where meeting.id = ${event}`;
  return row;
}

describe("threat 24: a limited shift", () => {
  test("200 simultaneous joins for 10 places register 10 and put 190 on the waiting list in order", async () => {
    const parallel = connect(12);
    const mark = `%@${randomUUID().slice(0, 8)}.example.org`;
    const volunteers: Person[] = Array.from({ length: 200 }, () => ({
      role: "authenticated",
      id: randomUUID(),
      session: randomUUID(),
    }));
    const rows = volunteers.map(({ id, session }) => ({
      id,
      session,
      email: mark.replace("%", id),
    }));
    let event = "";
    try {
      await parallel.begin(async (tx) => {
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
        event = await addEvent(tx, { places: 10 });
      });
      const answers = await Promise.all(
        volunteers.map((person) => parallel.begin((tx) => join(tx, person, event))),
      );
      expect(answers.filter(({ state }) => state === "joined")).toHaveLength(10);
      const positions = answers.flatMap(({ position }) => (position === null ? [] : [position]));
      expect(positions.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 190 }, (_, index) => index + 1),
      );
      expect(await parallel.begin((tx) => countersOf(tx, event))).toMatchObject({
        registered: 10,
        taken: 10,
        waiting: 190,
      });
    } finally {
      await parallel.begin(async (tx) => {
        await tx`delete from public.events where address = 'Test hall'`;
        await tx`delete from auth.users where email like ${mark}`;
        await tx`delete from public.email_outbox where to_email like ${mark}`;
        // Only tests delete a volunteer's history.
        await tx`alter table public.audit_log disable trigger refuse_change`;
        await tx`
          delete from public.audit_log
          where coalesce(after, before) ->> 'email' like ${mark}
            or coalesce(after, before) ->> 'event_id' = ${event} or row_id = ${event}
            or coalesce(after, before) ->> 'volunteer_id' in ${tx(volunteers.map(({ id }) => id))}`;
        await tx`alter table public.audit_log enable trigger refuse_change`;
      });
      await parallel.end();
    }
  });

  test("leaving promotes the first person on the waiting list, who gets an email with the time and time zone, the place and what to bring", async () => {
    await rolledBack(async (tx) => {
      const event = await addEvent(tx, { places: 1 });
      await tx`update public.events set note = 'Bring gloves.' where id = ${event}`;
      const [first, second, third] = [
        await addVolunteer(tx),
        await addVolunteer(tx),
        await addVolunteer(tx),
      ];
      expect(await join(tx, first, event)).toEqual({ state: "joined", position: null });
      expect(await join(tx, second, event)).toEqual({ state: "waitlisted", position: 1 });
      expect(await join(tx, third, event)).toEqual({ state: "waitlisted", position: 2 });
      await leave(tx, first, event);
      const mails = await tx`
        select to_email as to, data from public.email_outbox where template_name = 'Waitlist Promotion'
          and created_at = now()`;
      expect([...mails]).toEqual([
        {
          to: `${second.id}@example.org`,
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
      expect(await countersOf(tx, event)).toMatchObject({ registered: 1, taken: 1, waiting: 1 });
    });
  });

  test("a higher limit promotes the next volunteers and skips disabled accounts", async () => {
    await rolledBack(async (tx) => {
      const event = await addEvent(tx, { places: 1 });
      const people = [];
      for (let number = 0; number < 4; number += 1) people.push(await addVolunteer(tx));
      for (const person of people) await join(tx, person, event);
      await tx`update public.volunteer_accounts set is_active = false where id = ${people[1]!.id}`;
      const admin = await addAdmin(tx);
      await as(
        tx,
        admin,
        (savepoint) =>
          savepoint`update public.volunteer_shifts set max_volunteers = 3 where event_id = ${event}`,
      );
      const registeredRows = await tx`
        select volunteer_id as id from public.volunteer_event_registrations where event_id = ${event}`;
      expect(registeredRows.map(({ id }) => id as string).toSorted()).toEqual(
        [people[0], people[2], people[3]].map((person) => person!.id).toSorted(),
      );
    });
  });

  test("lowering the limit below the number registered and deleting the event are refused, even to an administrator who bypasses the API", async () => {
    await rolledBack(async (tx) => {
      const [joined, empty] = [await addEvent(tx, { places: 2 }), await addEvent(tx)];
      await join(tx, await addVolunteer(tx), joined);
      await join(tx, await addVolunteer(tx), joined);
      const admin = await addAdmin(tx);
      const lower = as(
        tx,
        admin,
        (savepoint) =>
          savepoint`update public.volunteer_shifts set max_volunteers = 1 where event_id = ${joined}`,
      );
      expect(await refusal(lower)).toBe("23514");
      const deletedRows = await as(
        tx,
        admin,
        (savepoint) =>
          savepoint`delete from public.events where id in (${joined}, ${empty}) returning id`,
      );
      expect(deletedRows.map(({ id }) => id as string)).toEqual([empty]);
    });
  });

  test("canceling or moving an upcoming event by any route emails the registered volunteers; changing a past one emails no one", async () => {
    await rolledBack(async (tx) => {
      const [upcoming, over] = [await addEvent(tx), await addEvent(tx)];
      const person = await addVolunteer(tx);
      await join(tx, person, upcoming);
      await join(tx, person, over);
      await tx`update public.events set date = private.today() - 3 where id = ${over}`;
      const admin = await addAdmin(tx);
      await as(
        tx,
        admin,
        (savepoint) => savepoint`
          update public.events set is_active = false, cancellation_reason = 'Rain'
          where id in (${upcoming}, ${over})`,
      );
      const mails = await tx`
        select template_name as template, data ->> 'reason' as reason from public.email_outbox
        where to_email = ${`${person.id}@example.org`} and dedupe_key like 'event:%'`;
      expect([...mails]).toEqual([{ template: "Event Cancelled", reason: "Rain" }]);
      const update = tx`update public.events set is_active = true where id = ${upcoming}`;
      expect(await refusal(update)).toBe("23514");
    });
  });

  test("a direct insert can't exceed the limit either", async () => {
    const code = await rolledBack(async (tx) => {
      const event = await addEvent(tx, { places: 1 });
      await join(tx, await addVolunteer(tx), event);
      const lateVolunteer = await addVolunteer(tx);
      return refusal(
        as(
          tx,
          lateVolunteer,
          (savepoint) =>
            savepoint`insert into public.volunteer_event_registrations (event_id) values (${event})`,
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
  ] as const)("joining is refused for %s", async ([, expected, facts]) => {
    const code = await rolledBack(async (tx) => {
      const event = await addEvent(tx, facts);
      return refusal(join(tx, await addVolunteer(tx), event));
    });
    expect(code).toBe(expected);
  });

  test("joining is refused twice, for unknown or hidden events and with a disabled account; leaving if not joined or after the event", async () => {
    await rolledBack(async (tx) => {
      const volunteer = await addVolunteer(tx);
      const event = await addEvent(tx);
      await join(tx, volunteer, event);
      expect(await refusal(join(tx, volunteer, event))).toBe("CP004");
      expect(await refusal(join(tx, volunteer, randomUUID()))).toBe("CP002");
      const hidden = await addEvent(tx);
      await tx`update public.events set is_active = false where id = ${hidden}`;
      expect(await refusal(join(tx, volunteer, hidden))).toBe("CP002");
      const disabledVolunteer = await addVolunteer(tx, { isActive: false });
      expect(await refusal(join(tx, disabledVolunteer, event))).toBe("CP005");
      expect(await refusal(leave(tx, await addVolunteer(tx), event))).toBe("CP007");
      await tx`update public.events set date = private.today() - 1 where id = ${event}`;
      expect(await refusal(leave(tx, volunteer, event))).toBe("CP013");
    });
  });

  test("VDASH-38: joins, leaves and joins again", async () => {
    await rolledBack(async (tx) => {
      const volunteer = await addVolunteer(tx);
      const event = await addEvent(tx);
      await join(tx, volunteer, event);
      expect(await countersOf(tx, event)).toMatchObject({ registered: 1 });
      expect((await leave(tx, volunteer, event))[0]?.["answer"]).toEqual({ state: "left" });
      expect(await countersOf(tx, event)).toMatchObject({ registered: 0 });
    });
  });

  test("deleting an event deletes its registrations and waiting list", async () => {
    await rolledBack(async (tx) => {
      const event = await addEvent(tx, { places: 1 });
      for (let number = 0; number < 3; number += 1) await join(tx, await addVolunteer(tx), event);
      await tx`delete from public.events where id = ${event}`;
      const [row] = await tx`
        select count(*)::integer as left from public.volunteer_event_registrations where event_id = ${event}`;
      expect(row?.["left"]).toBe(0);
    });
  });
});

describe("hours depend on attendance", () => {
  test("EVT-05: confirms attendance after the event unless marked absent", async () => {
    await rolledBack(async (tx) => {
      const [came, missed] = [await addVolunteer(tx), await addVolunteer(tx)];
      for (const person of [came, missed]) {
        await tx`
          insert into public.volunteers (account_id, name, email)
          values (${person.id}, 'V', ${`${person.id}@example.org`})`;
      }
      const totalsBefore = await totals(tx);
      const event = await addEvent(tx, { days: -2 });
      for (const person of [came, missed]) {
        await tx`
          insert into public.volunteer_event_registrations (volunteer_id, event_id)
          values (${person.id}, ${event})`;
      }
      const admin = await addAdmin(tx);
      await as(
        tx,
        admin,
        (savepoint) => savepoint`
          update public.volunteer_event_registrations set attendance = 'absent'
          where event_id = ${event} and volunteer_id = ${missed.id}`,
      );
      await tx`select private.confirm_finished_attendance()`;
      const hours = await tx`
        select total_hours::text as hours, packages_helped as packages from public.volunteers
        where account_id in (${came.id}, ${missed.id}) order by total_hours desc`;
      expect([...hours]).toEqual([
        { hours: "2.50", packages: 20 },
        { hours: "0.00", packages: 0 },
      ]);
      const totalsAfter = await totals(tx);
      expect(totalsAfter.totalRegistrations - totalsBefore.totalRegistrations).toBe(2);
      expect(totalsAfter.totalHours - totalsBefore.totalHours).toBeCloseTo(2.5);
      const ownTotals = await as(
        tx,
        came,
        (savepoint) => savepoint`select private.own_registration_totals() as totals`,
      );
      expect(ownTotals[0]?.["totals"]).toMatchObject({ totalHours: 2.5, shiftsCompleted: 1 });
    });
  });

  async function totals(tx: Transaction) {
    const [row] = await tx<{ totals: { totalRegistrations: number; totalHours: number } }[]>`
      select private.registration_totals() as totals`;
    return row!.totals;
  }

  test("the counters of the demo content are correct", async () => {
    const wrongCounters = await rolledBack(
      (tx) => tx`
        select meeting.id from public.events as meeting
        left join lateral (
          select count(*) as all, count(*) filter (where attendance = 'absent') as absent
          from public.volunteer_event_registrations where event_id = meeting.id
        ) as counted on true
        left join public.volunteer_shifts as slot on slot.event_id = meeting.id
        where meeting.registered_volunteers <> counted.all or meeting.absent_volunteers <> counted.absent
          or slot.signed_up_volunteers <> counted.all`,
    );
    expect([...wrongCounters]).toEqual([]);
  });

  test("a new time zone moves every event to the same local time there", async () => {
    const [row] = await rolledBack(async (tx) => {
      const event = await addEvent(tx);
      await tx`update public.settings set time_zone = 'America/New_York'`;
      return tx`
        select to_char(starts_at at time zone 'America/New_York', 'HH24:MI') as starts
        from public.events where id = ${event}`;
    });
    expect(row?.["starts"]).toBe("10:00");
  });
});
