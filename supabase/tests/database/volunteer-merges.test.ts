import { describe, expect, test } from "vitest";
import { uniqueWord } from "../unique-word.ts";
import { addSession, runAs, withRollback, type Transaction } from "./connection.ts";
import { catchHint, setUpMerges } from "./merging.ts";
import {
  addVolunteerWithAccount,
  addVolunteerWithoutAccount,
  addShift,
  readVolunteer,
  signUp,
  computeVolunteersFingerprint,
  joinWaitingList,
  type VolunteerWithAccount,
} from "./merging-volunteers.ts";
import { sendShiftEmails } from "./shift-mail.ts";

const readAttendance = (tx: Transaction, { login }: VolunteerWithAccount) => tx<
  { eventId: string; attendance: string }[]
>`
  select event_id as "eventId", attendance from public.volunteer_event_registrations
  where volunteer_id = ${login.id} order by registered_at, event_id`;

const readWaitingList = async (tx: Transaction, eventId: string) => {
  const rows = await tx<{ id: string }[]>`
    select queue.volunteer_id as id from public.shift_waitlist as queue
    join public.volunteer_shifts as shift on shift.id = queue.shift_id
    where shift.event_id = ${eventId} order by queue.place`;
  return rows.map(({ id }) => id);
};

/** Returns whether someone who logs in now gets in. A merge ends earlier sessions, which would say no in any case. */
const isOpen = async (tx: Transaction, { login }: VolunteerWithAccount) => {
  const [row] = await runAs(
    tx,
    await addSession(tx, login),
    (asVolunteer) => asVolunteer<[{ open: boolean }]>`select private.is_active_volunteer() as open`,
  );
  return row.open;
};

describe("a merge of volunteers", () => {
  test("moves shifts, hours, places in line, highlights, the calendar link and qualifications, and undo moves all of it back", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, "volunteer");
      const ann = await addVolunteerWithAccount(tx, undefined, { opening_hours: 3 });
      const bob = await addVolunteerWithAccount(tx, undefined, { opening_hours: 4.5 });
      const [attendedShiftId, missedShiftId, next, fullShiftId] = [
        await addShift(tx, { days: -9 }),
        await addShift(tx, { days: -8 }),
        await addShift(tx),
        await addShift(tx, { places: 1 }),
      ];
      await signUp(tx, bob, attendedShiftId, "confirmed");
      await signUp(tx, bob, missedShiftId, "absent");
      await signUp(tx, bob, next);
      await signUp(tx, await addVolunteerWithAccount(tx), fullShiftId);
      await joinWaitingList(tx, bob, fullShiftId);
      await tx`update public.volunteer_shifts set volunteer_id = ${bob.login.id} where event_id = ${fullShiftId}`;
      await tx`
        insert into public.volunteer_highlights (volunteer_id, title, message, image_url)
        values (${bob.login.id}, 'T', 'M', ${`/images/highlights/${bob.login.id}/${bob.id}`})`;
      await tx`
        insert into public.calendar_feeds (volunteer_id, token_hash)
        values (${bob.login.id}, ${
          "a".repeat(32) +
          uniqueWord()
            .padEnd(32, "0")
            .replaceAll(/[^0-9a-f]/g, "0")
            .slice(0, 32)
        })`;
      await tx`
        insert into public.volunteer_qualifications (volunteer_id, kind, completed_on)
        values (${bob.id}, 'waiver', '2026-11-03')`;
      const [volunteerIds, accounts] = [
        [ann.id, bob.id],
        [ann.login.id, bob.login.id],
      ];
      const before = await computeVolunteersFingerprint(tx, volunteerIds, accounts);

      const mergeId = await merge(ann, bob);
      expect(await readVolunteer(tx, ann.id)).toMatchObject({ hours: 9.5, packages: 20 });
      expect(await readAttendance(tx, ann)).toHaveLength(3);
      expect(await readAttendance(tx, bob)).toHaveLength(0);
      expect(await readWaitingList(tx, fullShiftId)).toEqual([ann.login.id]);
      const [movedColumns] = await tx`
        select
          (select count(*)::integer from public.volunteer_highlights where volunteer_id = ${ann.login.id}) as highlights,
          (select count(*)::integer from public.calendar_feeds where volunteer_id = ${ann.login.id}) as feeds,
          (select count(*)::integer from public.volunteer_qualifications where volunteer_id = ${ann.id}) as qualifications,
          (select volunteer_id from public.volunteer_shifts where event_id = ${fullShiftId}) as leader`;
      expect(movedColumns).toEqual({
        highlights: 1,
        feeds: 1,
        qualifications: 1,
        leader: ann.login.id,
      });

      await undo(mergeId);
      expect(await computeVolunteersFingerprint(tx, volunteerIds, accounts)).toBe(before);
      // A retry after a lost response changes nothing.
      await undo(mergeId);
      expect(await computeVolunteersFingerprint(tx, volunteerIds, accounts)).toBe(before);
    });
  });

  test("keeps the sign-up that counts more if both signed up for one shift, and undo restores both exactly", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, "volunteer");
      const [ann, bob] = [await addVolunteerWithAccount(tx), await addVolunteerWithAccount(tx)];
      const pairs = [
        ["confirmed", "confirmed", "confirmed"],
        ["absent", "confirmed", "confirmed"],
        ["expected", "absent", "expected"],
        ["confirmed", "expected", "confirmed"],
        ["absent", "expected", "expected"],
      ] as const;
      const expectedOutcomes: string[] = [];
      for (const [annAttendance, bobAttendance, outcome] of pairs) {
        const eventId = await addShift(tx, { days: -9, places: 5 });
        await signUp(tx, ann, eventId, annAttendance);
        await signUp(tx, bob, eventId, bobAttendance);
        expectedOutcomes.push(outcome);
      }
      const [everyone, accounts] = [
        [ann.id, bob.id],
        [ann.login.id, bob.login.id],
      ];
      const before = await computeVolunteersFingerprint(tx, everyone, accounts);
      const mergeId = await merge(ann, bob);
      const rows = await readAttendance(tx, ann);
      expect(rows.map(({ attendance }) => attendance).toSorted()).toEqual(
        expectedOutcomes.toSorted(),
      );
      // Three shifts of two hours with 20 boxes each, and none of them counts twice.
      expect(await readVolunteer(tx, ann.id)).toMatchObject({ hours: 6, packages: 60 });
      const [counted] = await tx`
        select sum(registered_volunteers)::integer as registered, sum(absent_volunteers)::integer as absent
        from public.events where id in ${tx(rows.map(({ eventId }) => eventId))}`;
      expect(counted).toEqual({ registered: 5, absent: 0 });
      await undo(mergeId);
      expect(await computeVolunteersFingerprint(tx, everyone, accounts)).toBe(before);
    });
  });

  test("doesn't bring marks back when it is undone after the event has moved to a start in the future", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, "volunteer");
      const [ann, bob] = [await addVolunteerWithAccount(tx), await addVolunteerWithAccount(tx)];
      const eventId = await addShift(tx, { days: -9, places: 5 });
      for (const person of [ann, bob]) await signUp(tx, person, eventId, "confirmed");
      const mergeId = await merge(ann, bob);
      await tx`update public.events set date = private.today() + 9 where id = ${eventId}`;
      await undo(mergeId);
      for (const person of [ann, bob]) {
        expect(await readAttendance(tx, person)).toEqual([{ eventId, attendance: "expected" }]);
      }
    });
  });

  test("keeps the earlier place in line, or none if the volunteer is registered, and undo returns a spot gained through it", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, "volunteer");
      const [ann, bob, cat] = [
        await addVolunteerWithAccount(tx),
        await addVolunteerWithAccount(tx),
        await addVolunteerWithAccount(tx),
      ];
      const [sharedShiftId, secondShiftId] = [
        await addShift(tx, { places: 1 }),
        await addShift(tx, { places: 1 }),
      ];
      await signUp(tx, cat, sharedShiftId);
      for (const person of [bob, ann]) await joinWaitingList(tx, person, sharedShiftId);
      await signUp(tx, bob, secondShiftId);
      await joinWaitingList(tx, ann, secondShiftId);
      const [everyone, accounts] = [
        [ann.id, bob.id],
        [ann.login.id, bob.login.id],
      ];
      const before = await computeVolunteersFingerprint(tx, everyone, accounts);
      const mergeId = await merge(ann, bob);
      expect(await readWaitingList(tx, sharedShiftId)).toEqual([ann.login.id]);
      expect(await readWaitingList(tx, secondShiftId)).toEqual([]);
      await undo(mergeId);
      expect(await computeVolunteersFingerprint(tx, everyone, accounts)).toBe(before);

      const again = await merge(ann, bob);
      await tx`delete from public.volunteer_event_registrations where volunteer_id = ${cat.login.id}`;
      expect((await readAttendance(tx, ann)).map(({ eventId }) => eventId)).toContain(
        sharedShiftId,
      );
      await undo(again);
      expect((await readAttendance(tx, bob)).map(({ eventId }) => eventId)).toContain(
        sharedShiftId,
      );
      expect(await readWaitingList(tx, sharedShiftId)).toEqual([ann.login.id]);
      expect(await readAttendance(tx, ann)).toEqual([]);
    });
  });

  test("never tells the person that they're still waiting for a shift if the other record has a spot", async () => {
    await withRollback(async (tx) => {
      const { merge } = await setUpMerges(tx, "volunteer");
      const [ann, bob] = [await addVolunteerWithAccount(tx), await addVolunteerWithAccount(tx)];
      const eventId = await addShift(tx, { places: 1 });
      await signUp(tx, ann, eventId);
      await joinWaitingList(tx, bob, eventId);
      await tx`update public.events set start_time = '11:00' where id = ${eventId}`;
      await merge(ann, bob);
      const mails = await sendShiftEmails(tx, 10);
      expect(mails[ann.email]?.[0]?.data["standing"]).toBe("You're still signed up.");
      expect(mails[bob.email]).toBeUndefined();
    });
  });

  test("gives a freed spot to the next person in line, and undo needs one more spot if the shift is full", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, "volunteer");
      const [ann, bob, cat] = [
        await addVolunteerWithAccount(tx),
        await addVolunteerWithAccount(tx),
        await addVolunteerWithAccount(tx),
      ];
      const eventId = await addShift(tx, { places: 2 });
      for (const person of [ann, bob]) await signUp(tx, person, eventId);
      await joinWaitingList(tx, cat, eventId);
      const mergeId = await merge(ann, bob);
      expect(await readAttendance(tx, cat)).toHaveLength(1);
      expect(await catchHint(tx.savepoint(() => undo(mergeId)))).toMatch(
        /^CP032 Food Drive on .* is full, and both had signed up for it/,
      );
      await tx`update public.volunteer_shifts set max_volunteers = 3 where event_id = ${eventId}`;
      await undo(mergeId);
      for (const person of [ann, bob, cat])
        expect(await readAttendance(tx, person)).toHaveLength(1);
    });
  });
});

describe("a merge of volunteers with accounts", () => {
  test("keeps the kept volunteer's account open, and closes and hides the other, which can't be enabled until undo", async () => {
    await withRollback(async (tx) => {
      const { admin, merge, undo } = await setUpMerges(tx, "volunteer");
      const [ann, bob] = [await addVolunteerWithAccount(tx), await addVolunteerWithAccount(tx)];
      const mergeId = await merge(ann, bob);
      const [sessions] = await tx`
        select count(*)::integer as count from auth.sessions where user_id = ${bob.login.id}`;
      expect(sessions?.["count"]).toBe(0);
      expect([await isOpen(tx, ann), await isOpen(tx, bob)]).toEqual([true, false]);
      const [visibleCounts] = await runAs(
        tx,
        admin,
        (asAdmin) => asAdmin`
          select
            (select count(*)::integer from public.volunteers where id = ${bob.id}) as people,
            (select count(*)::integer from public.volunteer_accounts where id = ${bob.login.id}) as accounts`,
      );
      expect(visibleCounts).toEqual({ people: 0, accounts: 0 });
      const enableAttempt = tx.savepoint((savepoint) =>
        runAs(
          savepoint,
          admin,
          (asAdmin) => asAdmin`select private.set_volunteer_active(${bob.login.id}, true)`,
        ),
      );
      await expect(enableAttempt).rejects.toMatchObject({ code: "CP009" });
      const [state] =
        await tx`select private.volunteer_login_state(${bob.login.id}) ->> 'state' as state`;
      expect(state?.["state"]).toBe("merged");
      await undo(mergeId);
      expect([await isOpen(tx, ann), await isOpen(tx, bob)]).toEqual([true, true]);
    });
  });

  test("leaves a disabled account disabled, even after undo", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, "volunteer");
      const [ann, bob] = [await addVolunteerWithAccount(tx), await addVolunteerWithAccount(tx)];
      expect(await isOpen(tx, bob)).toBe(true);
      await tx`update public.volunteer_accounts set is_active = false where id = ${bob.login.id}`;
      await tx`update public.volunteers set is_active = false where id = ${bob.id}`;
      await undo(await merge(ann, bob));
      expect(await isOpen(tx, bob)).toBe(false);
      expect(await readVolunteer(tx, bob.id)).toMatchObject({ isActive: false });
    });
  });

  test("undo leaves a moved account disabled if an administrator has disabled it since the merge", async () => {
    await withRollback(async (tx) => {
      const { admin, merge, undo } = await setUpMerges(tx, "volunteer");
      const ann = { id: await addVolunteerWithoutAccount(tx, `${uniqueWord()}@example.org`) };
      const bob = await addVolunteerWithAccount(tx);
      const mergeId = await merge(ann, bob);
      expect(await isOpen(tx, bob)).toBe(true);
      await runAs(
        tx,
        admin,
        (asAdmin) => asAdmin`select private.set_volunteer_active(${bob.login.id}, false)`,
      );
      expect(await isOpen(tx, bob)).toBe(false);
      await undo(mergeId);
      expect(await isOpen(tx, bob)).toBe(false);
      expect(await readVolunteer(tx, bob.id)).toMatchObject({ isActive: false });
    });
  });

  test("moves the only account to a volunteer who has none, with its address, and undo moves it back with everything added since", async () => {
    await withRollback(async (tx) => {
      const { merge, undo } = await setUpMerges(tx, "volunteer");
      const email = `${uniqueWord()}@example.org`;
      const ann = {
        id: await addVolunteerWithoutAccount(tx, email, { opening_hours: 6, total_hours: 6 }),
      };
      const bob = await addVolunteerWithAccount(tx, undefined, { opening_hours: 1 });
      const [before, later] = [await addShift(tx, { days: -9 }), await addShift(tx, { days: -8 })];
      await signUp(tx, bob, before, "confirmed");
      const mergeId = await merge(ann, bob);
      expect(await readVolunteer(tx, ann.id)).toMatchObject({
        accountId: bob.login.id,
        email: bob.email,
        hours: 9,
      });
      expect(await isOpen(tx, bob)).toBe(true);
      await signUp(tx, bob, later, "confirmed");
      expect(await readVolunteer(tx, ann.id)).toMatchObject({ hours: 11 });
      await undo(mergeId);
      expect(await readVolunteer(tx, ann.id)).toMatchObject({
        accountId: null,
        email,
        hours: 6,
        packages: 0,
      });
      expect(await readVolunteer(tx, bob.id)).toMatchObject({
        accountId: bob.login.id,
        email: bob.email,
        hours: 5,
        packages: 40,
      });
    });
  });
});

test("a merge keeps emails about new events off if either volunteer turned them off, and undo restores each choice", async () => {
  await withRollback(async (tx) => {
    const { merge, undo } = await setUpMerges(tx, "volunteer");
    const readWantsNews = async ({ id }: VolunteerWithAccount) => {
      const [row] = await tx<[{ wantsNews: boolean }]>`
        select wants_news as "wantsNews" from public.volunteers where id = ${id}`;
      return row.wantsNews;
    };
    for (const [keptWantsNews, mergedWantsNews] of [
      [true, true],
      [true, false],
      [false, true],
    ] as const) {
      const kept = await addVolunteerWithAccount(tx, undefined, { wants_news: keptWantsNews });
      const merged = await addVolunteerWithAccount(tx, undefined, { wants_news: mergedWantsNews });
      const mergeId = await merge(kept, merged);
      expect(await readWantsNews(kept)).toBe(keptWantsNews && mergedWantsNews);
      await undo(mergeId);
      expect([await readWantsNews(kept), await readWantsNews(merged)]).toEqual([
        keptWantsNews,
        mergedWantsNews,
      ]);
    }
  });
});
