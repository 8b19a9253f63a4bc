import { addAdmin, addVolunteer, type Transaction } from "./connection.ts";

async function insertShiftReader(tx: Transaction, word: string) {
  const admin = await addAdmin(tx, { areas: ["volunteers"] });
  await tx`update public.users set wants_shift_emails = id = ${admin.id}`;
  const [coordinator] = await tx<[{ email: string; name: string }]>`
    select account.email, person.username as name
    from public.users as person join auth.users as account on account.id = person.id where person.id = ${admin.id}`;
  const person = await addVolunteer(tx, { email: `maya-${word}@example.org` });
  await tx`
    update public.volunteer_accounts set first_name = 'Maya', last_name = 'Ortiz' where id = ${person.id}`;
  const [volunteer] = await tx<[{ id: string }]>`
    select id from public.volunteers where account_id = ${person.id}`;
  const [caller] = await tx<[{ id: string }]>`
    insert into public.volunteers (name, phone) values ('Nobody Withmail', '817-555-0199') returning id`;
  const [event] = await tx<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address, note)
    values ('Food Drive', private.today() + 40, '09:15', '12:45', '7 Pier Road', 'Bring gloves.') returning id`;
  return { admin, coordinator, volunteer, caller, event };
}

const former = {
  formerDate: "2026-01-05",
  formerStartTime: "14:00:00",
  formerEndTime: "16:30:00",
  formerAddress: "99 Old Street",
};
const known = {
  eventDate: former.formerDate,
  startTime: former.formerStartTime,
  endTime: former.formerEndTime,
  address: former.formerAddress,
};

/** A volunteer with a shift that moved, whose values are all different. */
export async function addShiftReader(tx: Transaction, word: string) {
  const { admin, coordinator, volunteer, caller, event } = await insertShiftReader(tx, word);
  const [day] = await tx<[{ day: string }]>`select (private.today() + 40)::text as day`;
  const readEvent = () => tx`select * from public.events where id = ${event.id}`;
  return {
    recipient: { email: `maya-${word}@example.org`, name: "Maya Ortiz" },
    coordinator: { ...coordinator },
    coordinatorId: admin.id,
    eventId: event.id,
    people: [{ eventId: event.id, volunteerId: volunteer.id }],
    callers: [{ eventId: event.id, volunteerId: caller.id }],
    former,
    shift: {
      eventType: "Food Drive",
      eventDate: day.day,
      startTime: "09:15:00",
      endTime: "12:45:00",
      timeZone: "America/Chicago",
      address: "7 Pier Road",
      eventNote: "Bring gloves.",
      name: "Maya",
      eventId: event.id,
      volunteerId: volunteer.id,
    },
    /** Queues the email as if the reader knew the former time and place, if `hasMoved`. */
    queue: (template: string, hasMoved = false) => tx`
      select private.queue_shift_email(${template}, ${volunteer.id}, event, ${hasMoved ? tx.json(known) : null})
      from public.events as event where event.id = ${event.id}`,
    report: async (start: "within a day" | "in 5 days") => {
      await tx`
        update public.events set date = (soon + ${start === "within a day" ? "0 days" : "5 days"}::interval)::date,
          start_time = '09:15', end_time = '12:45'
        -- The day of the next 9:15 a.m.
        from (select now() at time zone private.time_zone() + interval '1 day' - interval '9:15' as soon) as moment
        where id = ${event.id}`;
      await tx`
        select private.report_departure(${volunteer.id}, event) from public.events as event where event.id = ${event.id}`;
      const [moved] = await readEvent();
      return moved;
    },
    askToCall: () => tx`
      select private.ask_to_call(${[caller.id]}, event, 'Event Changed', ${tx.json(known)})
      from public.events as event where event.id = ${event.id}`,
  };
}

export type ShiftReader = Awaited<ReturnType<typeof addShiftReader>>;
