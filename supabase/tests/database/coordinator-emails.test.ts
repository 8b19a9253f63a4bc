import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addVolunteer,
  runAs,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";

interface NamedShift {
  readonly registered: number;
  readonly people: readonly { readonly name: string; readonly phone: string | null }[];
}

interface CoordinatorMail {
  readonly template: string;
  readonly problem: string | null;
  readonly shifts: readonly NamedShift[] | null;
  readonly due: Date;
  readonly what: string | null;
}

const readMails = async (tx: Transaction, { id }: Person): Promise<CoordinatorMail[]> => [
  ...(await tx<CoordinatorMail[]>`
    select template_name as template, private.shift_mail_problem(mail) as problem, private.shift_people(mail) as shifts,
      next_attempt_at as due, data ->> 'whatChanged' as what
    from public.email_outbox as mail
    where data ->> 'coordinatorId' = ${id} and status = 'queued' order by template_name`),
];

async function addEvent(tx: Transaction, hours: number): Promise<string> {
  const [event] = await tx<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    select 'Food Drive', start::date, start::time, '23:59:59', '1 Test Street'
    from (
      select date_trunc('minute', now() at time zone private.time_zone()) + make_interval(hours => ${hours}) as start
    ) as soon
    returning id`;
  return event.id;
}

const join = (tx: Transaction, person: Person, id: string) =>
  runAs(tx, person, (savepoint) => savepoint`select private.join_event(${id})`);
const leave = (tx: Transaction, person: Person, id: string) =>
  runAs(tx, person, (savepoint) => savepoint`select private.leave_event(${id})`);

const addCoordinator = (tx: Transaction) => addAdmin(tx, { areas: ["volunteers"] });

async function addRegistrant(tx: Transaction, eventId: string): Promise<Person> {
  const person = await addVolunteer(tx);
  await tx`
    update public.volunteers set phone = '(817) 555-0142' where account_id = ${person.id}`;
  await join(tx, person, eventId);
  return person;
}

describe("coordinators", () => {
  test("hear at once who left a shift of the next 24 hours, until they are back", async () => {
    await withRollback(async (tx) => {
      const coordinator = await addCoordinator(tx);
      const eventId = await addEvent(tx, 20);
      const person = await addRegistrant(tx, eventId);
      await addRegistrant(tx, eventId);
      await leave(tx, person, eventId);
      await join(tx, person, eventId);
      await leave(tx, person, eventId);
      const [mail, ...others] = await readMails(tx, coordinator);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ template: "Volunteer Left", problem: null });
      expect(mail!.due.getTime()).toBeLessThanOrEqual(Date.now());
      expect(mail!.shifts).toMatchObject([
        { registered: 1, people: [{ name: "Test Volunteer", phone: "(817) 555-0142" }] },
      ]);
      await join(tx, person, eventId);
      expect(await readMails(tx, coordinator)).toMatchObject([
        { problem: "There's no one to name anymore." },
      ]);
    });
  });

  test("hear once a day, at 8 a.m., who left the shifts of the next 7 days", async () => {
    await withRollback(async (tx) => {
      const coordinator = await addCoordinator(tx);
      for (const hours of [30, 90, 240]) {
        const eventId = await addEvent(tx, hours);
        const person = await addRegistrant(tx, eventId);
        await leave(tx, person, eventId);
      }
      const mails = (await readMails(tx, coordinator)).toSorted((a, b) => +a.due - +b.due);
      // Someone who leaves earlier is named once their shift is a week away.
      expect(mails.map(({ template, shifts }) => [template, shifts?.length])).toEqual([
        ["Volunteers Left", 2],
        ["Volunteers Left", 1],
      ]);
      const hour = new Intl.DateTimeFormat("en-US", {
        timeZone: "America/Chicago",
        hour: "numeric",
      });
      for (const { due } of mails) expect(hour.format(due)).toBe("8 AM");
      const [firstMail, secondMail] = mails;
      expect(firstMail!.due.getTime() - Date.now()).toBeLessThan(24 * 3_600_000);
      expect(secondMail!.due.getTime() - Date.now()).toBeGreaterThan(48 * 3_600_000);
    });
  });

  test("hear nothing if they turned it off or don't have the area", async () => {
    await withRollback(async (tx) => {
      const coordinator = await addCoordinator(tx);
      const other = await addAdmin(tx, { areas: ["giving"] });
      const eventId = await addEvent(tx, 20);
      const person = await addRegistrant(tx, eventId);
      await leave(tx, person, eventId);
      await runAs(
        tx,
        coordinator,
        (savepoint) => savepoint`select private.choose_own_shift_emails(false)`,
      );
      expect(await readMails(tx, coordinator)).toMatchObject([
        { problem: "The administrator doesn't get these emails anymore." },
      ]);
      await join(tx, person, eventId);
      await leave(tx, person, eventId);
      expect(await readMails(tx, coordinator)).toHaveLength(0);
      expect(await readMails(tx, other)).toEqual([]);
    });
  });

  test("are told whom to call, with the phone, when people without an email address have to know something", async () => {
    await withRollback(async (tx) => {
      const coordinator = await addCoordinator(tx);
      const eventId = await addEvent(tx, 90);
      await tx`update public.events set start_time = '10:00', end_time = '12:00' where id = ${eventId}`;
      await addRegistrant(tx, eventId);
      await tx`
        with person as (
          insert into public.volunteers (name, phone)
          values ('Ada Paper', '(817) 555-0101'), ('Ben Paper', null) returning id
        )
        insert into public.volunteer_event_registrations (person_id, event_id)
        select id, ${eventId} from person`;
      const move = (start: string) =>
        tx`update public.events set start_time = ${start} where id = ${eventId}`;
      await move("10:30");
      await move("11:00");
      const [mail, ...others] = await readMails(tx, coordinator);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({
        template: "Volunteers to Call",
        problem: null,
        what: "has a new day, time or place",
        shifts: [
          {
            people: [
              { name: "Ada Paper", phone: "(817) 555-0101" },
              { name: "Ben Paper", phone: null },
            ],
          },
        ],
      });
      expect(mail!.due.getTime()).toBeGreaterThan(Date.now() + 8 * 60_000);
      await move("10:00");
      expect(await readMails(tx, coordinator)).toEqual([]);
      await tx`update public.events set is_active = false where id = ${eventId}`;
      expect((await readMails(tx, coordinator)).map(({ what }) => what)).toEqual(["was canceled"]);
    });
  });
});
