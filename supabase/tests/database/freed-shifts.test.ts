import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addVolunteer,
  catchSqlState,
  runAs,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";
import { describeMails, sendShiftEmails } from "./shift-mail.ts";

interface EventOptions {
  readonly places?: number;
  readonly days?: number;
  readonly start?: string;
  readonly end?: string;
}

async function addEvent(
  tx: Transaction,
  { places, days = 5, start = "10:00", end = "12:30" }: EventOptions = {},
): Promise<string> {
  const [event] = await tx<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    values ('Food Drive', private.today() + ${days}::integer, ${start}, ${end}, '1 Test Street') returning id`;
  if (places !== undefined) {
    await tx`insert into public.volunteer_shifts (event_id, max_volunteers) values (${event.id}, ${places})`;
  }
  return event.id;
}

const join = async (tx: Transaction, person: Person, id: string, anyway = false) => {
  const [row] = await runAs(
    tx,
    person,
    (savepoint) =>
      savepoint<[{ result: { state: string } }]>`
        select private.join_event(${id}, ${anyway}) as result`,
  );
  return row.result.state;
};
const leave = (tx: Transaction, person: Person, id: string) =>
  runAs(tx, person, (savepoint) => savepoint`select private.leave_event(${id})`);

/** Moves an event so that it starts in this many hours, without the triggers. */
async function startIn(tx: Transaction, id: string, hours: number) {
  await tx`set constraints all immediate`;
  await tx`alter table public.events disable trigger user`;
  await tx`
    update public.events
    set starts_at = now() + make_interval(hours => ${hours}), ends_at = now() + make_interval(hours => ${hours + 2})
    where id = ${id}`;
  await tx`alter table public.events enable trigger user`;
}

const readAttendance = async (tx: Transaction, id: string) => {
  const rows = await tx<{ account: string; attendance: string }[]>`
    select volunteer_id as account, attendance from public.volunteer_event_registrations where event_id = ${id}`;
  return Object.fromEntries(rows.map(({ account, attendance }) => [account, attendance]));
};

describe("disabling a login", () => {
  test("also takes the person off a past shift that moves to the future afterward", async () => {
    await withRollback(async (tx) => {
      const [person, other] = [await addVolunteer(tx), await addVolunteer(tx)];
      const id = await addEvent(tx);
      for (const who of [person, other]) await join(tx, who, id);
      await startIn(tx, id, -5);
      await tx`update public.volunteers set is_active = false where account_id = ${person.id}`;
      expect(Object.keys(await readAttendance(tx, id))).toHaveLength(2);
      await tx`update public.events set date = date + 3 where id = ${id}`;
      expect(Object.keys(await readAttendance(tx, id))).toEqual([other.id]);
    });
  });

  test("takes the person off coming shifts and lists, moves waiting people up and tells everyone", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx, { areas: ["volunteers"] });
      const [person, next] = [await addVolunteer(tx), await addVolunteer(tx)];
      const [full, past, other] = [
        await addEvent(tx, { places: 1 }),
        await addEvent(tx, { days: 6 }),
        await addEvent(tx, { places: 1, days: 7 }),
      ];
      await join(tx, person, full);
      await join(tx, next, full);
      await join(tx, person, past);
      await join(tx, next, other);
      await join(tx, person, other);
      await startIn(tx, past, -5);
      await sendShiftEmails(tx);
      // As the documented call without a body does.
      await runAs(
        tx,
        admin,
        (savepoint) => savepoint`select private.set_volunteer_active(${person.id})`,
      );
      expect(await readAttendance(tx, full)).toEqual({ [next.id]: "expected" });
      expect(await readAttendance(tx, past)).toEqual({ [person.id]: "expected" });
      const waiting = await tx`
        select volunteer_id from public.shift_waitlist where volunteer_id in ${tx([person.id, next.id])}`;
      expect(Array.from(waiting)).toEqual([]);
      const mails = await sendShiftEmails(tx);
      expect(describeMails(mails[`${person.id}@example.org`]).toSorted()).toEqual([
        "Removed from Shift 10:00",
        "Removed from Waiting List 10:00",
      ]);
      expect(describeMails(mails[`${next.id}@example.org`])).toEqual(["Waitlist Promotion 10:00"]);
      await tx`select private.confirm_finished_attendance()`;
      expect(await readAttendance(tx, past)).toEqual({ [person.id]: "expected" });
      await runAs(
        tx,
        admin,
        (savepoint) => savepoint`select private.set_volunteer_active(${person.id})`,
      );
      await tx`select private.confirm_finished_attendance()`;
      expect(await readAttendance(tx, past)).toEqual({ [person.id]: "confirmed" });
    });
  });
});

describe("row 43: a shift that overlaps with another one", () => {
  test.for([
    ["10:00", "12:30", true],
    ["12:00", "13:00", true],
    ["09:00", "10:01", true],
    ["12:30", "13:00", false],
    ["09:00", "10:00", false],
  ] as const)("from %s to %s is asked about: %s", async ([start, end, isAsked]) => {
    await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      await join(tx, person, await addEvent(tx));
      const second = await addEvent(tx, { start, end });
      expect(await catchSqlState(tx.savepoint((inner) => join(inner, person, second)))).toBe(
        isAsked ? "CP071" : undefined,
      );
      if (isAsked) expect(await join(tx, person, second, true)).toBe("joined");
    });
  });

  test("isn't asked about if the other one is canceled, and is if they wait for it", async () => {
    await withRollback(async (tx) => {
      const person = await addVolunteer(tx);
      const [first, second] = [await addEvent(tx, { places: 1 }), await addEvent(tx)];
      await join(tx, await addVolunteer(tx), first);
      expect(await join(tx, person, first)).toBe("waitlisted");
      const attempt = tx.savepoint((inner) => join(inner, person, second));
      expect(await catchSqlState(attempt)).toBe("CP071");
      await tx`update public.events set is_active = false where id = ${first}`;
      expect(await join(tx, person, second)).toBe("joined");
    });
  });
});

describe("shortly before a shift", () => {
  test("nobody moves up without a press, and the job doesn't confirm whoever did", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const [first, second, third] = [
        await addVolunteer(tx),
        await addVolunteer(tx),
        await addVolunteer(tx),
      ];
      const id = await addEvent(tx, { places: 2 });
      const stays = await addVolunteer(tx);
      for (const person of [stays, first, second, third]) await join(tx, person, id);
      await startIn(tx, id, 11);
      await leave(tx, first, id);
      expect(Object.keys(await readAttendance(tx, id))).toEqual([stays.id]);
      // The person presses the button, and then an administrator does for the next one.
      expect(await join(tx, second, id)).toBe("joined");
      const attempt = tx.savepoint((inner) => join(inner, third, id));
      expect(await catchSqlState(attempt)).toBe("CP004");
      await leave(tx, second, id);
      await runAs(
        tx,
        admin,
        (savepoint) => savepoint`
          select private.put_on_shift((select id from public.volunteers where account_id = ${third.id}), ${id}, false, true)`,
      );
      await startIn(tx, id, -3);
      await tx`select private.confirm_finished_attendance()`;
      expect(await readAttendance(tx, id)).toEqual({
        [stays.id]: "confirmed",
        [third.id]: "expected",
      });
    });
  });

  test("is over when the shift moves to a later day, so whoever waits gets the free spot", async () => {
    await withRollback(async (tx) => {
      const [first, second] = [await addVolunteer(tx), await addVolunteer(tx)];
      const id = await addEvent(tx, { places: 1 });
      for (const person of [first, second]) await join(tx, person, id);
      await startIn(tx, id, 11);
      await leave(tx, first, id);
      expect(await readAttendance(tx, id)).toEqual({});
      await tx`update public.events set date = date + 3 where id = ${id}`;
      expect(await readAttendance(tx, id)).toEqual({ [second.id]: "expected" });
      const mails = await sendShiftEmails(tx, 10);
      expect(describeMails(mails[`${second.id}@example.org`])).toEqual([
        "Waitlist Promotion 10:00",
      ]);
    });
  });

  test("begins as many hours ahead as the settings say", async () => {
    await withRollback(async (tx) => {
      const [first, second] = [await addVolunteer(tx), await addVolunteer(tx)];
      const id = await addEvent(tx, { places: 1 });
      for (const person of [first, second]) await join(tx, person, id);
      await startIn(tx, id, 11);
      await tx`update public.settings set promotion_hours = 10`;
      await leave(tx, first, id);
      expect(Object.keys(await readAttendance(tx, id))).toEqual([second.id]);
    });
  });
});
