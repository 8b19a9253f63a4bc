import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { addAdmin, addVolunteer, runAs, withRollback, type Transaction } from "./connection.ts";
import {
  addShift,
  addVolunteerWithAccount,
  addVolunteerWithoutAccount,
  joinWaitingList,
  signUp,
  type VolunteerWithAccount,
} from "./merging-volunteers.ts";
import { setUpMerges } from "./merging.ts";
import { describeMails, sendShiftEmails } from "./shift-mail.ts";

type MailAddress = Pick<VolunteerWithAccount, "email" | "login">;

async function join(tx: Transaction, { login, email }: MailAddress, eventId: string) {
  await runAs(tx, login, (savepoint) => savepoint`select private.join_event(${eventId})`);
  expect((await sendShiftEmails(tx))[email]).toHaveLength(1);
}

const moveBy = (tx: Transaction, eventId: string, days: number) =>
  tx`update public.events set date = date + ${days}::integer where id = ${eventId}`;

/** Sends what is due within ten minutes, and returns what this person gets. */
const mailsTo = async (tx: Transaction, { email }: MailAddress) =>
  (await sendShiftEmails(tx, 10))[email] ?? [];

const asRegistrant = (
  work: (tx: Transaction, eventId: string, person: MailAddress) => Promise<void>,
) =>
  withRollback(async (tx) => {
    const eventId = await addShift(tx);
    const person = await addVolunteerWithAccount(tx);
    await join(tx, person, eventId);
    await work(tx, eventId, person);
  });

describe("a shift ahead whose date is corrected to a past one", () => {
  test("is emailed once to those who know the date ahead", async () => {
    await asRegistrant(async (tx, eventId, person) => {
      await moveBy(tx, eventId, -7);
      await moveBy(tx, eventId, -7);
      const mails = await mailsTo(tx, person);
      expect(describeMails(mails)).toEqual(["Event Changed 10:00"]);
      expect(mails[0]!.phase).toBe("over");
      expect(Date.parse(mails[0]!.data["formerDate"]!)).toBeGreaterThan(Date.now());
      await moveBy(tx, eventId, -1);
      expect(await mailsTo(tx, person)).toEqual([]);
      await moveBy(tx, eventId, 30);
      expect(describeMails(await mailsTo(tx, person))).toEqual(["Event Changed 10:00"]);
    });
  });

  test("and canceled before anyone was told is named as canceled", async () => {
    await asRegistrant(async (tx, eventId, person) => {
      await moveBy(tx, eventId, -7);
      await tx`update public.events set is_active = false where id = ${eventId}`;
      const mails = await mailsTo(tx, person);
      expect(describeMails(mails)).toEqual(["Event Canceled 10:00"]);
      expect(Date.parse(mails[0]!.data["eventDate"]!)).toBeGreaterThan(Date.now());
    });
  });

  test("tells whoever is taken off it in the meantime, with the time that they know", async () => {
    await asRegistrant(async (tx, eventId, person) => {
      await moveBy(tx, eventId, -7);
      await runAs(
        tx,
        await addAdmin(tx),
        (savepoint) =>
          savepoint`delete from public.volunteer_event_registrations where event_id = ${eventId}`,
      );
      const mails = await mailsTo(tx, person);
      expect(describeMails(mails)).toEqual(["Removed from Shift 10:00"]);
      expect(Date.parse(mails[0]!.data["eventDate"]!)).toBeGreaterThan(Date.now());
    });
  });

  test("is emailed to whoever is marked absent from it in the meantime, but not if they had given up their spot", async () => {
    await asRegistrant(async (tx, eventId, person) => {
      const early = await addVolunteerWithAccount(tx);
      await join(tx, early, eventId);
      const markAbsent = ({ login }: MailAddress) => tx`
        update public.volunteer_event_registrations set attendance = 'absent'
        where event_id = ${eventId} and volunteer_id = ${login.id}`;
      await markAbsent(early);
      await sendShiftEmails(tx, 10);
      await moveBy(tx, eventId, -7);
      await markAbsent(person);
      expect(describeMails(await mailsTo(tx, person))).toEqual(["Event Changed 10:00"]);
      expect(await mailsTo(tx, early)).toEqual([]);
    });
  });

  test("is emailed to whoever is taken off it and put on it again in the meantime", async () => {
    await asRegistrant(async (tx, eventId, person) => {
      const admin = await addAdmin(tx);
      const [registration] = await runAs(
        tx,
        admin,
        (savepoint) => savepoint<[{ personId: string }]>`
          delete from public.volunteer_event_registrations where event_id = ${eventId} returning person_id as "personId"`,
      );
      await moveBy(tx, eventId, -7);
      await runAs(
        tx,
        admin,
        (savepoint) =>
          savepoint`select private.put_on_shift(${registration.personId}, ${eventId}, true, true)`,
      );
      const mails = await mailsTo(tx, person);
      expect(describeMails(mails)).toEqual(["Event Changed 10:00"]);
      expect(Date.parse(mails[0]!.data["formerDate"]!)).toBeGreaterThan(Date.now());
    });
  });

  test("isn't emailed to those who never heard of it", async () => {
    await asRegistrant(async (tx, eventId, person) => {
      const admin = await addAdmin(tx);
      const added = await addVolunteerWithAccount(tx);
      await runAs(
        tx,
        admin,
        (savepoint) => savepoint`select private.put_on_shift(${added.id}, ${eventId}, false, true)`,
      );
      await moveBy(tx, eventId, -7);
      const mails = await sendShiftEmails(tx, 10);
      expect(mails[added.email]).toBeUndefined();
      expect(mails[person.email]).toHaveLength(1);
    });
  });

  test("isn't emailed if it is corrected back before anyone was told", async () => {
    await asRegistrant(async (tx, eventId, person) => {
      await moveBy(tx, eventId, -7);
      await moveBy(tx, eventId, 7);
      expect(await mailsTo(tx, person)).toEqual([]);
    });
  });

  test("asks coordinators to call whoever has no email address", async () => {
    await withRollback(async (tx) => {
      const eventId = await addShift(tx);
      const coordinator = await addAdmin(tx);
      await tx`
        with person as (insert into public.volunteers (name) values ('Ada Paper') returning id)
        insert into public.volunteer_event_registrations (person_id, event_id) select id, ${eventId} from person`;
      await moveBy(tx, eventId, -7);
      const mails = (await sendShiftEmails(tx, 10))[`${coordinator.id}@example.org`];
      expect(describeMails(mails)).toEqual(["Volunteers to Call 10:00"]);
    });
  });
});

test("someone taken off a shift before they heard of its new time is told the time that they know", async () => {
  await asRegistrant(async (tx, eventId, person) => {
    const [{ date }] = await tx<[{ date: string }]>`
      select date::text from public.events where id = ${eventId}`;
    await moveBy(tx, eventId, -1);
    await runAs(
      tx,
      await addAdmin(tx),
      (savepoint) =>
        savepoint`delete from public.volunteer_event_registrations where event_id = ${eventId}`,
    );
    const mails = await mailsTo(tx, person);
    expect(mails.map(({ template, data }) => [template, data["eventDate"]])).toEqual([
      ["Removed from Shift", date],
    ]);
  });
});

test("a shift of the next hours that moves to another day is emailed at once", async () => {
  await withRollback(async (tx) => {
    const [event] = await tx<[{ id: string }]>`
      insert into public.events (event_type, date, start_time, end_time, address)
      select 'Food Drive', start::date, start::time, '23:59', '1 Test Street'
      from (select date_trunc('hour', now() at time zone private.time_zone()) + interval '3 hours' as start) as soon
      returning id`;
    const login = await addVolunteer(tx);
    await tx`insert into public.volunteer_event_registrations (volunteer_id, event_id) values (${login.id}, ${event.id})`;
    await moveBy(tx, event.id, 7);
    expect(Object.keys(await sendShiftEmails(tx))).toContain(`${login.id}@example.org`);
  });
});

test("someone who was put on a waiting list is told so at the time as it is then, but not once the shift has begun", async () => {
  await withRollback(async (tx) => {
    const eventId = await addShift(tx, { places: 1 });
    await signUp(tx, await addVolunteerWithAccount(tx), eventId);
    const person = await addVolunteerWithAccount(tx);
    await joinWaitingList(tx, person, eventId);
    const queue = () => tx`
      select private.queue_shift_email('Added to Waiting List', ${person.id}, event)
      from public.events as event where event.id = ${eventId}`;
    await queue();
    await tx`select private.set_shift_cause('quiet')`;
    await tx`update public.events set start_time = '11:00' where id = ${eventId}`;
    expect(describeMails(await mailsTo(tx, person))).toEqual(["Added to Waiting List 11:00"]);

    await queue();
    await tx`
      update public.events set date = start::date, start_time = start::time, end_time = start::time + interval '2 hours',
        ends_next_day = start::time + interval '2 hours' < start::time
      from (select now() at time zone private.time_zone() - interval '1 minute' as start) as moment
      where id = ${eventId}`;
    expect(await mailsTo(tx, person)).toEqual([]);
  });
});

test("an email to someone without a login is told apart when it is sent", async () => {
  await withRollback(async (tx) => {
    const eventId = await addShift(tx);
    const withLogin = await addVolunteerWithAccount(tx);
    const withoutLogin = await addVolunteerWithoutAccount(tx, `${uniqueWord()}@example.org`);
    for (const id of [withLogin.id, withoutLogin]) {
      await tx`
        select private.queue_shift_email('Event Reminder', ${id}, event) from public.events as event
        where event.id = ${eventId}`;
    }
    const facts = await tx`
      select mail.data ->> 'volunteerId' as id, private.shift_mail_facts(mail) ->> 'hasLogin' as "hasLogin"
      from public.email_outbox as mail where mail.data ->> 'eventId' = ${eventId}`;
    expect(Object.fromEntries(facts.map(({ id, hasLogin }) => [id, hasLogin]))).toEqual({
      [withLogin.id]: "true",
      [withoutLogin]: "false",
    });
  });
});

describe("two records of one person on one shift, merged while an email about an edit waits for each", () => {
  const asTwoRecords = (
    work: (
      tx: Transaction,
      people: readonly [VolunteerWithAccount, VolunteerWithAccount],
      eventId: string,
      merges: Awaited<ReturnType<typeof setUpMerges>>,
    ) => Promise<void>,
  ) =>
    withRollback(async (tx) => {
      const merges = await setUpMerges(tx, "volunteer");
      const people = [
        await addVolunteerWithAccount(tx),
        await addVolunteerWithAccount(tx),
      ] as const;
      const eventId = await addShift(tx);
      for (const person of people) await join(tx, person, eventId);
      await moveBy(tx, eventId, 1);
      await work(tx, people, eventId, merges);
    });

  test("get one of the two", async () => {
    await asTwoRecords(async (tx, [kept, merged], _, { merge }) => {
      await merge(kept, merged);
      const mails = Object.values(await sendShiftEmails(tx, 10)).flat();
      expect(describeMails(mails)).toEqual(["Event Changed 10:00"]);
    });
  });

  test.each(["first", "last"])(
    "get one if the email with the %s ID leaves before",
    async (place) => {
      await asTwoRecords(async (tx, [kept, merged], eventId, { merge }) => {
        await merge(kept, merged);
        const mails = await tx<{ id: string; problem: string | null }[]>`
        select mail.id, private.shift_mail_problem(mail) as problem from public.email_outbox as mail
        where mail.status = 'queued' and mail.data ->> 'eventId' = ${eventId} order by mail.id`;
        expect(mails.map(({ problem }) => problem)).toEqual([
          "A newer email about this shift replaces this one.",
          null,
        ]);
        // One of the two may have left before the merge.
        const [sent, waiting] = place === "first" ? mails : mails.toReversed();
        await tx`update public.email_outbox set status = 'sent', sent_at = now() where id = ${sent!.id}`;
        const [other] = await tx`
        select private.shift_mail_problem(mail) as problem from public.email_outbox as mail
        where mail.id = ${waiting!.id}`;
        expect(other).toEqual({ problem: "A newer email about this shift replaces this one." });
      });
    },
  );

  test("get one if another edit follows, with the time that they knew", async () => {
    await asTwoRecords(async (tx, [kept, merged], eventId, { merge }) => {
      await merge(kept, merged);
      await moveBy(tx, eventId, 1);
      const mails = Object.values(await sendShiftEmails(tx, 10)).flat();
      expect(describeMails(mails)).toEqual(["Event Changed 10:00"]);
      await moveBy(tx, eventId, -2);
      await moveBy(tx, eventId, 2);
      expect(Object.values(await sendShiftEmails(tx, 10)).flat()).toEqual([]);
    });
  });

  test("get both once the merge is undone", async () => {
    await asTwoRecords(async (tx, [kept, merged], _, { merge, undo }) => {
      await undo(await merge(kept, merged));
      expect(Object.keys(await sendShiftEmails(tx, 10)).toSorted()).toEqual(
        [kept.email, merged.email].toSorted(),
      );
    });
  });
});

describe("someone whose record was merged into another while a shift changed", () => {
  const CHANGES = {
    moved: (tx: Transaction, eventId: string) => moveBy(tx, eventId, 1),
    canceled: (tx: Transaction, eventId: string) =>
      tx`update public.events set is_active = false where id = ${eventId}`,
    "without them": async (tx: Transaction, eventId: string) => {
      await runAs(
        tx,
        await addAdmin(tx),
        (savepoint) =>
          savepoint`delete from public.volunteer_event_registrations where event_id = ${eventId}`,
      );
    },
  };

  test.each([
    ["moved", "signed up", ["Event Changed 10:00"]],
    ["moved", "never heard of it", ["Added to Shift 10:00"]],
    ["canceled", "signed up", ["Event Canceled 10:00"]],
    ["canceled", "never heard of it", []],
    ["without them", "signed up", ["Removed from Shift 10:00"]],
    ["without them", "never heard of it", []],
  ] as const)("hears once that is undone that it's %s: %s", async (change, start, expected) => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, "volunteer");
      const kept = await addVolunteerWithAccount(tx);
      const merged = await addVolunteerWithAccount(tx);
      const eventId = await addShift(tx);
      if (start === "signed up") await join(tx, merged, eventId);
      else await signUp(tx, merged, eventId);
      const mergeId = await merge(kept, merged);
      await CHANGES[change](tx, eventId);
      await undo(mergeId);
      const mails = await sendShiftEmails(tx, 10);
      expect(describeMails(mails[merged.email])).toEqual(expected);
    });
  });

  test("hears of it once the kept login is enabled, and only of what they don't know", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpMerges(tx, "volunteer");
      const kept = await addVolunteerWithAccount(tx);
      const merged = await addVolunteerWithAccount(tx);
      const moved = await addShift(tx);
      const unchanged = await addShift(tx);
      await moveBy(tx, unchanged, 5);
      for (const eventId of [moved, unchanged]) await join(tx, merged, eventId);
      const admin = await addAdmin(tx);
      const toggle = () =>
        runAs(
          tx,
          admin,
          (savepoint) => savepoint`select private.set_volunteer_active(${kept.login.id})`,
        );
      await toggle();
      await merge(kept, merged, { is_active: "kept" });
      await moveBy(tx, moved, 1);
      expect(await sendShiftEmails(tx, 10)).toEqual({});
      await toggle();
      const mails = await sendShiftEmails(tx, 10);
      expect(mails[kept.email]?.map(({ template, data }) => [template, data["eventId"]])).toEqual([
        ["Event Changed", moved],
      ]);
    });
  });
});
