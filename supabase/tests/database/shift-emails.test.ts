import { describe, expect, test } from "vitest";
import {
  addAdmin,
  addVolunteer,
  runAs,
  withRollback,
  type Person,
  type Transaction,
} from "./connection.ts";
import { describeMails, sendShiftEmails } from "./shift-mail.ts";

interface EventOptions {
  readonly places?: number;
  readonly hours?: number;
}

/** Adds an event that starts in five days, or in some hours. */
async function addEvent(tx: Transaction, { places, hours = 120 }: EventOptions = {}) {
  const [event] = await tx<[{ id: string }]>`
    insert into public.events (event_type, date, start_time, end_time, address)
    select 'Food Drive', start::date, start::time, '23:59', '1 Test Street'
    from (select date_trunc('hour', now() at time zone private.time_zone()) + make_interval(hours => ${hours}) as start) as soon
    returning id`;
  if (places !== undefined) {
    await tx`insert into public.volunteer_shifts (event_id, max_volunteers) values (${event.id}, ${places})`;
  }
  await tx`update public.events set date = date + 1, start_time = '10:00', end_time = '12:00' where id = ${event.id} and ${hours > 24}`;
  return event.id;
}

const join = (tx: Transaction, person: Person, id: string) =>
  runAs(tx, person, (savepoint) => savepoint`select private.join_event(${id})`);
const leave = (tx: Transaction, person: Person, id: string) =>
  runAs(tx, person, (savepoint) => savepoint`select private.leave_event(${id})`);
const move = (tx: Transaction, id: string, start: string) =>
  tx`update public.events set start_time = ${start} where id = ${id}`;
const setOn = (tx: Transaction, id: string, isOn: boolean) =>
  tx`update public.events set is_active = ${isOn} where id = ${id}`;

const addressOf = ({ id }: Person) => `${id}@example.org`;

/** Sends what is due within `minutes` and returns one person's emails. */
const mailsTo = async (tx: Transaction, person: Person, minutes = 0) =>
  describeMails((await sendShiftEmails(tx, minutes))[addressOf(person)]);

const readQueue = async (tx: Transaction, person: Person) => {
  const rows = await tx<{ template: string; status: string; reason: string | null }[]>`
    select template_name as template, status, last_error as reason from public.email_outbox
    where to_email = ${addressOf(person)} order by created_at, status`;
  return rows.map(({ template, status, reason }) => [template, status, reason]);
};

const asRegistrant = async (
  work: (tx: Transaction, id: string, person: Person) => Promise<void>,
  options?: EventOptions,
) =>
  withRollback(async (tx) => {
    const id = await addEvent(tx, options);
    const person = await addVolunteer(tx);
    await join(tx, person, id);
    expect(await mailsTo(tx, person)).toHaveLength(1);
    await work(tx, id, person);
  });

describe("emails about signing up and leaving", () => {
  test("go to the volunteer, with the shift", async () => {
    await asRegistrant(async (tx, id, person) => {
      await leave(tx, person, id);
      expect(await mailsTo(tx, person)).toEqual(["Left Shift 10:00"]);
      await join(tx, person, id);
      expect(await mailsTo(tx, person)).toEqual(["Shift Sign-Up 10:00"]);
    });
  });

  test("replace each other while they wait", async () => {
    await asRegistrant(async (tx, id, person) => {
      await leave(tx, person, id);
      await join(tx, person, id);
      await leave(tx, person, id);
      expect(await mailsTo(tx, person)).toEqual(["Left Shift 10:00"]);
    });
  });

  test("say whom an administrator put on a shift or its waiting list or took off them, unless they chose not to", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx, { areas: ["volunteers"] });
      const id = await addEvent(tx, { places: 1 });
      const [first, second] = [await addVolunteer(tx), await addVolunteer(tx)];
      const people = await tx<{ id: string; account: string }[]>`
        select id, account_id as account from public.volunteers where account_id in ${tx([first.id, second.id])}`;
      const put = (person: Person, sendsEmail: boolean) =>
        runAs(
          tx,
          admin,
          (savepoint) =>
            savepoint`select private.put_on_shift(${people.find(({ account }) => account === person.id)!.id}, ${id}, true, ${sendsEmail})`,
        );
      await put(first, true);
      expect(await mailsTo(tx, first)).toEqual(["Added to Shift 10:00"]);
      await put(second, true);
      const takeOffList = () =>
        runAs(tx, admin, (savepoint) => savepoint`delete from public.shift_waitlist`);
      await takeOffList();
      expect(await mailsTo(tx, second), "never told that they waited").toEqual([]);
      await put(second, true);
      await move(tx, id, "09:00");
      expect(await mailsTo(tx, second), "moved before they were told").toEqual([
        "Added to Waiting List 09:00",
      ]);
      await move(tx, id, "10:00");
      expect(await mailsTo(tx, second, 10)).toEqual(["Event Changed 10:00"]);
      await takeOffList();
      expect(await mailsTo(tx, second)).toEqual(["Removed from Waiting List 10:00"]);
      await runAs(
        tx,
        admin,
        (savepoint) =>
          savepoint`delete from public.volunteer_event_registrations where event_id = ${id}`,
      );
      expect(await mailsTo(tx, first)).toEqual(["Removed from Shift 10:00"]);
      await put(first, false);
      await runAs(tx, admin, async (savepoint) => {
        await savepoint`select private.choose_shift_emails(false)`;
        await savepoint`delete from public.volunteer_event_registrations where event_id = ${id}`;
      });
      expect(await sendShiftEmails(tx)).toEqual({});
    });
  });

  test("tell someone who gets their spot back what they missed while they were marked absent, and nothing else", async () => {
    await withRollback(async (tx) => {
      const [id, person] = [await addEvent(tx), await addVolunteer(tx)];
      const mark = (attendance: string) => tx`
        update public.volunteer_event_registrations set attendance = ${attendance} where event_id = ${id}`;
      await join(tx, person, id);
      await mark("absent");
      expect(await mailsTo(tx, person)).toEqual([]);
      await mark("expected");
      expect(await mailsTo(tx, person)).toEqual(["Added to Shift 10:00"]);
      await mark("absent");
      await mark("expected");
      expect(await mailsTo(tx, person)).toEqual([]);
      await mark("absent");
      await move(tx, id, "11:00");
      expect(await mailsTo(tx, person, 10)).toEqual([]);
      await mark("expected");
      expect(await mailsTo(tx, person, 10)).toEqual(["Added to Shift 11:00"]);
    });
  });

  test("tell someone who gets their spot back nothing else while the email about their sign-up is still queued", async () => {
    await withRollback(async (tx) => {
      const [id, person] = [await addEvent(tx), await addVolunteer(tx)];
      await join(tx, person, id);
      for (const attendance of ["absent", "expected"]) {
        await tx`
          update public.volunteer_event_registrations set attendance = ${attendance} where event_id = ${id}`;
      }
      expect(await mailsTo(tx, person)).toEqual(["Shift Sign-Up 10:00"]);
    });
  });

  test("never say that someone was taken off a shift they hadn't been told about", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const id = await addEvent(tx);
      const person = await addVolunteer(tx);
      await runAs(tx, admin, async (savepoint) => {
        await savepoint`
          insert into public.volunteer_event_registrations (person_id, event_id)
          select id, ${id} from public.volunteers where account_id = ${person.id}`;
        await savepoint`delete from public.volunteer_event_registrations where event_id = ${id}`;
      });
      expect(await mailsTo(tx, person)).toEqual([]);
    });
  });
});

describe("emails about a shift that moves", () => {
  test("wait ten minutes, and are one email about all edits", async () => {
    await asRegistrant(async (tx, id, person) => {
      await move(tx, id, "11:00");
      expect(await mailsTo(tx, person, 9)).toEqual([]);
      await move(tx, id, "11:15");
      await tx`update public.events set address = '2 Test Street' where id = ${id}`;
      const mails = (await sendShiftEmails(tx, 10))[addressOf(person)];
      expect(describeMails(mails)).toEqual(["Event Changed 11:15"]);
      expect(mails?.[0]?.data).toMatchObject({
        address: "2 Test Street",
        formerStartTime: "10:00:00",
        formerAddress: "1 Test Street",
        standing: "You're still signed up.",
      });
    });
  });

  test("leave at once if it begins within 12 hours", async () => {
    await asRegistrant(
      async (tx, id, person) => {
        await tx`update public.events set address = '2 Test Street' where id = ${id}`;
        expect(await mailsTo(tx, person)).toHaveLength(1);
      },
      { hours: 3 },
    );
  });

  test("aren't sent if it is moved back in time", async () => {
    await asRegistrant(async (tx, id, person) => {
      await move(tx, id, "11:00");
      await move(tx, id, "10:00");
      expect(await mailsTo(tx, person, 10)).toEqual([]);
    });
  });

  test("also go to people on the waiting list", async () => {
    await asRegistrant(
      async (tx, id) => {
        const person = await addVolunteer(tx);
        await join(tx, person, id);
        await move(tx, id, "11:00");
        const mails = (await sendShiftEmails(tx, 10))[addressOf(person)];
        expect(mails?.map(({ data }) => data["standing"])).toEqual([
          "You're still on the waiting list.",
        ]);
      },
      { places: 1 },
    );
  });

  test("tell the new time to someone whose promotion hasn't left yet", async () => {
    await asRegistrant(
      async (tx, id, person) => {
        const next = await addVolunteer(tx);
        await join(tx, next, id);
        await leave(tx, person, id);
        await move(tx, id, "11:00");
        expect(await mailsTo(tx, next, 10)).toEqual(["Waitlist Promotion 11:00"]);
      },
      { places: 1 },
    );
  });

  test("mention a new note or type only if the administrator wants that", async () => {
    await asRegistrant(async (tx, id, person) => {
      const admin = await addAdmin(tx);
      const edit = (note: string, sendsEmail: boolean | null) =>
        runAs(tx, admin, async (savepoint) => {
          await savepoint`select private.choose_shift_emails(${sendsEmail})`;
          await savepoint`update public.events set note = ${note} where id = ${id}`;
        });
      await edit("Bring gloves.", null);
      expect(await mailsTo(tx, person, 10)).toEqual([]);
      await edit("Bring a hat.", true);
      const mails = (await sendShiftEmails(tx, 10))[addressOf(person)];
      expect(describeMails(mails)).toEqual(["Event Details Changed 10:00"]);
      expect(mails?.[0]?.data["eventNote"]).toBe("Bring a hat.");
    });
  });

  test("aren't sent if the administrator unchecks the box, and an email that waits gets the new time", async () => {
    await withRollback(async (tx) => {
      const admin = await addAdmin(tx);
      const id = await addEvent(tx);
      const person = await addVolunteer(tx);
      await join(tx, person, id);
      await runAs(tx, admin, async (savepoint) => {
        await savepoint`select private.choose_shift_emails(false)`;
        await savepoint`update public.events set start_time = '11:00' where id = ${id}`;
      });
      expect(await mailsTo(tx, person, 10)).toEqual(["Shift Sign-Up 11:00"]);
    });
  });
});

describe("emails about a shift that is canceled or comes back", () => {
  test("name the time that people knew, and what has changed when it comes back", async () => {
    await asRegistrant(async (tx, id, person) => {
      await move(tx, id, "11:00");
      await setOn(tx, id, false);
      expect(await mailsTo(tx, person, 10)).toEqual(["Event Canceled 10:00"]);
      await move(tx, id, "11:30");
      expect(await mailsTo(tx, person, 10)).toEqual([]);
      await setOn(tx, id, true);
      const mails = (await sendShiftEmails(tx))[addressOf(person)];
      expect(describeMails(mails)).toEqual(["Event Reinstated 11:30"]);
      expect(mails?.[0]?.data["formerStartTime"]).toBe("10:00:00");
    });
  });

  test("are sent, too, if the event stays and only its shift is canceled, comes back, or loses its limit", async () => {
    await asRegistrant(
      async (tx, id, person) => {
        const setStatus = (status: string) =>
          tx`update public.volunteer_shifts set status = ${status} where event_id = ${id}`;
        await sendShiftEmails(tx);
        await setStatus("canceled");
        expect(await mailsTo(tx, person)).toEqual(["Event Canceled 10:00"]);
        await setOn(tx, id, false);
        await setOn(tx, id, true);
        expect(await mailsTo(tx, person, 10)).toEqual([]);
        await setStatus("active");
        expect(await mailsTo(tx, person)).toEqual(["Event Reinstated 10:00"]);
        await setStatus("canceled");
        expect(await mailsTo(tx, person)).toEqual(["Event Canceled 10:00"]);
        await runAs(
          tx,
          await addAdmin(tx),
          (asAdmin) => asAdmin`select private.remove_limit(${id})`,
        );
        expect(await mailsTo(tx, person)).toEqual(["Event Reinstated 10:00"]);
      },
      { places: 5 },
    );
  });

  test("aren't sent if it comes back before anyone was told", async () => {
    await asRegistrant(async (tx, id, person) => {
      await setOn(tx, id, false);
      await setOn(tx, id, true);
      expect(await mailsTo(tx, person, 10)).toEqual([]);
      await setOn(tx, id, false);
      await move(tx, id, "11:00");
      await setOn(tx, id, true);
      expect(await mailsTo(tx, person, 10)).toEqual(["Event Changed 11:00"]);
    });
  });
});

describe("threat 31: right before an email about a shift is sent", () => {
  /** Changes rows without the triggers that would replace the email. */
  const change = async (tx: Transaction, table: string, work: () => PromiseLike<unknown>) => {
    await tx`set constraints all immediate`;
    await tx.unsafe(`alter table public.${table} disable trigger user`);
    await work();
  };

  test.for<[string, string, (tx: Transaction, id: string, person: Person) => PromiseLike<unknown>]>(
    [
      [
        "The volunteer isn't on the shift anymore.",
        "volunteer_event_registrations",
        (tx, id) => tx`delete from public.volunteer_event_registrations where event_id = ${id}`,
      ],
      ["The shift was moved.", "events", (tx, id) => move(tx, id, "11:00")],
      ["The event is canceled.", "events", (tx, id) => setOn(tx, id, false)],
      [
        "The volunteer's account is closed.",
        "volunteer_accounts",
        (tx, _, { id }) =>
          tx`update public.volunteer_accounts set is_active = false where id = ${id}`,
      ],
      [
        "The shift is over.",
        "events",
        (tx, id) => tx`
          with over as (update public.events set ends_at = now() - interval '1 minute' where id = ${id})
          update public.email_outbox set data = data || '{"eventDate": "2026-01-15"}' where data ->> 'eventId' = ${id}`,
      ],
    ],
  )("it is checked once more: %s", async ([reason, table, work]) => {
    await withRollback(async (tx) => {
      const id = await addEvent(tx);
      const person = await addVolunteer(tx);
      await join(tx, person, id);
      await change(tx, table, () => work(tx, id, person));
      expect(await mailsTo(tx, person)).toEqual([]);
      expect(await readQueue(tx, person)).toEqual([["Shift Sign-Up", "canceled", reason]]);
    });
  });

  test("one that is retried gives way to a newer one, and the newer one waits for it", async () => {
    await asRegistrant(async (tx, id, person) => {
      const take = async () => {
        const mails = await tx<{ template_name: string }[]>`
          select template_name from private.take_emails(50, '{}', '{}') where to_email = ${addressOf(person)}`;
        return mails.map(({ template_name: name }) => name);
      };
      await leave(tx, person, id);
      expect(await take()).toEqual(["Left Shift"]);
      // Emails of one transaction have the same time.
      await tx`update public.email_outbox set created_at = created_at - interval '1 second' where status = 'sending'`;
      await join(tx, person, id);
      expect(await take()).toEqual([]);
      await tx`update public.email_outbox set status = 'queued' where status = 'sending' and to_email = ${addressOf(person)}`;
      expect(await mailsTo(tx, person, 5)).toEqual(["Shift Sign-Up 10:00"]);
      expect(await readQueue(tx, person)).toContainEqual([
        "Left Shift",
        "canceled",
        "The volunteer is on the shift again.",
      ]);
    });
  });
});
